"""What a reason for silence may ask of a file once its evaluation is over."""

from __future__ import annotations

from collections.abc import Iterable

from devlint.devices.checks.numpy_conversion import IsTensor
from devlint.devices.facts.operations import Fact
from devlint.devices.facts.recorder import Sink
from devlint.devices.semantics.calls.callers import Callers
from devlint.devices.silence.other_files import Alone
from devlint.forms import form
from devlint.forms.index import Index


class View:
    """A file that has been evaluated.

    ``source`` is its whole text, ``tree`` what the scout left of it, ``every`` the forms of that, and ``facts`` all
    that was seen. ``is_tensor`` knows the parameters of a function, ``callers`` what the calls in the file give them.
    ``settled`` are the ids of forms whose pending remark was taken back, and ``nccl`` says that the process groups of
    the file are NCCL's for certain. ``alone`` evaluates a function of another file by itself.
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
        alone: Alone,
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
        self.alone = alone
