"""Transfer functions of modules' methods: registering, moving, listing, and children by index or name.

self.register_buffer("mask", m)      the field ".mask" holds m as a buffer
net.add_module("head", layer)        attached as by an assignment
for layer in net: ...                any of the children
"""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.checks import applied_too_soon, placed_models
from devlint.devices.evidence.class_roles import is_module_class
from devlint.devices.facts.modules import FromMeta
from devlint.devices.facts.recorder import Sink
from devlint.devices.lattice import state_keys
from devlint.devices.lattice.device import (
    CPU,
    DEFAULT,
    META,
    UNKNOWN,
    Followed,
    Symbol,
    SymbolKind,
)
from devlint.devices.lattice.hints import device_of
from devlint.devices.lattice.state_keys import (
    COPIED,
    PLACE,
)
from devlint.devices.lattice.values import POSITIVE, Cause, DeviceValue, Made, Mark, Module, Tensor
from devlint.devices.semantics.libraries import optimizers
from devlint.devices.semantics.modules import (
    application,
    escape,
    placement,
    rebound_weights,
    weights as module_weights,
)
from devlint.devices.semantics.placement.targets import move_target
from devlint.flow.containers import contents
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import merge
from devlint.flow.values.conditions import OneOf
from devlint.flow.values.definitions import FunctionValue, Object
from devlint.flow.values.guards import Guards
from devlint.flow.values.identity import tag_of, whole_of
from devlint.flow.values.state import State
from devlint.flow.values.value import External, Literal, Method, Sequence, Unknown, Value, options, table_of
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import called_in, is_part_of
from devlint.naming.functions import is_called_registration
from devlint.torch_api.names import BUFFERS, REGISTRARS

SUBMODULES = frozenset({"modules", "named_modules", "children", "named_children"})


_OF_TORCH = {
    "_WeightedLoss": ("weight",),
    "CrossEntropyLoss": ("weight",),
    "NLLLoss": ("weight",),
    "BCELoss": ("weight",),
    "BCEWithLogitsLoss": ("weight", "pos_weight"),
    "MultiMarginLoss": ("weight",),
    "MultiLabelSoftMarginLoss": ("weight",),
}
"""The buffers that classes of ``torch.nn.modules.loss`` register."""


PARTS = frozenset({"features", "backbone", "encoder", "layer1", "layer2", "layer3", "layer4", "fc", "classifier"})
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
    if name in PARTS and value.stateful:
        part = Module((value.id, name), "", True, value.made)
        state.fields[part.id, PLACE] = module_weights.place_of(state, value)
        state.fields[value.id, f".{name}"] = part
        return part
    return None


def method(
    run: Evaluator, state: State, sink: Sink, receiver: Module | Object, name: str, arguments: Arguments, at: form.Call
) -> Value | None:
    """``module.name(...)`` of what every module has; None where nothing is known of it."""
    where = move_target(run, state, sink, name, arguments, at)
    if where is not None:
        back = Cause(Made.HOST_MOVE, at) if len(where) == 1 else None
        places = [(g, DeviceValue(d, cause=back if d == CPU else None)) for g, d in where if d is not None]
        if places:
            place = merge(places, run.identity(at))
            optimizers.moved(state, sink, receiver, place, at)
            applied_too_soon.moved(state, sink, receiver, place, at)
            placed_models.moved(state, sink, receiver, at)
            _from_meta(state, sink, receiver, place, at)
            placement.move_module(run, state, receiver, place, at)
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
            sink.add(FromMeta(at, state.guards, True, None))
            assigned = True  # once is enough
        if assigned:
            placement.move_module(run, state, receiver, DeviceValue(UNKNOWN), at)  # the weights are those of the dict
            return Unknown(run.identity(at))
    if name == "to_empty":
        placement.move_module(run, state, receiver, DeviceValue(UNKNOWN), at)
        return receiver
    if name in ("register_buffer", "register_parameter", "add_state") and arguments.get(0, "name") is not None:
        _register(run, state, sink, receiver, name, arguments, at)
        return Literal(None)
    if name in ("add_module", "register_module") and len(given) > 1:
        for _, key in options(given[0]):
            named = str(key.value) if isinstance(key, Literal) else f"<{run.serial(at)}>"
            keep(run, state, sink, receiver, named, given[1], at)
        return Literal(None)
    if name in ("append", "insert", "extend", "update") and isinstance(receiver, Module):
        inside = contents(state, given[-1]) if given else None
        for number, child in enumerate(inside.items if isinstance(inside, Sequence) else given):
            if isinstance(child, Value):
                keep(run, state, sink, receiver, f"<{run.serial(at, number)}>", child, at)
        return receiver
    if name in ("parameters", "named_parameters"):
        return weights(run, receiver, name, module_weights.place_of(state, receiver), at)
    if name in ("forward", "__call__") and isinstance(receiver, Module):
        return application.invoke(run, state, sink, receiver, arguments, at)
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
    for loop in form.walk(function.form, form.For) if function is not None else ():
        if is_part_of(at, loop.iterable):
            return any(name.endswith((".to", ".cuda")) for name in called_in(*loop.body))
    return False


