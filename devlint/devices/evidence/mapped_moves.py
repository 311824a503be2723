"""Functions that move all that a nest of containers holds, by calling themselves for its parts.

    def to_device(x, device):
        if isinstance(x, dict):
            return {key: to_device(value, device) for key, value in x.items()}
        return x.to(device)

However deep the nest is, what comes back is on ``device``: such a function is a move of its first argument. Each of its
ends gives a move of what it was given, always to the same place, or what calls of itself give, or what it was given,
which is no tensor there: that is decided by tests that ask what kind of thing it is.
"""

from __future__ import annotations

from devlint.devices.lattice.device import parse
from devlint.flow.values.definitions import FunctionValue
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import attributes_named, calls_in, choices_in, mentions_of, names_in
from devlint.naming.devices import is_called_device
from devlint.stubs.configured import Mover, Target

_WHERE = frozenset({"is_cuda", "device", "get_device", "is_available"})
"""What a test asks of where something is, and not of what it is."""


def mapped_move(function: FunctionValue) -> Mover | None:
    """What ``function`` moves, and where to, if it maps a move over the parts of its first argument."""
    at = function.form
    if not isinstance(at, form.Function) or at.is_async:
        return None
    if function.owner is None:
        return form.once(_of_function, at)
    return form.once(_of_static if function.kind == "static" else _of_method, at)


def _of_function(at: form.Function | form.Lambda) -> Mover | None:
    return _Reading(at, 0).mover() if isinstance(at, form.Function) and not at.decorators else None


def _of_static(at: form.Function | form.Lambda) -> Mover | None:
    return _Reading(at, 0).mover() if isinstance(at, form.Function) else None


def _of_method(at: form.Function | form.Lambda) -> Mover | None:
    return _Reading(at, 1).mover() if isinstance(at, form.Function) else None


class _Reading:
    """One function, whose first argument is the parameter number ``first``."""

    def __init__(self, at: form.Function, first: int) -> None:
        self.at = at
        self.names = [one.name for one in at.parameters.all if one.kind in ("positional", "normal")][first:]
        self.given = self.names[0] if self.names else ""

    def mover(self) -> Mover | None:
        """What it moves; None where it does something else."""
        calls = [one for one in calls_in(self.at) if self._is_own(one)]
        if not self.names or not calls or any(one is not self.at for one in form.walk(self.at, form.Function)):
            return None
        targets = {self._target(one) for one in calls_in(self.at) if self._moves(one)}
        target = targets.pop() if len(targets) == 1 else None
        if target is None or not all(self._hands_on(one, target) for one in calls) or self._fills_what_it_is_given():
            return None
        tests = [one.test for one in choices_in(self.at)]
        ends = [one.value for one in form.walk(self.at, form.Return)]
        if not all(map(self._asks_kind, tests)) or not all(end is not None and self._gives(end) for end in ends):
            return None
        return Mover(self.at.name, target, self.given)

    def _is_own(self, at: form.Call) -> bool:
        """Whether ``at`` calls the function itself."""
        outer, _, last = dotted(at.function).rpartition(".")
        return last == self.at.name and "." not in outer and bool(at.arguments)

    def _moves(self, at: form.Call) -> bool:
        """Whether ``at`` moves what the function was given, or something that it makes of that alone."""
        function = at.function
        if not isinstance(function, form.Attribute) or function.name not in ("to", "cuda", "cpu"):
            return False
        return self.given in names_in(function.value)

    def _target(self, at: form.Call) -> Target | None:
        """Where a move goes: to what an argument says, an attribute of the object, or a device by name."""
        named = dict(at.keywords)
        where = at.arguments[0] if at.arguments else named.get("device")
        if None in named:
            return None
        if where is None:
            method = at.function.name if isinstance(at.function, form.Attribute) else ""
            return Target(device=method) if method in ("cuda", "cpu") else None
        if isinstance(where, form.Constant) and isinstance(where.value, str) and parse(where.value) is not None:
            return Target(device=where.value)
        name = dotted(where)
        if isinstance(where, form.Name) and name in self.names and is_called_device(name):
            return Target(argument=(self.names.index(name), name))
        outer, _, last = name.rpartition(".")
        return Target(attribute=last) if outer == "self" and is_called_device(last) else None

    def _hands_on(self, call: form.Call, target: Target) -> bool:
        """Whether a call of the function itself has it go to the same place."""
        if target.argument is None:
            return True
        number, name = target.argument
        given = call.arguments[number] if number < len(call.arguments) else dict(call.keywords).get(name)
        return isinstance(given, form.Name) and given.id == name

    def _fills_what_it_is_given(self) -> bool:
        """Whether it puts what it moves into the container that it was given."""
        targets = [target for one in form.walk(self.at, form.Assign) for target in one.targets]
        return any(isinstance(one, (form.Subscript, form.Attribute)) and self._is_given(one.value) for one in targets)

    def _is_given(self, at: form.Form) -> bool:
        return isinstance(at, form.Name) and at.id == self.given

    def _asks_kind(self, test: form.Expression) -> bool:
        """Whether a test asks what kind of thing something is, and not where it is, or what another argument says."""
        return not mentions_of({*self.names[1:], "self"}, test) and not attributes_named(_WHERE, test)

    def _gives(self, at: form.Expression, inside: tuple[str, ...] = ()) -> bool:
        """Whether ``at`` is moved, or made of parts that are, or what the function was given; ``inside`` are names."""
        if isinstance(at, form.Conditional):
            return self._gives(at.then, inside) and self._gives(at.otherwise, inside)
        if isinstance(at, form.Constant):
            return at.value is None
        if isinstance(at, form.Call) and self._moves(at):
            return True
        if any(map(self._is_own, calls_in(at))):
            return True
        if not isinstance(at, form.Name):
            return not isinstance(at, (form.Call, form.Attribute)) and not names_in(at)
        if at.id in inside:
            return True
        values = [one.value for one in form.walk(self.at, form.Assign) if at.id in map(dotted, one.targets)]
        if at.id == self.given:
            return all(self._gives(value, (*inside, at.id)) for value in values)
        return bool(values) and all(_is_empty(one) or self._gives(one, (*inside, at.id)) for one in values)


def _is_empty(at: form.Expression) -> bool:
    """Whether ``at`` makes a container that is yet to be filled: ``[]``, ``dict()``, ``type(x)()``."""
    return isinstance(at, form.Call) and not at.arguments and not at.keywords
