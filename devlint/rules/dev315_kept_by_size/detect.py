"""What a module keeps from one input to the next as long as the size is the same, wherever the next one is.

if self.kept is None or self.kept.shape != x.shape:         asks for the size
    self.kept = torch.arange(x.shape[1], device=x.device)   made where this input is
return x + self.kept                                        the next one may be elsewhere, after `model.to(...)`
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.evidence.class_roles import is_module_class
from devlint.devices.patterns.expressions import spelled
from devlint.devices.patterns.parameters import is_device_parameter
from devlint.flow.values.definitions import ClassValue, FunctionValue
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import (
    attributes_named,
    calls_named,
    comparisons_in,
    identifiers_in,
    ifs_in,
    names_in,
    paths_in,
    returned_by,
)
from devlint.forms.targets import Bound
from devlint.rules.dev315_kept_by_size.facts import SizeAsked

_SIZES = frozenset({"shape", "size", "numel", "ndim", "dim", "nelement"})
_ORDERS = frozenset({"==", "!=", "<", ">", "<=", ">="})
_MOVERS = frozenset({"_apply", "to", "cuda", "__getstate__", "__deepcopy__"})
_LEAVING = frozenset({"item", "tolist", "int", "float", "len", "max", "min"})
"""Functions that give numbers, which are nowhere."""

_PLACED = frozenset({"to", "cuda", "type_as", "device", "is_cuda", "get_device"})


def detect(file: AnalyzedFile) -> Iterator[SizeAsked]:
    """The conditions in the classes of ``file`` that ask what is kept for its size only."""
    theirs = [target for target in file.bindings.targets if isinstance(target, form.Attribute)]
    moved = {f"self.{one.name}" for one in theirs if dotted(one.value) != "self"}  # set from outside the class
    for cls in file.classes():
        if not is_module_class(cls) or any(cls.find(name) is not None for name in _MOVERS):
            continue
        free = _plain(cls) - moved
        for method in cls.members.values():
            if isinstance(method, FunctionValue) and getattr(method.form, "name", "") != "__init__":
                yield from _method(method.form, free)


def _method(function: form.Function | form.Lambda, plain: set[str]) -> Iterator[SizeAsked]:
    """The conditions of one method of a class, whose ``plain`` attributes stay where they are."""
    parameters = {one.name for one in function.parameters.all if not is_device_parameter(one)} - {"self", "cls"}
    assigned = form.once(Bindings, function)
    places = _places(assigned)
    made: dict[str, form.Form] = {}
    for one in (one for one in _set_in(assigned) if one.name in plain and one.name.count(".") == 1):
        if one.value is not None and _is_put(one.value, places, parameters, assigned):
            made[one.name] = one.at
    for choice in ifs_in(function):
        kept = next(_decided(choice, made), None)
        if kept is not None and not _speaks_of_place(choice.test):
            yield SizeAsked(choice.test, ALWAYS, kept, made[kept])


def _begun(init: object) -> set[str]:
    """What a constructor makes that is more than one element: of that, ``unregistered-tensor`` speaks."""
    made = form.once(Bindings, init.form).every if isinstance(init, FunctionValue) else ()
    return {one.name for one in made if isinstance(one.source, form.Call) and not _stands_in(one.source)}


def _set_in(assigned: Bindings) -> tuple[Bound, ...]:
    """What is bound, or put into items, by the name of what holds these."""
    return (*assigned.every, *assigned.stored)


def _stands_in(made: form.Call) -> bool:
    """``torch.zeros(1)``, ``torch.empty(0)``: until there is something better."""
    given = made.arguments
    return bool(given) and all(isinstance(one, form.Constant) and one.value in (0, 1) for one in given)


def _is_same(one: form.Expression | None, other: form.Expression) -> bool:
    """Whether both are spelled alike."""
    return one is not None and spelled(one) == spelled(other)


def _place(at: form.Expression) -> str:
    """The name of what is kept, or of that of which it is a part: ``self.kept[i]``."""
    return dotted(at.value if isinstance(at, form.Subscript) else at)


def _plain(cls: ClassValue) -> set[str]:
    """The attributes that the methods of a class set, and neither register nor move nor ask for their device."""
    found = {one.name for one in _set_in(cls.bindings) if one.name.startswith("self.")}
    placed = {_place(part.value) for part in attributes_named(_PLACED, cls.form)}
    registering = calls_named({"register_buffer", "register_parameter"}, cls.form)
    registered = {f"self.{getattr(key, 'value', '')}" for call in registering for key in call.arguments[:1]}
    return found - placed - registered - _begun(cls.find("__init__"))


def _places(assigned: Bindings) -> set[str]:
    """What holds the device of something: ``where`` after ``where = x.device``."""
    return {one.name for one in assigned.every if isinstance(one.value, form.Attribute) and one.value.name == "device"}


def _is_put(value: form.Expression, places: set[str], parameters: set[str], assigned: Bindings, depth: int = 0) -> bool:
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
    names = names_in(value) if depth < 2 else ()
    inside = (one for name in names for one in assigned.values_of(name) if one is not None and one is not value)
    return any(_is_put(one, places, parameters, assigned, depth + 1) for one in inside)


def _decided(part: form.If, made: dict[str, form.Form]) -> Iterator[str]:
    """What a condition keeps or makes anew: it compares the size of that, or what is set to the new size with it."""
    set_here = {one.name: one.value for one in _set_in(Bindings(*part.then)) if one.value is not None}
    given = paths_in(*returned_by(*part.then))
    asked = {place for own, other in _compared(part.test) for place in _sized(own, other, set_here)}
    for kept in made:
        if kept in set_here and not asked.isdisjoint(set_here) or kept in given and kept in asked:
            yield kept


def _compared(test: form.Expression) -> Iterator[tuple[form.Expression, form.Expression]]:
    """The two sides of each comparison in a condition, both ways round."""
    for part in comparisons_in(test):
        if len(part.operators) == 1 and part.operators[0] in _ORDERS:
            yield part.left, part.comparators[0]
            yield part.comparators[0], part.left


def _sized(own: form.Expression, other: form.Expression, set_here: dict[str, form.Expression]) -> Iterator[str]:
    """The attribute whose size ``own`` is, or that is set to the ``other`` side, which is no attribute's."""
    if isinstance(other, form.Constant) or any(path.startswith("self.") for path in paths_in(other)):
        return
    if _is_same(set_here.get(dotted(own)), other):
        yield dotted(own)
    yield from (_place(one.value) for one in attributes_named(_SIZES, own))


def _speaks_of_place(test: form.Expression) -> bool:
    """Whether a condition asks where something is, as well."""
    return any("device" in word or "cuda" in word for word in identifiers_in(test))