def _from_meta(state: State, sink: Sink, receiver: Module | Object, place: Value, at: form.Call) -> None:
    """Report a module with weights that is moved from the meta device to one where they need data."""
    for guards, one in options(place) if _lacks_data(state, receiver) else ():
        device = device_of(one) or UNKNOWN
        if META != device != UNKNOWN:
            sink.add(FromMeta(at, guards | state.guards, True, device))


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


def submodules(run: Evaluator, state: State, receiver: Unknown | Module, name: str, at: form.Call) -> Value:
    """What a module that is not of this file holds: modules, which are where it is."""
    identity = run.identity(at)
    child = Module((receiver.id, "child"))
    place = state.field(receiver.id, PLACE)
    if place is None:
        symbol = Symbol((receiver.id, "modules"), SymbolKind.MODULE, dotted(at.function) or "the module")
        place = DeviceValue(Followed(symbol))
    if (child.id, PLACE) not in state.fields:
        state.fields[child.id, PLACE] = place
    if not name.startswith("named"):
        return Sequence("list", (child,), identity, exact=False)
    pair = Sequence("tuple", (Unknown((identity, "name")), child), (identity, "pair"))
    return Sequence("list", (pair,), identity, exact=False)


def weights(run: Evaluator, receiver: Unknown | Module | Object, name: str, place: Value, at: form.Call) -> Value:
    """``model.parameters()`` and ``model.named_parameters()``: weights, which are where the model is."""
    found: list[tuple[Guards, Value]] = []
    for guards, one in options(place):
        found.append((guards, Tensor(device_of(one) or UNKNOWN, (receiver.id, "weights"), POSITIVE, parameter=True)))
    part = merge(found, (receiver.id, "weights"))  # under the guards of the place, which other modules may share
    if name.startswith("named"):
        identity = run.identity(at)
        part = Sequence("tuple", (Unknown((identity, "name")), part), (identity, "pair"))
    return Sequence("tuple", (part,), (receiver.id, name), exact=False)  # nothing is added to it


def saved(run: Evaluator, state: State, receiver: Unknown | Module | Object, at: form.Call) -> Value:
    """``model.state_dict()``: weights and buffers by their names, where the model is now, whatever is moved later."""
    identity, roots = run.identity(at), frozenset({(receiver.id, "weights")})
    places = options(module_weights.place_of(state, receiver))
    held = [(g, Tensor(device_of(one) or UNKNOWN, (identity, "state"), POSITIVE, roots=roots)) for g, one in places]
    state.fields[(identity, "state"), COPIED] = Mark(at)
    return table_of(merge(held, (identity, "state")), identity)


def are_weights(value: Value) -> bool:
    """Whether ``value`` lists a module's weights: it has some, or there is nothing whose place matters."""
    items = value.items if isinstance(value, Sequence) and not value.open else ()
    every = [one for item in items for _, one in options(item)]
    return bool(every) and all(isinstance(v, Tensor) and v.parameter and _of_all(v.id) for v in every)


def _of_all(identity: object) -> bool:
    return tag_of(identity) == "weights"


def trained(run: Evaluator, state: State, receiver: Unknown, name: str, at: form.Call) -> Value:
    """``weights`` of an unknown model: wherever it was moved, here or by the caller.

    A model that was not moved may have been built on its device.
    """
    place = state.field(receiver.id, PLACE)
    if place is not None and any(device_of(one) == DEFAULT for _, one in options(place)):
        place = DeviceValue(UNKNOWN)
    if place is None and isinstance(at.function, form.Attribute):
        symbol = Symbol((receiver.id, "modules"), SymbolKind.MODULE, dotted(at.function.value) or "the module")
        place = DeviceValue(Followed(symbol))
    return weights(run, receiver, name, place or DeviceValue(UNKNOWN), at)


