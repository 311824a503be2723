"""What the code says of its values beside what they are: side notes under identities, for those who report.

def f(n: int, device: str): ...     `n` is a number, `device` may be text
y = a == b                          `y` is a comparison of tensors
"""

from __future__ import annotations

from dataclasses import field

from devlint.base.record import dataclass
from devlint.flow.domain import Arguments
from devlint.flow.values.definitions import FunctionValue
from devlint.flow.values.value import Identity, Value
from devlint.forms import form


@dataclass(slots=True, eq=False)
class Knowledge:
    """The notes of one program; each is written in one place and read by identity."""

    asked: dict[Identity, form.Form] = field(default_factory=dict)
    """Where the truth of something unknown was asked."""
    integers: set[Identity] = field(default_factory=set)
    """Parameters annotated as numbers."""
    given: dict[Identity, FunctionValue | None] = field(default_factory=dict)
    """What was given by models, or by functions that were not evaluated."""
    constructed: dict[Identity, Arguments] = field(default_factory=dict)
    """What the constructors of modules of other files were given, which were not evaluated."""
    texts: dict[Identity, form.Form] = field(default_factory=dict)
    """Devices that may be strings, and what says so."""
    words: set[Identity] = field(default_factory=set)
    """Devices that are strings by the class they are an attribute of."""
    either: set[Identity] = field(default_factory=set)
    """Devices annotated both as strings and as devices."""
    one_of_two: set[Identity] = field(default_factory=set)
    """Devices, or strings, by annotation, and nothing else."""
    sent: set[int] = field(default_factory=set)
    """The ids of the assignments of what an object itself sends after its input."""
    equal: dict[Identity, Value] = field(default_factory=dict)
    """What `p == y` is, if that compares tensors."""

    def is_text(self, device: Identity) -> bool:
        """True if a device is a string where it is used, and not one of both."""
        return device in self.words or device in self.texts and device not in self.either
