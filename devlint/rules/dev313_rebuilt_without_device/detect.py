"""Modules that are built anew around the weights of old ones, and not brought to where these are.

    def resize(self, size):
        new = nn.Linear(self.width, size)                     on the CPU
        new.weight.data[:8] = self.head.weight.data[:8]       copied there, from wherever the old one is
        self.head = new

    pruned.weight = nn.Parameter(layer.weight[rows])          this weight is where the old one is, the bias is not

One look over the forms. What runs while a model is built is left alone: nothing has been moved there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.facts.modules import Attached
from devlint.devices.patterns.calls_of_file import called_from
from devlint.devices.patterns.cuda_by_name import last
from devlint.devices.patterns.expressions import full_name
from devlint.flow.values.definitions import FunctionValue
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import (
    arguments_of,
    attributes_named,
    called_in,
    calls_in,
    calls_named,
    identifiers_in,
    ids_in,
    ifs_in,
    names_in,
    receiver,
)
from devlint.forms.source_file import SourceFile
from devlint.naming.functions import builds_or_converts
from devlint.naming.tensors import variable_and_weight
from devlint.rules.dev313_rebuilt_without_device.facts import Rebuilt
from devlint.torch_api.tables import module as module_fact

_MOVES = frozenset(
    "to cuda cpu xpu npu type_as to_empty apply _apply half float double bfloat16 load_state_dict".split()
)
_ATTACHES = frozenset({"setattr", "add_module", "register_module", "append", "insert", "isinstance", "len", "print"})
_OWNERS = frozenset({"self", "model", "module"})


@dataclass(slots=True)
class _Taken:
    """What a new module has taken over: ``copied`` into its own memory, or ``rebound``, by the names of its weights."""

    of: str
    copied: set[str] = field(default_factory=set)
    rebound: set[str] = field(default_factory=set)
    filled: set[str] = field(default_factory=set)  # from anywhere


def detect(file: AnalyzedFile) -> Iterator[Rebuilt]:
    """The modules that functions of a file rebuild and leave on the CPU, unless they are attached too late."""
    late = {id(fact.at) for fact in file.seen(Attached)}
    yield from (fact for fact in _rebuilt(file) if id(fact.attached) not in late)


def _rebuilt(file: AnalyzedFile) -> Iterator[Rebuilt]:
    if not any(variable_and_weight(dotted(place)) for place in _written(file)):
        return
    building: set[str] | None = None
    for function in file.functions():
        name = getattr(function.form, "name", "")
        if builds_or_converts(name) or not isinstance(function.form, form.Function):
            continue
        yield from _moved_at_times(file, function, function.form)
        made = _made(function)
        if not made:
            continue
        for new, call in made.items():
            taken = _taken(function, new, set(made))
            left = _left(function, call, taken) if taken is not None else ""
            out = _way_out(file, function.form, new) if left else None
            if taken is None or out is None or _is_placed(function.form, new):
                continue
            building = _building(file) if building is None else building
            if name not in building:
                attached = None if isinstance(out, form.Return) else out
                yield Rebuilt(call, ALWAYS, new, taken.of, "" if left == "all" else left, attached)


def _written(file: SourceFile) -> Iterator[form.Expression]:
    """What a file assigns to, whole or in part, or copies into."""
    for target in file.bindings.targets:
        yield target.value if isinstance(target, form.Subscript) else target
    for place in filter(None, map(receiver, file.calls_named("copy_"))):
        yield place.value if isinstance(place, form.Subscript) else place


def _moved_at_times(file: SourceFile, of: FunctionValue, function: form.Function) -> Iterator[Rebuilt]:
    """The modules that a function is given, puts in the place of others and moves there under a condition only."""
    conditions = ifs_in(function)
    for parameter in function.parameters.all if conditions else ():
        new = parameter.name
        taken = _taken(of, new, {new})
        attached = _way_out(file, function, new) if taken is not None and "weight" in taken.rebound else None
        if (
            taken is None
            or attached is None
            or isinstance(attached, form.Return)
            or _has_parts_looked_at(function, new)
        ):
            continue
        moves = [call for call in calls_in(function) if _is_move_of(call, new)]
        under = [one for one in conditions if not _is_about(one.test, new)]
        sometimes = {id(call) for one in under for call in calls_in(*one.then)}
        otherwise = {id(call) for one in under for call in calls_in(*one.otherwise)}
        inside = ids_in(*conditions)
        if moves and id(attached) not in inside and all(id(m) in sometimes and id(m) not in otherwise for m in moves):
            yield Rebuilt(attached, ALWAYS, new, taken.of, "", attached, moves[0])


def _has_parts_looked_at(function: form.Function, new: str) -> bool:
    """Whether a function goes through the parts of a module, or the weights in it, one by one."""
    loops = (part for part in form.walk(function, form.For, form.Comprehension))
    heads = (one.iterable if isinstance(one, form.For) else one for one in loops)
    return new in names_in(*heads)


def _is_move_of(call: form.Call, new: str) -> bool:
    called = call.function
    return isinstance(called, form.Attribute) and called.name in ("to", "cuda") and dotted(called.value) == new


def _is_about(test: form.Expression, new: str) -> bool:
    """Whether a condition asks where something is, or what the new module is like."""
    words = identifiers_in(test)
    return new in words or any("device" in word or "cuda" in word or "meta" in word for word in words)


def _made(function: FunctionValue) -> dict[str, form.Call]:
    """The modules of torch with weights that a function builds without a device, by the names it gives them."""
    found: dict[str, form.Call] = {}
    for one in form.once(Bindings, function.form).every:
        call = one.value
        if not isinstance(call, form.Call) or "." in one.name:
            continue
        fact = module_fact(full_name(function.home, dotted(call.function)))
        by_position = any(dotted(value).rpartition(".")[2].endswith("device") for value in call.arguments)
        plain = not by_position and not any(key in ("device", None) for key, _ in call.keywords)
        if fact is not None and fact.state == "always" and plain and fact.container is None:
            found.setdefault(one.name, call)
    return found


def _taken(function: FunctionValue, new: str, made: set[str]) -> _Taken | None:
    """What the module ``new`` takes over of one that the function did not build; None where it takes nothing."""
    found = _Taken("")
    for part in form.walk(function.form, form.Assign, form.Call):
        target: form.Expression | None = None
        if isinstance(part, form.Assign):
            target, value = part.targets[0], part.value
        elif isinstance(part, form.Call) and isinstance(part.function, form.Attribute) and part.arguments:
            if part.function.name != "copy_":
                continue
            target, value = part.function.value, part.arguments[0]
        if target is None:
            continue
        partly = isinstance(target, form.Subscript)
        place = variable_and_weight(dotted(target.value if isinstance(target, form.Subscript) else target))
        if place is None or place[0] != new:
            continue
        found.filled.add(place[1])
        of = _source(function, value, made)
        if of:
            found.of = found.of or of
            (found.copied if partly or isinstance(part, form.Call) else found.rebound).add(place[1])
        elif not partly and not isinstance(part, form.Call):
            found.rebound.add(place[1])  # with an unknown value, which may be anywhere
    return found if found.of else None


def _source(function: FunctionValue, value: form.Expression, made: set[str]) -> str:
    """The module whose weight ``value`` is made of: one of ``self``, or of a parameter; "" where there is none.

    Nor where the weight is one of arrays: ``torch.from_numpy`` takes nothing else.
    """
    if any(isinstance(call.function, form.Attribute) for call in calls_named(_MOVES, value)):
        return ""
    if calls_named({"from_numpy"}, value):
        return ""
    given = {one.name for one in function.form.parameters.all}
    for part in attributes_named({"weight", "bias"}, value):
        owner = dotted(part.value)
        top = owner.partition(".")[0]
        if top and top not in made and owner != "self" and top in given:
            return owner
    return ""


def _left(function: FunctionValue, call: form.Call, taken: _Taken) -> str:
    """What of a new module stays on the CPU: "all", or the name of a weight of its own; "" where nothing does."""
    if "weight" in taken.copied and not taken.rebound:
        return "all"
    if "weight" not in taken.rebound or "weight" in taken.copied:
        return ""
    name = full_name(function.home, dotted(call.function)).rpartition(".")[2]
    if "Norm" in name and not name.startswith(("LayerNorm", "GroupNorm", "RMSNorm")):
        return ""
    has_bias = name in ("Linear", "Conv1d", "Conv2d", "Conv3d", "ConvTranspose2d", "LayerNorm", "GroupNorm")
    for key, value in call.keywords:
        if key == "bias":
            has_bias = has_bias and isinstance(value, form.Constant) and value.value is True
    if name == "Linear" and len(call.arguments) > 2 or name.startswith("Conv") and len(call.arguments) > 7:
        has_bias = False
    return "bias" if has_bias and "bias" not in taken.rebound else ""


def _is_placed(function: form.Function, new: str) -> bool:
    """Whether a new module is moved in the function, or handed to something that may move it."""
    if not all(isinstance(value, form.Call) for value in form.once(Bindings, function).values_of(new)):
        return True  # the name stands for something else, too
    for part in calls_in(function):
        called = part.function
        if isinstance(called, form.Attribute) and called.name in _MOVES:
            inner = called.value
            while isinstance(inner, (form.Attribute, form.Call)):
                inner = inner.value if isinstance(inner, form.Attribute) else inner.function
            if isinstance(inner, form.Name) and (inner.id == new or dotted(called.value) in _OWNERS):
                return True
        name = last(called)
        given = any(dotted(one) == new for one in arguments_of(part))
        if given and name not in _ATTACHES and "init" not in name.lower():
            return True
    return False


def _way_out(file: SourceFile, function: form.Function, new: str) -> form.Form | None:
    """Where a new module takes its place in another one, or is returned to callers that do not move it."""
    for part in form.walk(function, form.Assign, form.Return, form.Call):
        if isinstance(part, form.Assign) and dotted(part.value) == new:
            if any(isinstance(target, (form.Attribute, form.Subscript)) for target in part.targets):
                return part
        elif isinstance(part, form.Call) and dotted(part.function).rpartition(".")[2] in _ATTACHES - {"isinstance"}:
            if any(dotted(one) == new for one in part.arguments):
                return part
        elif isinstance(part, form.Return) and dotted(part.value) == new:
            return None if _is_moved_by_callers(file, function.name) else part
    return None


def _is_moved_by_callers(file: SourceFile, name: str) -> bool:
    """True if the file moves what the function ``name`` returns."""
    made = file.calls_named(name)
    held = {place for call in made for place in file.bindings.names_of(call)}
    return any(inner in made or dotted(inner) in held for inner in map(receiver, file.calls_named(*_MOVES)))


def _building(file: SourceFile) -> set[str]:
    """The names of everything that constructors call, and what that calls."""
    builders = (one for name, several in file.functions_by_name.items() if builds_or_converts(name) for one in several)
    return called_from((one.rpartition(".")[2] for one in called_in(*builders)), file)
