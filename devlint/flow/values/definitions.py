"""Modules, functions, classes and their instances, as values.

def f(x): ...           FunctionValue, with the scopes that it sees
class A(B): ...         ClassValue, with its bases and what its body binds
from .utils import g    Own, which names what another file of the project defines
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from devlint.base.record import dataclass
from devlint.flow.values.value import External, Identity, Unknown, Value, options
from devlint.forms.bindings import Bindings

if TYPE_CHECKING:
    from collections.abc import Callable

    from devlint.forms import form as forms

BUILTINS = frozenset(
    "abs all any bool bytes callable dict enumerate filter float frozenset getattr hasattr id int isinstance "
    "issubclass iter len list map max min next object open print property range repr reversed round set setattr "
    "slice sorted str sum super tuple type vars zip staticmethod classmethod delattr hash ord chr divmod pow "
    "input format NotImplementedError ValueError RuntimeError TypeError KeyError Exception AssertionError".split()
)
"""The names of Python that mean something without being bound."""


class Home:
    """A module: ``names`` is what its names mean, and those in ``rebound`` mean what some function says.

    ``file`` is its path, "" where it has none. ``is_of_tests`` is whether all its code is tests or helps them, and
    ``has_tests`` whether its functions ``test_...`` are tests. The last of the scopes that a function sees is the home
    of its module.
    """

    __slots__ = ("file", "has_tests", "is_of_tests", "names", "notes", "rebound")

    def __init__(self, file: str = "", *, is_of_tests: bool = False, has_tests: bool = False) -> None:
        self.file = file
        self.is_of_tests = is_of_tests
        self.has_tests = has_tests
        self.names: dict[str, Value] = {}
        self.rebound: set[str] = set()
        self.notes: dict[object, object] = {}  # what a domain has found out about its functions and classes

    def __contains__(self, name: str) -> bool:
        return name in self.names

    def __getitem__(self, name: str) -> Value:
        return Unknown(("global", self.file, name)) if name in self.rebound else self.names[name]

    def get(self, name: str) -> Value | None:
        """What ``name`` means; None where the module does not bind it."""
        return self[name] if name in self.names else None

    def clear(self) -> None:
        """Forget all: a function holds the module that holds it, and so would outlast its use."""
        for value in self.names.values():
            if isinstance(value, ClassValue) and value.home is self:
                value.clear()
        self.names = {}
        self.notes.clear()


Scope = dict[str, Value] | Home


@dataclass(frozen=True, slots=True)
class Own(External):
    """Something imported from another file of the same project: ``names``, one of the other, in ``module``.

    ``file`` is the one that imports it, ``level`` the number of dots before ``module``.
    """

    file: str
    level: int
    module: str
    names: tuple[str, ...]

    def member(self, name: str) -> Own:
        """``self.name``."""
        return Own(f"{self.name}.{name}", self.file, self.level, self.module, (*self.names, name))


@dataclass(frozen=True, slots=True, eq=False)
class FunctionValue(Value):
    """A function of the project. ``closure`` holds the scopes it sees, innermost first; ``bound`` is its ``self``."""

    form: forms.Function | forms.Lambda
    closure: tuple[Scope, ...]
    bound: Value | None = None
    owner: ClassValue | None = None
    kind: str = "function"  # "function", "static", "class" or "property"

    @property
    def home(self) -> Scope:
        """The module it is defined in."""
        return self.closure[-1]


@dataclass(frozen=True, slots=True, eq=False)
class ClassValue(Value):
    """A class of the project: its bases as values, what its body binds and what the domain remarked about it.

    ``notes`` are for what a domain has found out about the class and does not want to find out again.
    """

    form: forms.Class
    bases: tuple[Value, ...]
    members: dict[str, Value]
    closure: tuple[Scope, ...]
    remark: object = None
    notes: dict[str, object] = field(default_factory=dict, repr=False)
    _line: list[Value] = field(default_factory=list, repr=False)
    _found: dict[str, Value] = field(default_factory=dict, repr=False)

    @property
    def home(self) -> Scope:
        """The module it is defined in."""
        return self.closure[-1]

    def clear(self) -> None:
        """Forget what holds on to this class."""
        self.members.clear()
        self.notes.clear()
        self._line.clear()
        self._found.clear()

    def holds(self, note: str, question: Callable[[], bool]) -> bool:
        """The answer to ``question``, which ``note`` names, asked once for this class."""
        if note not in self.notes:
            self.notes[note] = question()
        return self.notes[note] is True

    @property
    def bindings(self) -> Bindings:
        """What the statements of the class bind, those of its methods included."""
        known = self.notes.get("bindings")
        if not isinstance(known, Bindings):
            known = self.notes["bindings"] = Bindings(self.form)
        return known

    def linearised(self) -> list[Value]:
        """This class and its bases, depth first, each once: the order in which members are looked up."""
        seen = self._line
        waiting: list[Value] = [] if seen else [self]
        while waiting and len(seen) <= 40:
            value = waiting.pop()
            if not any(value is s for s in seen):
                seen.append(value)
                if isinstance(value, ClassValue):
                    waiting += value.bases[::-1]
        return seen

    def find(self, name: str) -> Value | None:
        """The member ``name`` of this class or of its bases in this project."""
        if not self._found:
            for part in reversed(self.linearised()):
                if isinstance(part, ClassValue):
                    self._found.update(part.members)
        return self._found.get(name)

    def functions(self, name: str) -> list[FunctionValue]:
        """What this class and its bases in this project each call ``name``, as far as these are functions."""
        found = (part.members.get(name) for part in self.linearised() if isinstance(part, ClassValue))
        return [one for one in found if isinstance(one, FunctionValue)]

    def bases_outside(self) -> list[Value]:
        """Bases, near and far, of which nothing but the name is known; each of those that one may be."""
        each = (one for b in self.linearised() if not isinstance(b, ClassValue) for _, one in options(b))
        return [one for one in each if not isinstance(one, ClassValue)]

    def bases_outside_unknown(self) -> bool:
        """Whether some base may bring anything: it is neither in sight nor a name from a library."""
        outside = self.bases_outside()
        return any(not isinstance(b, External) or isinstance(b, Own) or b.name.startswith(".") for b in outside)


@dataclass(frozen=True, slots=True)
class Object(Value):
    """An instance of a class of the project; its attributes are in the state."""

    id: Identity
    type: ClassValue = field(compare=False)


@dataclass(frozen=True, slots=True)
class Super(Value):
    """``super()`` in a method of ``owner``."""

    instance: Value
    owner: ClassValue = field(compare=False)
