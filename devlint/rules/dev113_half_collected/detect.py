"""Lists that are filled in one loop, one of them on the host and another one not.

for batch in loader:
    logits = model(batch)
    everything.append(logits.cpu())
    best.append(logits.argmax(-1))              where the logits are
return torch.cat(everything), torch.cat(best)   on two devices

One look over the forms. Both have to come of one tensor of the loop, and both are concatenated and returned, or used,
together.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import called_in, calls_in, calls_named, loops_in
from devlint.rules.dev113_half_collected.facts import HalfHosted
from devlint.torch_api.names import JOINING

_JOINS = frozenset(f"torch.{name}" for name in JOINING)
_LEAVES = frozenset("cpu numpy item tolist".split())


def detect(file: AnalyzedFile) -> Iterator[HalfHosted]:
    """What the functions of ``file`` collect apart."""
    if not file.calls_named("cpu") or len(file.calls_named("append")) < 2 or not file.calls_named(*JOINING):
        return
    for function in file.functions():
        joined = _joined(function.form)
        if len(joined) < 2:
            continue
        for loop in loops_in(function.form):
            found = _apart(loop, joined)
            if found is not None:
                yield found
                break


def _joined(function: form.Function | form.Lambda) -> set[str]:
    """The lists that are concatenated and leave together."""
    results = {one.name: _list_of(one.value) for one in form.once(Bindings, function).every if _list_of(one.value)}
    for one in form.walk(function, form.Return, form.Call):
        found = {_list_of(element) or results.get(dotted(element), "") for element in _together(one)} - {""}
        if len(found) > 1:
            return found
    return set()


def _together(place: form.Form) -> tuple[form.Expression, ...]:
    """What a function returns side by side, or hands to another one."""
    if isinstance(place, form.Call):
        return place.arguments
    value = place.value if isinstance(place, form.Return) else None
    if isinstance(value, form.Mapping):
        return tuple(one for _, one in value.items)
    return value.elements if isinstance(value, form.Display) else ()


def _list_of(value: form.Expression | None) -> str:
    """``xs`` in ``torch.cat(xs)``."""
    if not isinstance(value, form.Call) or dotted(value.function) not in _JOINS or not value.arguments:
        return ""
    return dotted(value.arguments[0])


def _apart(loop: form.Form, joined: set[str]) -> HalfHosted | None:
    """What one loop puts into one of the lists as it is, where another one gets its like on the host."""
    hosted: dict[str, form.Expression] = {}
    there: dict[str, form.Expression] = {}
    for call in calls_named({"append"}, loop):
        called = call.function
        if isinstance(called, form.Attribute) and len(call.arguments) == 1:
            name, value = dotted(called.value), call.arguments[0]
            if name in joined:
                (hosted if _is_hosted(value) else there)[name] = value
    if not hosted or not there or hosted.keys() & there.keys():
        return None
    comes_of, moved = _origins(loop)
    for name, value in there.items():
        mine = _closure(value, comes_of)
        for of_hosted, other in hosted.items():
            shared = mine & _closure(other, comes_of) - moved
            if shared and not mine & moved:
                return HalfHosted(value, ALWAYS, other, min(shared), (name, of_hosted))
    return None


def _is_hosted(value: form.Expression) -> bool:
    called = (name.rpartition(".") for name in called_in(value))
    return any(dot and name in _LEAVES for _, dot, name in called)


def _origins(loop: form.Form) -> tuple[dict[str, set[str]], set[str]]:
    """What the variables of a loop are computed from, and which of them are brought to the host."""
    comes_of: dict[str, set[str]] = {}
    moved: set[str] = set()
    for one in Bindings(loop).every:
        unpacked = one.value is None and isinstance(one.source, form.Name)
        if unpacked or one.source is None or isinstance(one.at, form.For):
            continue  # parts of a batch need not be in one place
        comes_of.setdefault(one.name, set()).update(_operands(one.source) - {one.name})
        if _is_hosted(one.source):
            moved.add(one.name)
    return comes_of, moved


def _operands(value: form.Expression) -> set[str]:
    """The variables that stand in an expression by themselves, or that a method is called on."""
    parts: set[int] = set()  # of something else, or functions
    for part in form.walk(value, form.Subscript, form.Attribute, form.Call):
        if isinstance(part, form.Subscript) and isinstance(part.index, form.Constant):
            parts.add(id(part.value))
        elif isinstance(part, form.Call):
            parts.add(id(part.function))
    called = {id(call.function) for call in calls_in(value)}
    parts |= {id(one.value) for one in form.walk(value, form.Attribute) if id(one) not in called}
    return {name.id for name in form.walk(value, form.Name) if id(name) not in parts}


def _closure(value: form.Expression, comes_of: dict[str, set[str]]) -> set[str]:
    """The variables of the loop that ``value`` is computed from."""
    found: set[str] = set()
    pending = _operands(value)
    while pending:
        name = pending.pop()
        if name in comes_of and name not in found:
            found.add(name)
            pending |= comes_of[name]
    return found
