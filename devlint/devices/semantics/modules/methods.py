"""Transfer functions of modules' methods: registering, moving, listing, and children by index or name.

self.register_buffer("mask", m)      the field ".mask" holds m as a buffer
net.add_module("head", layer)        attached as by an assignment
for layer in net: ...                any of the children
"""

from __future__ import annotations

from devlint.devices.checks import applied_too_soon, placed_models
from devlint.devices.checks.device_values import double_on_mps
from devlint.devices.facts.modules import FromMeta
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.device import CPU, DEFAULT, META, UNKNOWN, Device, Known
from devlint.devices.lattice.hints import device_of
from devlint.devices.lattice.state_keys import CURRENT_DEVICE, DOUBLE, MOVED, PLACE
from devlint.devices.lattice.tensors import POSITIVE, Cause, Double, Made, Tensor
from devlint.devices.lattice.values import DeviceValue, Mark, Module
from devlint.devices.semantics.libraries import optimizers
from devlint.devices.semantics.modules import application, escape, placement, rebound_weights, weights as module_weights
from devlint.devices.semantics.modules.listings import SUBMODULES, saved, submodules, weights
from devlint.devices.semantics.modules.registration import keep, register
from devlint.devices.semantics.placement.targets import move_target
from devlint.devices.semantics.tensors import doubles
from devlint.flow.call import call_value
from devlint.flow.containers import contents
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import merge
from devlint.flow.values.conditions import OneOf
from devlint.flow.values.definitions import Object
from devlint.flow.values.guards import feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import Literal, Sequence, Unknown, Value, is_slice, options
from devlint.forms import form
from devlint.forms.parts import called_in, is_part_of, loops_in
from devlint.torch_api.names import BUFFERS

PARTS = frozenset({
    "features", "backbone", "encoder", "layer1", "layer2", "layer3", "layer4", "fc", "classifier", "conv1", "bn1",
    "heads", "roi_heads", "rpn", "conv_proj", "aux_classifier", "box_predictor", "mask_predictor",
})  # fmt: skip
"""What models call the parts of theirs that carry weights."""

READERS = frozenset({
    "zero_grad", "buffers", "load_state_dict", "register_forward_hook",
    "keys", "values", "items",
})  # fmt: skip
"""Methods after which a module is where it was, and holds what it held."""


def attribute(state: State, value: Module, name: str) -> Value | None:
    """``module.name``: its weight, its bias, its device; None for anything else."""
    buffer = name in BUFFERS
    kept = buffer and value.stateful or name.startswith(module_weights.OF_TORCH) and value.name.startswith("torch.nn.")
    if name in ("weight", "bias") and (value.stateful or not value.name) or kept:
        found = []
        for guards, place in options(module_weights.place_of(state, value)):
            device = device_of(place) or UNKNOWN
            cause = Cause(Made.MODULE, value.made) if value.made is not None and device == DEFAULT else None
            rank = 1 if buffer else POSITIVE if value.name.startswith("torch.nn.") else None
            found.append((guards, Tensor(device, (value.id, name), rank, cause, parameter=not buffer, buffer=buffer)))
        return merge(found, (value.id, name))
    if name == "device":
        return module_weights.place_of(state, value)
    return _part(state, value, name) if name in PARTS and value.stateful else None


def _part(state: State, value: Module, name: str) -> Module:
    """A part of ``value``, which is where that is, and moves with it."""
    part = Module((value.id, name), "", True, value.made)
    state.fields[part.id, PLACE] = module_weights.place_of(state, value)
    if (moved := state.field(value.id, MOVED)) is not None:
        state.fields[part.id, MOVED] = moved
    state.fields[value.id, f".{name}"] = part
    return part


