"""Parameters that a module gives up for new ones of the same shape once it is in use.

    def load_hook(self, module, keys):
        self.scale = nn.Parameter(torch.ones_like(self.scale))    the optimizer still has the old one

One walk over the forms. What builds, resets or converts a module is left alone, and so is what the constructor calls:
no optimizer holds the old parameter then. A new shape needs a new parameter.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.evidence.class_roles import is_module_class
from devlint.devices.patterns.cuda_by_name import last
from devlint.devices.patterns.expressions import full_name
from devlint.flow.values.definitions import ClassValue, FunctionValue
from devlint.flow.values.guards import ALWAYS
from devlint.flow.values.value import External
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import arguments_of, called_in, calls_named
from devlint.naming.functions import builds_or_replaces
from devlint.rules.dev312_replaced_parameter.facts import Replaced

_KEEPS_SHAPE = frozenset(
    "to cuda cpu detach clone contiguous abs neg exp log sqrt square sign sigmoid tanh clamp clamp_ clip clip_ mul div "
    "add sub mul_ div_ add_ sub_ zero_ fill_ normal_ uniform_ copy_ round requires_grad_".split()
)
"""Methods of tensors that give one of the same shape and type."""


def detect(file: AnalyzedFile) -> Iterator[Replaced]:
    """The parameters that the functions of ``file`` replace by their like."""
    made = [one for one in file.of(form.Assign) if _last_name(one.value) == "Parameter"]
    again = [one for one in made if isinstance(one.value, form.Call) and _is_of_itself(one.targets, one.value)]
    again += [one for one in made if isinstance(one.value, form.Call) and _wraps_anew(one.targets[0], one.value)]
    if not again:
        return
    for function in file.functions():
        name = getattr(function.form, "name", "")
        owner = function.owner
        here = [part for part in again if function.form in file.definitions(part)]
        for part in here:
            if _is_of_any_module(part.targets[0]) and _is_torchs(function, part.value):
                yield Replaced(part, ALWAYS, _text(part.targets[0]), name, wrapped=True)
        if owner is None or builds_or_replaces(name) or not is_module_class(owner):
            continue
        for part in here:
            place = dotted(part.targets[0])
            if _is_torchs(function, part.value) and _is_parameter(owner, place) and name not in _built_with(owner):
                yield Replaced(part, ALWAYS, place, name)


def _last_name(value: form.Expression | None) -> str:
    return last(value.function) if isinstance(value, form.Call) else ""


def _is_of_itself(targets: tuple[form.Expression, ...], call: form.Call) -> bool:
    """Whether an attribute is given a parameter of its own shape, made of what it holds."""
    place = dotted(targets[0]) if len(targets) == 1 else ""
    return place.startswith("self.") and bool(call.arguments) and _has_shape_of(call.arguments[0], place)


def _wraps_anew(target: form.Expression, call: form.Call) -> bool:
    """Whether ``module._parameters[name]`` is given itself, moved, as a parameter that knows nothing of the old one."""
    moved = call.arguments[0] if len(call.arguments) == 1 and not call.keywords else None
    if not isinstance(moved, form.Call) or not isinstance(moved.function, form.Attribute) or _retypes(moved):
        return False
    return moved.function.name in ("to", "cuda", "cpu") and _text(moved.function.value) == _text(target) != ""


def _text(place: form.Expression) -> str:
    """What a place is called, with its index where that is a name."""
    if isinstance(place, form.Subscript):
        whole, index = dotted(place.value), dotted(place.index)
        return f"{whole}[{index}]" if whole and index else ""
    return dotted(place)


def _is_of_any_module(target: form.Expression) -> bool:
    """True if a place is a parameter of a module that was made elsewhere."""
    if isinstance(target, form.Subscript):
        return dotted(target.value).endswith("._parameters")
    top, _, rest = dotted(target).partition(".")
    return top not in ("", "self") and rest in ("weight", "bias")


def _has_shape_of(value: form.Expression, place: str) -> bool:
    """Whether ``value`` is made of what ``place`` holds, and like it in shape and type."""
    if dotted(value) in (place, f"{place}.data"):
        return dotted(value) == f"{place}.data"
    if isinstance(value, form.Binary):
        left = dotted(value.left) == place or _has_shape_of(value.left, place)
        return value.operator in ("*", "/", "+", "-") and left
    if not isinstance(value, form.Call):
        return False
    name = _last_name(value)
    if name.endswith("_like"):
        plain = not any(key == "dtype" for key, _ in value.keywords)
        return plain and bool(value.arguments) and dotted(value.arguments[0]) in (place, f"{place}.data")
    if not isinstance(value.function, form.Attribute) or name not in _KEEPS_SHAPE or _retypes(value):
        return False
    inner = value.function.value
    return dotted(inner) in (place, f"{place}.data") or _has_shape_of(inner, place)


def _retypes(call: form.Call) -> bool:
    """Whether a move may change the type of the numbers, too."""
    given = arguments_of(call)
    names = [dotted(one) for one in given]
    return any("dtype" in name or name.startswith("torch.") for name in names)


def _is_torchs(function: FunctionValue, call: form.Expression) -> bool:
    """Whether a call makes a parameter of torch."""
    return isinstance(call, form.Call) and full_name(function.home, dotted(call.function)).startswith("torch.nn")


def _is_parameter(owner: ClassValue, place: str) -> bool:
    """Whether ``place`` holds a parameter since the module was built."""
    name = place.rpartition(".")[2]
    if place.count(".") > 1:
        return name in ("weight", "bias")
    init = owner.find("__init__")
    if isinstance(init, FunctionValue):
        keys = (key for call in calls_named({"register_parameter"}, init.form) for key in call.arguments[:1])
        if any(isinstance(key, form.Constant) and key.value == name for key in keys):
            return True
        if "Parameter" in map(_last_name, form.once(Bindings, init.form).values_of(place)):
            return True
    return any(base.name.startswith("torch.nn.") for base in owner.bases_outside() if isinstance(base, External)) and (
        name in ("weight", "bias")
    )


def _built_with(owner: ClassValue) -> set[str]:
    """The methods that the constructor calls, and those that these call."""
    found: set[str] = set()
    pending = ["__init__"]
    while pending:
        method = owner.find(pending.pop())
        for called in called_in(method.form) if isinstance(method, FunctionValue) else ():
            top, _, name = called.rpartition(".")
            if top == "self" and name not in found:
                found.add(name)
                pending.append(name)
    return found
