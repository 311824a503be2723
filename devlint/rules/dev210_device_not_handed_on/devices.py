"""The devices that a function, a method or a file has, and the calls that get each of them.

def build(path, device):                   `device`, a parameter
    model = load(path, device=device)      gets it
    model.to(self.device)                  gets that of the object
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from devlint.base.record import dataclass
from devlint.devices.patterns.cuda_by_name import chooses, names_cuda
from devlint.devices.patterns.expressions import words_in
from devlint.devices.patterns.parameters import is_device_parameter
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.blocks import line
from devlint.forms.form import dotted
from devlint.forms.parts import calls_in, members_of, paths_in
from devlint.forms.source_file import SourceFile
from devlint.forms.targets import bound_by
from devlint.naming.devices import is_called_device
from devlint.naming.functions import only_asks
from devlint.naming.ranks import is_called_gpu_index

_OF_TORCH = re.compile(r"torch\b|cuda\b|device$")
_PASSING = frozenset("device str int repr isinstance type getattr hasattr setattr format set_device super".split())


@dataclass(frozen=True, slots=True, eq=False)
class Device:
    """A device by its ``name`` in the code, the ``values`` that are assigned to it, and the line it is bound on.

    ``varies`` says that a caller chooses it.
    """

    name: str
    values: tuple[form.Expression, ...]
    bound: int
    varies: bool
    of_file: bool = False

    @property
    def is_cuda(self) -> bool:
        """Whether it is CUDA by name, whatever happens."""
        return not self.varies and bool(self.values) and all(map(names_cuda, self.values))

    @property
    def is_guess(self) -> bool:
        """Whether it is CUDA if there is any, or may be for all that is known here."""
        return not self.varies and all(chooses(one) or isinstance(one, form.Call) for one in self.values)


class Place:
    """A function, or the file outside of its functions, with the class that it is a method of."""

    def __init__(self, function: form.Function | None, owner: form.Class | None, file: SourceFile) -> None:
        self.function = function
        self.owner = owner
        self._file = file

    @cached_property
    def body(self) -> tuple[form.Statement, ...]:
        """The statements of the place."""
        if self.function is not None:
            return self.function.body
        return tuple(one for one in self._file.tree.body if not isinstance(one, (form.Function, form.Class)))

    @cached_property
    def calls(self) -> list[form.Call]:
        """The calls of the place, those of inner functions included, in the order of their lines."""
        found = calls_in(*self.body)
        return sorted(found, key=line)

    @cached_property
    def devices(self) -> list[Device]:
        """The devices that the place has, those first that are nearest to the caller."""
        return [*self._parameters(), *self._of_object(), *self._variables()]

    def siblings(self, device: Device) -> list[form.Call]:
        """The calls that get ``device``: of the place, and of the other methods for the device of an object."""
        calls = self.calls
        if device.name.startswith("self.") and self.owner is not None:
            calls = [*calls, *(one for one in calls_in(self.owner) if not any(one is c for c in calls))]
        return [one for one in calls if gets(one, device.name)]

    def _parameters(self) -> Iterator[Device]:
        parameters = () if self.function is None else self.function.parameters.all
        for one in parameters:
            if one.kind not in ("normal", "keyword") or one.name.startswith("_"):
                continue
            flag = isinstance(one.default, form.Constant) and isinstance(one.default.value, bool)
            named = is_device_parameter(one) or one.name == "map_location" or is_called_gpu_index(one.name)
            if named and not flag and "bool" not in words_in(one.annotation):
                yield Device(one.name, (), 0, varies=True)

    def _of_object(self) -> Iterator[Device]:
        if self.owner is None or self.function is None:
            return
        first = next(iter(self.function.parameters.all), None)
        if first is None or first.name != "self":
            return
        here, everywhere = form.once(Bindings, self.function), self._file.once(_bindings, self.owner)
        for name in sorted(f"self.{one}" for one in members_of("self", self.function) | {"device"}):
            values = tuple(value for value in everywhere.values_of(name) if value is not None)
            lines = [line(one.at) for one in here.to(name)]
            if not values or not is_called_device(name) or self.function.name == "__init__" and not lines:
                continue
            yield Device(name, values, min(lines, default=0), any(_depends(one) for one in values))

    def _variables(self) -> Iterator[Device]:
        given = set() if self.function is None else {one.name for one in self.function.parameters.all}
        tree = self._file.tree
        for scope in (self.function, tree) if self.function is not None else (tree,):
            body = self.body if scope is self.function else self._file.once(_outside, None)
            found: dict[str, list[tuple[form.Form, form.Expression]]] = {}
            for one in bound_by(body, nested=True):
                local = "." not in one.name and one.name not in given
                if local and one.value is not None and is_called_device(one.name):
                    found.setdefault(one.name, []).append((one.at, one.value))
            for name, sets in found.items():
                given.add(name)
                values = tuple(value for _, value in sets)
                inner = scope is self.function or self.function is None
                bound = min(line(one) for one, _ in sets) if inner else 0
                yield Device(name, values, bound, any(_depends(one) for one in values), of_file=not inner)


def _outside(of: None, file: SourceFile) -> tuple[form.Statement, ...]:
    """The statements outside of functions and classes in which a file may choose a device."""
    return tuple(one for one in file.tree.body if isinstance(one, (form.Assign, form.Annotate, form.If, form.Try)))


def gets(call: form.Call, device: str) -> bool:
    """Whether a call is given the device of this name to put something there."""
    name = dotted(call.function)
    last = call.function.name if isinstance(call.function, form.Attribute) else name
    if last in _PASSING or only_asks(name or last):
        return False
    if any(key is not None and dotted(value) == device for key, value in call.keywords):
        return True
    return any(dotted(one) == device for one in call.arguments)


def _bindings(of: form.Class, file: SourceFile) -> Bindings:
    return Bindings(of)


def _depends(value: form.Expression) -> bool:
    """Whether the value of a device depends on what a caller or a user says."""
    if chooses(value) or names_cuda(value):
        return False
    return not all(map(_OF_TORCH.match, paths_in(value)))
