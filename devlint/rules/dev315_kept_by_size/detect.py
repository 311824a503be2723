"""What a module keeps from one input to the next as long as the size is the same, wherever the next one is.

if self.kept is None or self.kept.shape != x.shape:         asks for the size
    self.kept = torch.arange(x.shape[1], device=x.device)   made where this input is
return x + self.kept                                        the next one may be elsewhere, after `model.to(...)`

if n not in self.kept:                                      with `n = x.shape[1]`: so does this
    self.kept[n] = torch.arange(n, device=x.device)
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.evidence.class_roles import is_module_class
from devlint.devices.patterns.expressions import bound, spelled
from devlint.devices.patterns.parameters import is_device_parameter
from devlint.flow.definitions import ClassValue, FunctionValue
from devlint.flow.guards import ALWAYS
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.rules.dev315_kept_by_size.facts import SizeAsked

_SIZES = frozenset({"shape", "size", "numel", "ndim", "dim", "nelement"})
_ORDERS = frozenset({"==", "!=", "<", ">", "<=", ">="})
_MOVERS = frozenset({"_apply", "to", "cuda", "__getstate__", "__deepcopy__"})
_LEAVING = frozenset({"item", "tolist", "int", "float", "len", "max", "min"})
"""Functions that give numbers, which are nowhere."""

_PLACED = frozenset({"to", "cuda", "type_as", "device", "is_cuda", "get_device"})


def detect(file: AnalyzedFile) -> Iterator[SizeAsked]:
    """The conditions in the ``classes`` of a file that ask what is kept for its size only."""
    targets = (target for part in file.of(form.Assign) for target in part.targets)
    theirs = {target for target in targets if isinstance(target, form.Attribute)}
    moved = {f"self.{one.name}" for one in theirs if dotted(one.value) != "self"}  # set from outside the class
    for cls in file.classes():
        if not is_module_class(cls) or any(cls.find(name) is not None for name in _MOVERS):
            continue
        free = _plain(cls) - moved
        for method in cls.members.values():
            if isinstance(method, FunctionValue) and getattr(method.form, "name", "") != "__init__":
                yield from _method(method.form, free, cls)


def _method(function: form.Function | form.Lambda, plain: set[str], cls: ClassValue) -> Iterator[SizeAsked]:
    """The conditions of one method of ``cls``."""
    parameters = {one.name for one in function.parameters.all if not is_device_parameter(one)} - {"self", "cls"}
    assigned = [part for part in form.walk(function, form.Assign) if isinstance(part, form.Assign)]
    places = _places(assigned)
    made: dict[str, form.Form] = {}
    for part in assigned:
        for target in map(_place, part.targets):
            if target in plain and target.count(".") == 1 and _is_put(part.value, places, parameters, assigned):
                made.setdefault(target, part)
    for choice in form.walk(function, form.If):
        assert isinstance(choice, form.If), "asked for"
        kept = next(_decided(choice, made), None) or next(_looked_up(choice, made, assigned), None)
        by = made
        if kept is None:
            by = _by_helper(choice, plain, places, parameters, cls)
            kept = next(iter(by), None)
        if kept is not None and not _speaks_of_place(choice.test):
            yield SizeAsked(choice.test, ALWAYS, kept, by[kept])


def _begun(init: object) -> set[str]:
    """What a constructor makes that is more than one element: of that, ``unregistered-tensor`` speaks."""
    made = form.walk(init.form, form.Assign) if isinstance(init, FunctionValue) else ()
    begun = [part for part in made if isinstance(part, form.Assign) and isinstance(part.value, form.Call)]
    return {place for part in begun if not _stands_in(part.value) for place in map(dotted, part.targets)}


def _stands_in(made: form.Expression) -> bool:
    """``torch.zeros(1)``, ``torch.empty(0)``: until there is something better."""
    given = made.arguments if isinstance(made, form.Call) else ()
    return bool(given) and all(isinstance(one, form.Constant) and one.value in (0, 1) for one in given)


def _by_helper(
    choice: form.If, plain: set[str], places: set[str], parameters: set[str], cls: ClassValue
) -> dict[str, form.Form]:
    """What a method sets that is called under ``choice``, with the size and with where an input is: see `_decided`."""
    for arm in choice.then:
        for call in form.walk(arm, form.Call):
            assert isinstance(call, form.Call), "asked for"
            name = dotted(call.function)
            helper = cls.find(name.removeprefix("self.")) if name.startswith("self.") else None
            if not isinstance(helper, FunctionValue) or any(isinstance(one, form.Star) for one in call.arguments):
                continue
            taken = [one.name for one in helper.form.parameters.all[1:]]
            given = {**dict(zip(taken, call.arguments, strict=False)), **{k: v for k, v in call.keywords if k}}
            there = {one for one, value in given.items() if _is_put(value, places, parameters, [])}
            assigned = [part for part in form.walk(helper.form, form.Assign) if isinstance(part, form.Assign)]
            sets = {place: part for part in assigned for place in map(dotted, part.targets) if place in plain}
            size = {place: given[dotted(part.value)] for place, part in sets.items() if dotted(part.value) in given}
            if any(_is_same(size.get(dotted(own)), other) for own, other in _compared(choice.test)):
                return {one: part for one, part in sets.items() if _is_put(part.value, there, there, assigned)}
    return {}


def _is_same(one: form.Expression | None, other: form.Expression) -> bool:
    """Whether both are spelled alike."""
    return one is not None and spelled(one) == spelled(other)


def _place(at: form.Expression) -> str:
    """The name of what is kept, or of that of which it is a part: ``self.kept[i]``."""
    return dotted(at.value if isinstance(at, form.Subscript) else at)


def _plain(cls: ClassValue) -> set[str]:
    """The attributes that the methods of a class set, and neither register nor move nor ask for their device."""
    found: set[str] = set()
    denied = _begun(cls.find("__init__"))
    for part in form.walk(cls.form, form.Assign, form.Call, form.Attribute):
        if isinstance(part, form.Assign):
            found.update(place for place in map(_place, part.targets) if place.startswith("self."))
        elif isinstance(part, form.Attribute):
            if part.name in _PLACED:
                denied.add(_place(part.value))
        elif isinstance(part, form.Call):
            name = dotted(part.function).rpartition(".")[2]
            if name in ("register_buffer", "register_parameter") and part.arguments:
                denied.add(f"self.{getattr(part.arguments[0], 'value', '')}")
    return found - denied


def _places(assigned: list[form.Assign]) -> set[str]:
    """What holds the device of something: ``where`` after ``where = x.device``."""
    read = [part for part in assigned if isinstance(part.value, form.Attribute) and part.value.name == "device"]
    return {place for part in read for place in map(dotted, part.targets) if place}


def _is_put(
    value: form.Expression, places: set[str], parameters: set[str], assigned: list[form.Assign], depth: int = 0
) -> bool:
    """Whether ``value`` is made where an argument is; what it was made of counts, by what is ``assigned`` around it."""
    if isinstance(value, form.Call) and (dotted(value.function) or getattr(value.function, "name", "")) in _LEAVING:
        return False
    for part in form.walk(value):
        if isinstance(part, form.Attribute) and part.name == "device" and _place(part.value) in parameters:
            return True
        if isinstance(part, form.Call) and isinstance(part.function, form.Attribute):
            named = part.function.name == "type_as" or part.function.name.endswith("_like")
            if named and any(dotted(one) in parameters for one in part.arguments):
                return True
        if isinstance(part, (form.Name, form.Attribute)) and dotted(part) in places:
            return True
    names = {dotted(part) for part in form.walk(value, form.Name)} if depth < 2 else set()
    inside = [part.value for part in assigned if not names.isdisjoint(map(dotted, part.targets))]
    return any(_is_put(one, places, parameters, assigned, depth + 1) for one in inside if one is not value)


def _decided(part: form.If, made: dict[str, form.Form]) -> Iterator[str]:
    """What a condition keeps or makes anew: it compares the size of that, or what is set to the new size with it."""
    anew = [one for arm in part.then for one in form.walk(arm, form.Assign) if isinstance(one, form.Assign)]
    set_here = {target: one.value for one in anew for target in map(_place, one.targets)}
    given = [
        one for arm in part.then for back in form.walk(arm, form.Return) for one in form.walk(back, form.Attribute)
    ]
    asked = {place for own, other in _compared(part.test) for place in _sized(own, other, set_here)}
    for kept in made:
        if kept in set_here and not asked.isdisjoint(set_here) or kept in map(dotted, given) and kept in asked:
            yield kept


def _looked_up(choice: form.If, made: dict[str, form.Form], assigned: list[form.Assign]) -> Iterator[str]:
    """What a condition makes for a size that it has not seen yet: ``if n not in self.kept: self.kept[n] = ...``."""
    anew = [one for arm in choice.then for one in form.walk(arm, form.Assign) if isinstance(one, form.Assign)]
    stored = [target for one in anew for target in one.targets if isinstance(target, form.Subscript)]
    for test in form.walk(choice.test, form.Compare):
        assert isinstance(test, form.Compare), "asked for"
        kept = dotted(test.comparators[0])
        if test.operators != ("not in",) or kept not in made or not _is_size(test.left, assigned):
            continue
        if any(dotted(one.value) == kept and _is_same(one.index, test.left) for one in stored):
            yield kept


def _is_size(key: form.Expression, assigned: list[form.Assign], depth: int = 0) -> bool:
    """Whether ``key`` is a size, by what is ``assigned`` in the method, and says nothing of a device."""
    parts = list(form.walk(key, form.Attribute, form.Call, form.Name))
    if any("device" in (getattr(one, "name", "") or getattr(one, "id", "")) for one in parts):
        return False
    if any(isinstance(one, form.Attribute) and one.name in _SIZES or _is_length(one) for one in parts):
        return True
    names = {one.id for one in parts if isinstance(one, form.Name)}
    inside = [part.value for part in assigned if not names.isdisjoint(bound(part))] if depth < 2 else []
    return bool(inside) and all(_is_size(one, assigned, depth + 1) for one in inside)


def _is_length(part: form.Form) -> bool:
    return isinstance(part, form.Call) and dotted(part.function) == "len"


def _compared(test: form.Expression) -> Iterator[tuple[form.Expression, form.Expression]]:
    """The two sides of each comparison in a condition, both ways round."""
    for part in form.walk(test, form.Compare):
        assert isinstance(part, form.Compare), "asked for"
        if len(part.operators) == 1 and part.operators[0] in _ORDERS:
            yield part.left, part.comparators[0]
            yield part.comparators[0], part.left


def _sized(own: form.Expression, other: form.Expression, set_here: dict[str, form.Expression]) -> Iterator[str]:
    """The attribute whose size ``own`` is, or that is set to the ``other`` side, which is no attribute's."""
    if isinstance(other, form.Constant) or any(dotted(one).startswith("self.") for one in form.walk(other)):
        return
    if _is_same(set_here.get(dotted(own)), other):
        yield dotted(own)
    for one in form.walk(own, form.Attribute):
        if isinstance(one, form.Attribute) and one.name in _SIZES:
            yield _place(one.value)


def _speaks_of_place(test: form.Expression) -> bool:
    """Whether a condition asks where something is, as well."""
    words = (getattr(one, "name", "") or getattr(one, "id", "") for one in form.walk(test, form.Name, form.Attribute))
    return any("device" in word or "cuda" in word for word in words)
