"""What a reason for silence may ask of a file once its evaluation is over."""

from __future__ import annotations

from collections.abc import Iterable

from devlint.devices.checks.numpy_conversion import IsTensor
from devlint.devices.facts.operations import Fact
from devlint.devices.facts.recorder import Sink
from devlint.devices.semantics.calls.callers import Callers
from devlint.flow.evaluator import Evaluator
from devlint.forms import form
from devlint.forms.index import Index
from devlint.teaching import Teaching


class View:
    """A file that has been evaluated.

    ``source`` is its whole text, ``tree`` what the scout left of it, ``every`` the forms of that, and ``facts`` all
    that was seen. ``is_tensor`` knows the parameters of a function, ``callers`` what the calls in the file give them.
    ``settled`` are the ids of forms whose pending remark was taken back, and ``nccl`` says that the process groups of
    the file are NCCL's for certain. ``run`` has evaluated the file, ``teaching`` is what the user says of helpers.
    """

    def __init__(
        self,
        facts: Iterable[Fact],
        source: str,
        tree: form.Module,
        every: Index,
        sink: Sink,
        settled: set[int],
        is_tensor: IsTensor,
        callers: Callers,
        nccl: bool,
        run: Evaluator,
        teaching: Teaching,
    ) -> None:
        self.facts = list(facts)
        self.source = source
        self.tree = tree
        self.every = every
        self.sink = sink
        self.settled = settled
        self.is_tensor = is_tensor
        self.callers = callers
        self.nccl = nccl
        self.run = run
        self.teaching = teaching

    def is_moved_by_users(self) -> bool:
        """True if a script that uses the file moves something."""
        project = self.run.project
        return project is not None and bool(self.run.home.file) and project.is_moved_by_users(self.run.home.file)
