"""The devices of others that a function hands on: what shows that it is there for other devices, too.

    torch.zeros(3, device=x.device)        the device of x
    device = x.device                      the same, by a variable
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from devlint.devices.patterns.cuda_by_name import last
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import arguments_of, attributes_named, calls_in, paths_in
from devlint.naming.devices import is_called_device
from devlint.rules.dev207_fixed_cuda.provenance import Place, names

_TALKING = frozenset("isinstance str print getattr hasattr format debug info warning warn warning_once error".split())


class Methods:
    """The devices of their object that the methods of each class hand on."""

    def __init__(self, places: list[Place], fixed: frozenset[str]) -> None:
        self._fixed = fixed
        self._of: dict[int, list[Place]] = {}
        self._first: dict[int, list[tuple[Place, form.Form]]] = {}
        for place in places:
            self._of.setdefault(id(place.owner), []).append(place)

    def followed_by_others(self, place: Place) -> form.Form | None:
        """What another method of the class of ``place`` hands on: the first there is."""
        key = id(place.owner)
        if key not in self._first:
            self._first[key] = list(islice(self._found(self._of[key]), 2))  # of two methods, one is another
        return next((at for other, at in self._first[key] if other is not place), None)

    def _found(self, methods: list[Place]) -> Iterator[tuple[Place, form.Form]]:
        for one in methods:
            begun = one.function.name == "__init__"
            for at in followed_in(one, self._fixed, names(one.function)):
                if dotted(at).startswith("self.") or begun and dotted(at) in one.devices:
                    yield one, at
                    break


def followed_in(place: Place, fixed: frozenset[str], named: frozenset[str]) -> Iterator[form.Form]:
    """The devices of others that a function hands on; ``named`` are the names of what is on CUDA by name."""
    if "device_mesh" not in fixed:
        yield from attributes_named({"device_mesh"}, place.function)
    for given in _handed_on(place.function):
        if isinstance(given, form.Name) and given.id in place.devices - named or _is_of_another(given, fixed, named):
            yield given


def followed_in_variable(function: form.Function, fixed: frozenset[str], named: frozenset[str]) -> Iterator[form.Form]:
    """The devices of others that a function hands on by a variable."""
    known = _variables(function, fixed, named)
    for given in _handed_on(function) if known else ():
        if isinstance(given, form.Name) and given.id in known:
            yield known[given.id]


def _handed_on(function: form.Function) -> Iterator[form.Expression]:
    """What a function gives to others that do something with it."""
    for part in calls_in(function):
        if last(part.function) not in _TALKING:
            yield from arguments_of(part)


def _is_of_another(given: form.Expression, fixed: frozenset[str], named: frozenset[str]) -> bool:
    """Whether ``given`` is the device of something that is not on CUDA by name: ``x.device``."""
    if not isinstance(given, form.Attribute) or not is_called_device(given.name) or given.name in fixed:
        return False
    if not named.isdisjoint(paths_in(given.value)):
        return False
    return dotted(given).partition(".")[0] not in ("torch", "th")


def _variables(function: form.Function, fixed: frozenset[str], named: frozenset[str]) -> dict[str, form.Expression]:
    """The variables that hold the device of something else, and nothing else: ``device = x.device``."""
    bindings = form.once(Bindings, function)
    each = {name: bindings.values_of(name) for name in bindings.names if "." not in name}
    found: dict[str, form.Expression] = {}
    for name, values in each.items():
        others = [value for value in values if value is not None and _is_of_another(value, fixed, named)]
        if len(others) == len(values):
            found[name] = others[0]
    return found