def method(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    receiver: Module | Object,
    name: str,
    arguments: Arguments,
    at: form.Call,
) -> Value | None:
    """``module.name(...)`` of what every module has; None where nothing is known of it."""
    where = move_target(run, state, recorder, name, arguments, at)
    if where is not None:
        back = Cause(Made.HOST_MOVE, at) if len(where) == 1 else None
        there = [(g, _now(state, d)) for g, d in where if d is not None]
        places = [(g, DeviceValue(d, cause=back if d == CPU else None)) for g, d in there]
        if places:
            place = merge(places, run.identity(at))
            optimizers.moved(state, recorder, receiver, place, at)
            applied_too_soon.moved(state, recorder, receiver, place, at)
            placed_models.moved(state, recorder, receiver, at)
            _from_meta(state, recorder, receiver, place, at)
            placement.move_module(run, state, receiver, place, at)
        _cast(run, state, recorder, receiver, name, arguments, at)
        return receiver
    given = arguments.positional
    if name == "_apply" or name == "apply" and rebound_weights.moves(arguments.get(0, "fn")):
        placement.move_module(run, state, receiver, DeviceValue(UNKNOWN), at)
        return receiver
    if name in ("train", "eval", "requires_grad_", "share_memory", "apply"):
        return receiver
    if name == "load_state_dict":
        assigned = arguments.get(2, "assign") not in (None, Literal(False))
        if not assigned and not arguments.open and _lacks_data(state, receiver):
            recorder.add(FromMeta(at, state.guards, True, None))
            assigned = True  # once is enough
        if assigned:
            placement.move_module(run, state, receiver, DeviceValue(UNKNOWN), at)  # the weights are those of the dict
            return Unknown(run.identity(at))
    if name == "to_empty":
        placement.move_module(run, state, receiver, DeviceValue(UNKNOWN), at)
        return receiver
    if name in ("register_buffer", "register_parameter", "add_state") and arguments.get(0, "name") is not None:
        register(run, state, recorder, receiver, name, arguments, at)
        return Literal(None)
    if name in ("add_module", "register_module") and len(given) > 1:
        for _, key in options(given[0]):
            named = str(key.value) if isinstance(key, Literal) else f"<{run.serial(at)}>"
            keep(run, state, recorder, receiver, named, given[1], at)
        return Literal(None)
    if name in ("append", "insert", "extend", "update") and isinstance(receiver, Module):
        inside = contents(state, given[-1]) if given else None
        for number, child in enumerate(inside.items if isinstance(inside, Sequence) else given):
            if isinstance(child, Value):
                keep(run, state, recorder, receiver, f"<{run.serial(at, number)}>", child, at)
        return receiver
    if name in ("parameters", "named_parameters"):
        return weights(run, state, receiver, name, module_weights.place_of(state, receiver), at)
    if name in PARTS and isinstance(receiver, Module) and receiver.stateful and not receiver.borrowed:
        held = state.field(receiver.id, f".{name}") or _part(state, receiver, name)
        return call_value(run, state, held, arguments, at)
    if name in ("forward", "__call__") and isinstance(receiver, Module):
        return application.invoke(run, state, recorder, receiver, arguments, at)
    if name == "state_dict":
        return saved(run, state, receiver, at)
    if name in SUBMODULES and isinstance(receiver, Module) and not receiver.name:
        return submodules(run, state, receiver, name, at)
    if name in SUBMODULES and _are_moved(run, at):
        escape.lost_track(run, state, receiver)
    if name in SUBMODULES or name in READERS:
        return _children(run, state, receiver, name, at)
    return None


def _are_moved(run: Evaluator, at: form.Call) -> bool:
    """Whether the function in progress goes over the parts that ``at`` gives, and moves some of them."""
    function = run.site.function
    for loop in loops_in(function.form) if function is not None else ():
        if isinstance(loop, form.For) and is_part_of(at, loop.iterable):
            return any(name.endswith((".to", ".cuda")) for name in called_in(*loop.body))
    return False


def _from_meta(state: State, recorder: Recorder, receiver: Module | Object, place: Value, at: form.Call) -> None:
    """Report a module with weights that is moved from the meta device to one where they need data."""
    for guards, one in options(place) if _lacks_data(state, receiver) else ():
        device = device_of(one) or UNKNOWN
        if META != device != UNKNOWN:
            recorder.add(FromMeta(at, guards | state.guards, True, device))


