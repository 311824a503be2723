"""Collective operations on the CPU whose process group may have a backend for that."""

from __future__ import annotations

import re

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.evidence.class_roles import is_of_tests
from devlint.devices.facts.processes import Collective
from devlint.devices.facts.reason import Reason
from devlint.devices.lattice.device import Known, is_host, may_be_accelerator
from devlint.devices.lattice.tensors import Made
from devlint.devices.patterns.cuda_requests import is_for_host
from devlint.flow.values.definitions import Home
from devlint.flow.values.guards import feasible
from devlint.forms import form

OTHER_BACKEND = Reason(
    "other-backend",
    'Files that name another backend than NCCL, name several (`"cpu:gloo,cuda:nccl"`) or ask for the backend, unless '
    "two tensors of one function cannot suit the same backend; tests, and code that runs only on the CPU.",
    ("DEV310", "DEV504"),
)

_OF_BACKENDS = re.compile(r"gloo|\bmpi\b|init_process_group|backend\w{0,99}\s{0,99}[=:(),\]]", re.I)
"""What shows that a file knows the backend of its process groups."""


class Reductions:
    """The collective operations of a file."""

    def __init__(self, file: AnalyzedFile) -> None:
        self.file = file
        self.all = [fact for fact in file.facts if isinstance(fact, Collective)]

    def may_suit(self, fact: Collective) -> bool:
        """True if the backend of the process group may take the tensor, which is on the CPU."""
        fails = self.file.nccl or fact.nccl or any(_cannot_suit(fact, other) for other in self.all)
        return not fails and not _is_for_nccl(fact, self.file)


def _is_for_nccl(fact: Collective, file: AnalyzedFile) -> bool:
    """True if a collective that names no backend has to work with NCCL, the default one for tensors on GPUs."""
    unthinking = fact.tensor.made is Made.FACTORY and may_be_accelerator(Known("cuda"), fact.guards)
    inside = fact.inside
    if not unthinking or _OF_BACKENDS.search(file.content) or inside is None or not isinstance(inside.home, Home):
        return False
    return not is_of_tests(inside, inside.home) and not is_for_host(file.tree, fact.at)


def _cannot_suit(host: Collective, other: Collective) -> bool:
    """True if no backend suits both: one was made without a thought and never moved, one follows the caller."""
    if host.inside is None or other.inside is None or host.inside.form is not other.inside.form:
        return False
    made, cause = host.tensor.made is Made.FACTORY, host.tensor.maker
    thought = not isinstance(cause, form.Call) or any(name in ("device", None) for name, _ in cause.keywords)
    moved = host.tensor.tensor.id in other.tensor.tensor.roots
    away = not is_host(other.tensor.device) and feasible(host.guards, other.guards)
    return made and not thought and not moved and away
