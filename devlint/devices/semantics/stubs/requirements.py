"""What a function that a stub describes does with its arguments: what it needs of them, and what it does to them.

    def nms(boxes: Tensor, scores: Tensor[boxes]) -> Tensor[boxes]: ...     boxes and scores meet
    def pack(tensors: Batch[tensors]): ...                                 all tensors of the list meet
    def summary(model: Model[accelerator]): ...                            the weights meet what is made there
    def trace(func: Model, example: Tensor[func]): ...                     func is applied to example
"""

from __future__ import annotations

from devlint.devices.checks import host_only
from devlint.devices.checks.device_values import generator_device
from devlint.devices.checks.meeting import meet
from devlint.devices.facts.recorder import Alternatives, operands
from devlint.devices.lattice.device import UNKNOWN
from devlint.devices.lattice.state_keys import LIBRARY
from devlint.devices.lattice.tensors import Tensor
from devlint.devices.lattice.values import Loader
from devlint.devices.semantics.libraries import data
from devlint.devices.semantics.libraries.array_packages import make_array
from devlint.devices.semantics.modules import escape, placement
from devlint.devices.semantics.stubs.bound_call import BoundCall
from devlint.devices.semantics.stubs.results import holds
from devlint.flow.call import call_value
from devlint.flow.containers import contents, leaves
from devlint.flow.domain import Arguments
from devlint.flow.values.value import External, Sequence, Table, Value, options
from devlint.forms import form
from devlint.stubs import vocabulary
from devlint.stubs.vocabulary import (
    ANYWHERE,
    ArrayType,
    BatchType,
    ConditionalType,
    EscapingType,
    GeneratorType,
    InstanceType,
    ModelType,
    MovedType,
    Parameter,
    Place,
    TensorType,
    Type,
    Whereabouts,
)


def check(call: BoundCall) -> None:
    """Bring the arguments of ``call`` to what its parameters say of them."""
    applied: dict[str, list[tuple[Value, form.Expression]]] = {}
    for parameter in call.row.parameters:
        for value, written in _passed(call, parameter):
            _take(call, parameter, value, written, applied)
    for name, given in applied.items():
        _apply(call, name, given)


def change(call: BoundCall) -> None:
    """What the object is from then on whose method ``call`` is: one of another class of the stub, or anything."""
    identity = getattr(call.instance, "id", None)
    if call.row.changes is None or call.instance is None or identity is None:
        return
    now = _settled(call, call.row.changes)
    if isinstance(now, InstanceType):
        call.state.fields[identity, LIBRARY] = External(now.name)
    else:
        escape.lost_track(call.run, call.state, call.instance)
        call.state.fields.pop((identity, LIBRARY), None)


def _passed(call: BoundCall, parameter: Parameter) -> list[tuple[Value, form.Expression]]:
    """What the call passes for ``parameter``, and its expressions: several for ``*args``."""
    if parameter.name.startswith("*"):
        rest = zip(call.arguments.positional, call.arguments.forms, strict=False)
        return list(rest)[parameter.position or 0 :]
    value, written = call.given(parameter), call.form_of(parameter)
    return [(value, written)] if value is not None and written is not None else []


def _take(
    call: BoundCall,
    parameter: Parameter,
    value: Value,
    written: form.Expression,
    applied: dict[str, list[tuple[Value, form.Expression]]],
) -> None:
    wanted = _wanted(call, parameter)
    if isinstance(wanted, (TensorType, BatchType)) and wanted.place != ANYWHERE:
        model = _model_of(call, wanted.place)
        if model:
            applied.setdefault(model, []).append((value, written))
        elif wanted.place == Place(Whereabouts.ARGUMENT, parameter.name):
            inside = list(operands(call.state, value, written, certain=True, lists=True))
            meet(call.run, call.state, call.recorder, inside, call.at, call.name, lenient=False)
        elif wanted.place == vocabulary.CPU:
            host_only.required(call.state, call.recorder, value, written, f"`{call.name}`")
        else:
            _meet(call, wanted, value, written)
    elif isinstance(wanted, ArrayType):
        make_array(call.run, call.state, call.recorder, call.name, value, call.at, written)
    elif isinstance(wanted, ModelType) and wanted.place != ANYWHERE:
        own = call.weights(value, written)
        there = call.standing_for(wanted.place)
        if own and there:
            meet(call.run, call.state, call.recorder, [own, there], call.at, call.name, lenient=False)
    elif isinstance(wanted, MovedType):
        place = call.place_of_moved(wanted.place, value)
        if place is not None:
            placement.move_module(call.run, call.state, value, place, call.at)
    elif isinstance(wanted, GeneratorType):
        filled = Tensor(next((d for _, d in call.devices(wanted.place)), UNKNOWN), ("filled", id(call.at)))
        generator_device.check(call.run, call.state, call.recorder, value, filled, written, call.name)
    elif isinstance(wanted, EscapingType):
        escape.lost_arguments(call.run, call.state, Arguments((value,), (), (written,)))