def group(value: Unknown, at: form.Subscript) -> Sequence | None:
    """``group["params"]`` of an optimizer: the weights it trains; None where ``value`` is no group of an optimizer's.

    It is one by its name, or as an item of ``optimizer.param_groups``.
    """
    listed = tag_of(whole_of(value.id)) == ".param_groups"
    if not listed and not dotted(at.value).rpartition(".")[2].endswith("group"):
        return None
    symbol = Symbol((value.id, "params"), SymbolKind.MODULE, "the parameters")
    weight = Tensor(Followed(symbol), (value.id, "params", "weights"), None, parameter=True)
    return Sequence("list", (weight,), (value.id, "params"), exact=False)


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


def _register(
    run: Evaluator, state: State, sink: Sink, owner: Module | Object, name: str, arguments: Arguments, at: form.Call
) -> None:
    key, value = arguments.get(0, "name"), arguments.get(1, "default" if name == "add_state" else "tensor")
    if value is None and name == "register_parameter":
        value = arguments.get(1, "param")
    if value is None:
        return
    name_ = str(key.value) if isinstance(key, Literal) else f"<{run.serial(at)}>"
    if name == "register_parameter":
        placement.attach(run, state, sink, owner, name_, value, at)
        rebound_weights.replaced(run, state, owner, name_, value)
    kept = []
    for guards, one in options(value):
        if isinstance(one, Unknown) and name == "register_buffer":
            one = one.hint if isinstance(one.hint, Tensor) else Tensor(UNKNOWN, one.id)  # nothing else can be one
        if isinstance(one, Tensor):
            one = replace(one, buffer=name != "register_parameter", parameter=name == "register_parameter")
        kept.append((guards, one))
    _enter(run, state, owner, name_, merge(kept, run.identity(at)), at)


def _enter(run: Evaluator, state: State, owner: Module | Object, name: str, value: Value, at: form.Form) -> None:
    """``owner`` has registered ``value`` under ``name``."""
    state.fields[owner.id, f"{state_keys.REGISTERED}.{name}"] = Mark(at)
    state.fields[owner.id, f".{name}"] = value
    run.stores[owner.id, f".{name}"] = at


def begun(state: State, instance: Object, at: form.Form) -> None:
    """``super().__init__()`` of a class of torch.nn: what it registers stays registered, whatever is assigned to it."""
    for base in instance.type.bases_outside():
        if isinstance(base, External) and base.name.startswith("torch.nn."):
            for name in _OF_TORCH.get(base.name.rpartition(".")[2], ()):
                state.fields[instance.id, f"{state_keys.REGISTERED}.{name}"] = Mark(at)


def registered_by_name(run: Evaluator, state: State, callee: Value, arguments: Arguments, at: form.Call) -> None:
    """``self.register_lazily("masses", ...)`` that is not evaluated: where it registers, it does so by this name."""
    if isinstance(callee, Method):
        owner, registers = callee.receiver, is_called_registration(callee.name)
    elif isinstance(callee, FunctionValue) and isinstance(callee.form, form.Function) and callee.bound is not None:
        owner, registers = callee.bound, is_called_registration(callee.form.name) or _hands_name_on(callee)
    else:
        return
    key = arguments.get(0, "name")
    if not registers or not isinstance(owner, Object) or not is_module_class(owner.type):
        return
    if isinstance(key, Literal) and isinstance(key.value, str) and (owner.id, f".{key.value}") not in state.fields:
        _enter(run, state, owner, key.value, Tensor(UNKNOWN, run.identity(at), buffer=True), at)


def _hands_name_on(method: FunctionValue) -> bool:
    """Whether a method registers something by the name that it is given first."""
    given = next((p.name for p in method.form.parameters.all[1:]), "")
    calls = (call for call in form.walk(method.form, form.Call) if dotted(call.function) in REGISTRARS)
    return any(isinstance(one, form.Name) and one.id == given for call in calls for one in call.arguments[:1])


def keep(run: Evaluator, state: State, sink: Sink, owner: Value, name: str, value: Value, at: form.Form) -> None:
    """``owner.name = value``: kept as an attribute, and looked at as an attachment."""
    placement.attach(run, state, sink, owner, name, value, at)
    identity = getattr(owner, "id", None)
    if identity is not None:
        state.fields[identity, f".{name}"] = value
        run.stores[identity, f".{name}"] = at


def child(run: Evaluator, state: State, value: Module, index: Value, at: form.Subscript) -> Value:
    """``module[index]``."""
    inside = held(state, value)
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


def each(run: Evaluator, state: State, value: Module, at: form.Form) -> Value:
    """An unspecified one of the modules that ``value`` holds."""
    inside = held(state, value)
    if not inside:
        return Unknown(run.identity(at, "child"))
    arms = [(frozenset({(OneOf(run.identity(at), "children"), i)}), v) for i, v in enumerate(inside)]
    return merge(arms, run.identity(at, "child"))