def _cast(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    receiver: Module | Object,
    name: str,
    arguments: Arguments,
    at: form.Call,
) -> None:
    """What a move or a cast leaves of a module's dtype: weights of float64 cannot be on MPS."""
    types = doubles.asked(name, arguments, at)
    if types is not None:
        doubled = [Mark(one.at) for _, one in types if one is not None] if len(types) == 1 else []
        state.fields[receiver.id, DOUBLE] = doubled[0] if doubled else Literal(None)
    mark = state.field(receiver.id, DOUBLE)
    if not isinstance(mark, Mark) or module_weights.carries(state, receiver) is False:
        return
    for guards, place in options(module_weights.place_of(state, receiver)):
        device = device_of(place)
        if device is not None and double_on_mps.is_mps(device) and feasible(guards, state.guards):
            how = "moved" if types is None else "cast"
            double_on_mps.report(run, state, recorder, Double(mark.at), guards, at, how)
            state.fields[receiver.id, DOUBLE] = Literal(None)


def _lacks_data(state: State, receiver: Module | Object) -> bool:
    """Whether a module with weights is on the meta device, and nothing has been put in their place."""
    here = [device_of(v) for _, v in options(module_weights.place_of(state, receiver))]
    return here == [META] and bool(module_weights.carries(state, receiver)) and not _is_filled(state, receiver)


def _is_filled(state: State, receiver: Module | Object) -> bool:
    """Whether what a module on the meta device carries has been replaced; of one out of sight, something was."""
    if isinstance(receiver, Object):
        parts = module_weights.places_of_parts(state, receiver)
        return all(device_of(one) != META for place in parts for _, one in options(place))
    kept = [one for value in held(state, receiver) for _, one in options(value)]
    return any(isinstance(one, Unknown) or isinstance(one, Tensor) and one.device != META for one in kept)


def held(state: State, owner: Module | Object) -> list[Value]:
    """What the attributes of a module hold."""
    return [value for key, value in state.fields_of(owner.id) if key.startswith(".")]


def _children(run: Evaluator, state: State, receiver: Module | Object, name: str, at: form.Call) -> Value:
    identity = run.identity(at)
    inside = held(state, receiver)
    if name == "values" and inside:
        return Sequence("list", tuple(inside), identity, exact=False)
    if name == "items" and inside:
        pairs = tuple(Sequence("tuple", (Unknown((identity, i)), v), (identity, i)) for i, v in enumerate(inside))
        return Sequence("list", pairs, identity, exact=False)
    return Unknown(identity)


def child(run: Evaluator, state: State, value: Module, index: Value, at: form.Subscript) -> Value:
    """``module[index]``."""
    inside = held(state, value)
    if not inside and is_vision_part(value):
        return _part(state, value, "<slice>") if is_slice(index) else Unknown(run.identity(at, "child"))
    run.steps -= len(inside) >> 2
    if isinstance(index, Literal) and isinstance(index.value, int) and -len(inside) <= index.value < len(inside):
        return inside[index.value]
    if module_weights.holds_weights(value):
        place = module_weights.place_of(state, value)
        weight = [
            (g, Tensor(device_of(v) or UNKNOWN, (value.id, "weights"), parameter=True)) for g, v in options(place)
        ]
        return merge(weight, run.identity(at))
    return each(run, state, value, at)


def is_vision_part(value: Module) -> bool:
    """Whether ``value`` is a part of a model of torchvision: a chain of modules, some of which carry weights."""
    return bool(value.stateful) and not value.name and not value.borrowed


def _now(state: State, device: Device) -> Device:
    """``device``, or the GPU that was made the current one where it is that."""
    current = state.fields.get(CURRENT_DEVICE)
    return current.device if device == Known("cuda") and isinstance(current, DeviceValue) else device


def each(run: Evaluator, state: State, value: Module, at: form.Form) -> Value:
    """An unspecified one of the modules that ``value`` holds."""
    inside = held(state, value)
    if not inside:
        return _part(state, value, "<each>") if is_vision_part(value) else Unknown(run.identity(at, "child"))
    arms = [(frozenset({(OneOf(run.identity(at), "children"), i)}), v) for i, v in enumerate(inside)]
    return merge(arms, run.identity(at, "child"))