def _wanted(call: BoundCall, parameter: Parameter) -> Type | None:
    """What a parameter takes in this call."""
    return None if parameter.type is None else _settled(call, parameter.type)


def _settled(call: BoundCall, kind: Type) -> Type:
    """``kind`` in this call; where that depends on what is not known, the function may do anything."""
    while isinstance(kind, ConditionalType):
        known = holds(call, kind.test)
        kind = EscapingType() if known is None else kind.then if known else kind.otherwise
    return kind


def _model_of(call: BoundCall, place: Place) -> str:
    """The name of the parameter for a model that ``place`` refers to; "" where it refers to none."""
    parameter = call.row.parameter(place.name) if place.kind is Whereabouts.ARGUMENT else None
    taken = None if parameter is None else _wanted(call, parameter)
    return place.name if isinstance(taken, ModelType) else ""


def _meet(call: BoundCall, wanted: TensorType | BatchType, value: Value, written: form.Expression) -> None:
    there, several = call.standing_for(wanted.place), isinstance(wanted, BatchType)
    if several and isinstance(value, Loader):
        value = data.batch(call.run, call.state, value, written)
    inside = _inside(call, value, written) if several and there else [(value, written)]
    for one, at in inside if there else ():
        for found in operands(call.state, one, at, certain=True, lists=several):
            if _has_dimensions(found) or not isinstance(wanted, TensorType) or wanted.ranked:
                meet(call.run, call.state, call.recorder, [there, found], call.at, call.name, lenient=False)


def _inside(call: BoundCall, value: Value, written: form.Expression) -> list[tuple[Value, form.Expression]]:
    """What a nest of containers holds, each with the expression that gives it, where there is one of its own."""
    now = contents(call.state, value)
    if isinstance(now, Sequence) and isinstance(written, form.Display) and len(now.items) == len(written.elements):
        pairs = zip(now.items, written.elements, strict=True)
        return [inner for one, at in pairs for inner in _inside(call, one, at)]
    return [(one, written) for one in leaves(call.state, now)]


def _has_dimensions(found: Alternatives) -> bool:
    return all(operand.tensor.rank not in (None, 0) for _, operand in found)


def _apply(call: BoundCall, name: str, given: list[tuple[Value, form.Expression]]) -> None:
    """The function applies the model that is called ``name`` to ``given``, or to what a tuple or dict of them holds."""
    parameter = call.row.parameter(name)
    model = None if parameter is None else call.given(parameter)
    if parameter is None or model is None:
        return
    positional: list[tuple[Value, form.Expression]] = []
    keywords: list[tuple[str, Value, form.Expression]] = []
    for value, written in given:
        now = contents(call.state, value)
        if isinstance(now, Sequence) and now.exact:
            inside = written.elements if isinstance(written, form.Display) else (written,) * len(now.items)
            positional += zip(now.items, inside, strict=False)
        elif isinstance(now, Table) and not now.open:
            keywords += [(str(key), one, written) for key, one in now.items]
        else:
            positional.append((value, written))
    arguments = Arguments(
        tuple(one for one, _ in positional),
        tuple((key, one) for key, one, _ in keywords),
        tuple(written for _, written in positional),
        tuple(written for _, _, written in keywords),
    )
    written_model = call.form_of(parameter) or call.at.function
    named = tuple((key, written) for key, _, written in keywords)
    applied = form.Call(call.at.node, written_model, arguments.forms, named)
    applied = call.run.once(call.at, "applied", applied)
    for guards, one in options(model):
        with call.state.supposing(guards):
            call_value(call.run, call.state, one, arguments, applied)


