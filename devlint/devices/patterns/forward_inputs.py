"""The arguments of a module to which it applies layers as they come, so that they have to be where its weights are.

    def forward(self, x, lengths):
        h = torch.relu(self.first(x.flatten(1)))        `x` is one, `lengths` is not

Only what ``forward`` does on every way through it counts: what stands before its first branch.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.patterns.expressions import full_name
from devlint.flow.values.definitions import ClassValue, FunctionValue
from devlint.forms import form
from devlint.forms.form import decorator_name, dotted
from devlint.forms.parts import calls_in, identifiers_in
from devlint.forms.targets import bound_at
from devlint.torch_api.tables import module as module_fact

_SHAPING = frozenset({
    "view", "reshape", "flatten", "squeeze", "unsqueeze", "permute", "transpose", "contiguous", "float", "half",
    "double", "long", "t", "clone", "detach",
})  # fmt: skip
"""Methods of tensors after which a tensor is where it was."""

_TRANSPARENT = frozenset({"no_grad", "inference_mode", "enable_grad", "autocast"})

_ASIDE = (form.Conditional, form.Boolean, form.Lambda, form.Comprehension)
"""Expressions parts of which may not be evaluated, or for something else."""


def applied_inputs(cls: ClassValue) -> tuple[tuple[int, str], ...]:
    """The parameters of the ``forward`` of ``cls`` that layers with weights are applied to: places and names."""
    forward = cls.find("forward")
    if not isinstance(forward, FunctionValue) or not isinstance(forward.form, form.Function):
        return ()
    if cls.find("__call__") is not None or not all(decorator_name(d) in _TRANSPARENT for d in forward.form.decorators):
        return ()
    layers = set(_layers(cls))
    parameters = [p for p in forward.form.parameters.all[1:] if p.kind in ("positional", "normal")]
    as_given = {p.name for p in parameters}
    found: set[str] = set()
    for statement in forward.form.body:
        if not layers or not isinstance(statement, (form.Assign, form.Evaluate, form.Return, form.Annotate)):
            break
        for call in _certain_calls(statement.value):
            first = next(iter(call.arguments), None)
            if dotted(call.function) in layers and _origin(first) in as_given:
                found.add(_origin(first))
        names = {one.name for one in bound_at(statement)}
        if isinstance(statement, form.Assign) and _origin(statement.value) not in names:
            as_given -= names
    return tuple((number, p.name) for number, p in enumerate(parameters) if p.name in found)


def _layers(cls: ClassValue) -> Iterator[str]:
    """``self.first`` for each layer of torch with weights that the constructor of ``cls`` makes on every way."""
    for part in cls.linearised():
        init = part.members.get("__init__") if isinstance(part, ClassValue) else None
        if not isinstance(init, FunctionValue) or not isinstance(init.form, form.Function):
            continue
        if any("hook" in name for name in identifiers_in(init.form)):
            return
        for one in (one for statement in init.form.body for one in bound_at(statement)):
            if one.name.startswith("self.") and one.value is not None and _is_layer(init, one.value):
                yield one.name


def _is_layer(init: FunctionValue, value: form.Expression) -> bool:
    """Whether ``value`` makes a module of torch that has weights, and applies them to what it is given."""
    if not isinstance(value, form.Call):
        return False
    fact = module_fact(full_name(init.home, dotted(value.function)))
    if fact is None:
        return False
    if fact.container == "sequential":
        inside = [full_name(init.home, dotted(one.function)) for one in value.arguments if isinstance(one, form.Call)]
        known = [module_fact(name) for name in inside]
        return (
            len(inside) == len(value.arguments)
            and None not in known
            and any(_is_layer(init, v) for v in value.arguments)
        )
    return fact.container is None and fact.state == "always" and not fact.stateless_when


def _certain_calls(value: form.Expression | None) -> Iterator[form.Call]:
    """The calls in an expression that are made whenever it is evaluated."""
    aside = {id(part) for one in (form.walk(value, *_ASIDE) if value is not None else ()) for part in form.walk(one)}
    for call in calls_in(value) if value is not None else ():
        if id(call) not in aside:
            yield call


def _origin(value: form.Expression | None) -> str:
    """``x`` for ``x`` and ``x.view(-1, 3)``: the variable whose tensor a value is; "" for anything else."""
    while isinstance(value, form.Call) and isinstance(value.function, form.Attribute):
        if value.function.name not in _SHAPING:
            return ""
        value = value.function.value
    return value.id if isinstance(value, form.Name) else ""
