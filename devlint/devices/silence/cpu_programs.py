"""Programs in which nothing is ever moved: what they build on the CPU meets nothing but what is on the CPU.

class Agent:
    def __init__(self): self.value = Value()
    def loss(self, state): return self.value(state).mean()
agent.loss(torch.rand(2, 4))                      and no word of a device anywhere

Where an argument is, its caller decides; but no caller in sight puts one elsewhere.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.facts.operations import Clash
from devlint.devices.facts.reason import Reason
from devlint.devices.lattice.device import is_of_argument
from devlint.devices.lattice.tensors import Made
from devlint.forms import form
from devlint.forms.source_file import SourceFile
from devlint.naming.devices import speaks_of_moving

NOTHING_IS_MOVED = Reason(
    "nothing-is-moved",
    "A module that an object keeps, or that is applied in a function which the file itself calls with what is on the "
    "CPU, where neither the file nor a script beside it that uses it moves anything or speaks of a device.",
    ("DEV310",),
)


class CpuProgram:
    """Whether a file, and the scripts that use it, leave everything on the CPU."""

    def __init__(self, file: AnalyzedFile) -> None:
        self.file = file
        self._moves: bool | None = None  # looked up once

    def builds(self, fact: Clash) -> bool:
        """True if the module of ``fact`` belongs to a program in which nothing is moved."""
        if fact.host.made is not Made.MODULE or not is_of_argument(fact.other.device):
            return False
        if not self._is_kept_by_object(fact.host.maker) and not self.file.callers.seen_on_host(fact.other.device):
            return False
        if self._moves is None:
            self._moves = any(map(speaks_of_moving, _words(self.file))) or self.file.is_moved_by_users()
        return not self._moves

    def _is_kept_by_object(self, built: form.Form) -> bool:
        """Whether ``built`` is assigned to an attribute of ``self``."""
        return any(name.startswith("self.") for name in self.file.bindings.names_with(built))


def _words(file: SourceFile) -> Iterator[str]:
    """The names that a file uses, and its texts but for documentation."""
    for part in ast.walk(file.syntax):
        if isinstance(part, ast.Name):
            yield part.id
        elif isinstance(part, ast.Attribute):
            yield part.attr
        elif isinstance(part, (ast.keyword, ast.arg)) and part.arg is not None:
            yield part.arg
        elif isinstance(part, ast.alias):
            yield part.name
        elif isinstance(part, ast.ImportFrom) and part.module is not None:
            yield part.module
        elif isinstance(part, ast.Constant) and isinstance(part.value, str) and len(part.value) < 20:
            yield part.value
