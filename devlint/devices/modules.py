"""Modules: what they carry, where they are, and what is attached to them.

    net = Net().to(device)         everything registered follows `device`; plain tensors stay behind
    net.head = nn.Linear(8, 5)     the head has parameters and has not been moved: it is late

Where a module is stands in the state, since ``.to`` moves it in place and gives back the same object.
"""

from __future__ import annotations

import re
from functools import lru_cache

from devlint.devices import fed, standins
from devlint.devices.carrying import carries, is_module, place_of
from devlint.devices.device import DEFAULT, UNKNOWN, is_chosen, is_host
from devlint.devices.distributions import Distribution
from devlint.devices.facts import Operand, ParameterMoved
from devlint.devices.kept import reads_own_place, remembered
from devlint.devices.meeting import Alternatives, Sink, meet, operands, perhaps, result
from devlint.devices.placing import default_device
from devlint.devices.roles import is_managed, is_module_class, moves_itself
from devlint.devices.tables import module as module_fact
from devlint.devices.values import (
    PLACE,
    POSITIVE,
    Cause,
    DeviceValue,
    Made,
    Mark,
    Module,
    Tensor,
    device_of,
    tensor_or_hint,
)
from devlint.flow import form
from devlint.flow.containers import NOW, contents, forget, leaves, with_each
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.form import dotted
from devlint.flow.state import State
from devlint.flow.value import (
    Choice,
    FunctionValue,
    Guards,
    Identity,
    Literal,
    Method,
    Object,
    Sequence,
    Table,
    Unknown,
    Value,
    bag,
    merge,
    options,
)
from devlint.record import replace
from devlint.source.seeds import PRODUCTS

MOVERS_OF_INPUTS = frozenset({"torch.nn.CTCLoss", "torch.nn.DataParallel"})
"""Modules whose inputs may be anywhere: they bring them to where they are wanted."""

_ASKS = re.compile(
    r"(^|\.)_*(is|are|has|check|verify|assert|resolve|count|num|log|print|warn|describe)(_\w+)?$"
    r"|(^|[._])log(ger|ging)?\.(debug|info|warning|error)$"
)
"""Functions that ask, or say, something."""

LATE = "@late"
"""The field that marks a module attached after its owner was moved, until it is moved itself."""

REGISTERED = "@registered"
"""The prefix of the fields that mark names a module has registered as a buffer or parameter."""

UNREGISTERED = "@unregistered"
"""The field that marks a module kept where its owner does not see it: in a list, a tuple or a dict."""

BUILT = "@built"
"""The field that marks the call that built a module of this file, and thereby its submodules."""

MOVED = "@moved"
"""The field that marks the move that put a module where it is."""


def construct(run: Evaluator, state: State, name: str, arguments: Arguments, at: form.Call) -> Value | None:
    """``nn.Linear(...)``: a module of torch.nn; None where ``name`` is no such class."""
    if name in ("torch.nn.Module", "torch.nn.modules.module.Module"):
        return _made(run, state, name, False, at)
    if name in ("torch.nn.Embedding.from_pretrained", "torch.nn.EmbeddingBag.from_pretrained"):
        return _around(run, state, name.removesuffix(".from_pretrained"), arguments.get(0, "embeddings"), at)
    fact = module_fact(name)
    if fact is None:
        return None
    identity = run.identity(at)
    given = (*arguments.values(), *arguments.rest)
    inside = [v for v in given if is_module(v)]
    for value in given:
        now = contents(state, value)
        if isinstance(now, Sequence):
            inside += [v for v in now.items if is_module(v)]
        elif isinstance(now, Table):
            inside += [v for v in now.values() if is_module(v)]
    without = all(arguments.get(_position(fact.parameters, n), n) == Literal(v) for n, v in fact.stateless_when)
    stateful: bool | None
    if fact.state == "always":
        stateful = not (fact.stateless_when and without)
    elif fact.state == "never":
        stateful = False
    else:
        stateful = any(isinstance(v, Tensor) and v.rank != 0 for v in given) or any(
            carries(state, m) is True for m in inside
        )
        if arguments.open or any(carries(state, m) is None for m in inside):
            stateful = True if stateful else None
    state.fields.drop(identity)
    device = arguments.get(_position(fact.parameters, "device"), "device")
    place = default_device(state) if device is None or device == Literal(None) else _place(device)
    brought = [v for v in given if isinstance(v, Tensor)]
    if fact.state == "arguments" and brought:
        place = DeviceValue(brought[0].device)
    state.fields[identity, PLACE] = DeviceValue(UNKNOWN) if device is None and arguments.may_give("device") else place
    for number, child in enumerate(inside):
        state.fields[identity, f".{number}"] = child
    return Module(identity, name, stateful, at)


def _around(run: Evaluator, state: State, name: str, weight: Value | None, at: form.Call) -> Module:
    """A module whose weight is a tensor that was there before it: it is where that is."""
    made = _made(run, state, name, True, at)
    places = [(g, DeviceValue(v.device if isinstance(v, Tensor) else UNKNOWN)) for g, v in options(weight or made)]
    state.fields[made.id, PLACE] = merge(places, run.identity(at))
    return made


def construct_named(run: Evaluator, state: State, name: str, at: form.Call) -> Module:
    """A module of another library that is known to carry parameters or buffers."""
    return _made(run, state, name, True, at)


def _made(run: Evaluator, state: State, name: str, stateful: bool, at: form.Call) -> Module:
    identity = run.identity(at)
    state.fields.drop(identity)
    state.fields[identity, PLACE] = default_device(state)
    return Module(identity, name, stateful, at)


def _position(parameters: tuple[str, ...], name: str) -> int | None:
    return parameters.index(name) if name in parameters else None


def _place(device: Value) -> Value:
    return merge([(g, DeviceValue(device_of(v) or UNKNOWN)) for g, v in options(device)], ("place",))


def move_module(run: Evaluator, state: State, value: Value, place: Value, at: form.Form, depth: int = 0) -> None:
    """Move a module, in place, with all that is registered with it."""
    identity: Identity = getattr(value, "id", None)
    if identity is None or depth > 12:
        return
    state.fields[identity, PLACE] = place
    state.fields[identity, MOVED] = Mark(at)
    late = state.fields.pop((identity, LATE), None)
    if isinstance(late, Mark):
        run.settled.add(id(late.at))
    weights: dict[Identity, Value] = {}
    for key, field in state.fields_of(identity):
        if not key.startswith("."):
            continue
        moved: list[tuple[Guards, Value]] = []
        for guards, one in options(field):
            if is_module(one):
                move_module(run, state, one, place, at, depth + 1)
            elif isinstance(one, Tensor) and (one.parameter or one.buffer):
                for g, where in options(place):
                    device = device_of(where) or UNKNOWN
                    made = Made.MODULE if device == DEFAULT else Made.MOVE
                    moved.append((guards | g, replace(one, device=device, cause=Cause(made, at))))
                continue
            moved.append((guards, one))
        if any(isinstance(v, Tensor) for _, v in moved):
            kept = state.fields[identity, key] = merge(moved, (identity, key))
            if isinstance(field, Tensor) and field.parameter:
                weights[field.id] = kept
    for _, field in state.fields_of(identity) if weights else ():
        if isinstance(field, Object) and not is_module(field):
            _move_shared(state, field, weights)


def moved_itself(state: State, instance: Object) -> None:
    """A constructor has ended; had it moved what it made, nobody will do so for what it attached afterwards.

    What it had before, and has applied, may be in the right place.
    """
    for key, field in state.fields_of(instance.id) if (instance.id, MOVED) in state.fields else ():
        for _, one in options(field) if key.startswith(".") else ():
            child: Identity = getattr(one, "id", None)
            late = state.field(child, LATE)
            made = late.at.value if isinstance(late, Mark) and isinstance(late.at, form.Assign) else None
            if isinstance(made, form.Call):
                state.fields.pop((child, LATE), None)


def _move_shared(state: State, holder: Object, weights: dict[Identity, Value]) -> None:
    """An object that holds parameters of the module that holds it: they are the same ones, and move in place."""
    for key, field in state.fields_of(holder.id):
        if isinstance(field, Tensor) and field.parameter and field.id in weights:
            state.fields[holder.id, key] = weights[field.id]


def lost_track(run: Evaluator, state: State, value: Value, depth: int = 0) -> None:
    """A module was handed to code that may move it: where it is now nobody knows."""
    identity = getattr(value, "id", None)
    if identity is None or depth > 6:
        return
    if (identity, PLACE) in state.fields or is_module(value):
        state.fields[identity, PLACE] = DeviceValue(UNKNOWN)
    late = state.fields.pop((identity, LATE), None)
    if isinstance(late, Mark):
        run.settled.add(id(late.at))
    if isinstance(value, (Module, Object, Unknown)):
        for key, field in state.fields_of(identity):
            if key.startswith("."):
                for _, one in options(field):
                    if is_module(one):
                        lost_track(run, state, one, depth + 1)
                    elif isinstance(one, Tensor):
                        state.fields[identity, key] = replace(one, device=UNKNOWN)


def _is_put_back(owner: Value, name: str, move: form.Form) -> bool:
    """``layer.weight = layer.weight.to(device)`` of a module from elsewhere, whose weights may move as they like."""
    receiver = (
        move.function.value if isinstance(move, form.Call) and isinstance(move.function, form.Attribute) else None
    )
    return not isinstance(owner, Object) and isinstance(receiver, form.Attribute) and receiver.name == name


def attach(run: Evaluator, state: State, sink: Sink, owner: Value, name: str, value: Value, at: form.Form) -> None:
    """``owner.name = value``: remember a late submodule, report a parameter that has ceased to be one."""
    leaf = value.moved_leaf if isinstance(value, Tensor) and value.was_parameter else None
    if leaf is not None and _keeps_tensors_as_given(owner) and not _is_put_back(owner, name, leaf.at):
        sink.add(ParameterMoved(at, state.guards, name, leaf.at))
    if isinstance(value, Unknown) and place_of(state, value) == DeviceValue(DEFAULT):
        lost_track(run, state, value)  # it may be a module, and moves with what it is attached to
    if not is_module(value):
        return
    identity = getattr(owner, "id", None)
    unseen = isinstance(owner, Unknown) and (owner.id, PLACE) not in state.fields
    if unseen or isinstance(owner, Object) and is_managed(owner.type):
        lost_track(run, state, value)  # nobody knows whether what it is attached to is moved
        return
    moved = state.field(identity, MOVED) if identity is not None else None
    here = [device_of(v) or UNKNOWN for _, v in options(place_of(state, owner))]
    there = [device_of(v) or UNKNOWN for _, v in options(place_of(state, value))]
    is_late = (
        isinstance(moved, Mark)
        and any(not is_host(d) and d != UNKNOWN for d in here)
        and all(d == DEFAULT for d in there)
        and carries(state, value) is True
    )
    child = getattr(value, "id", None)
    if is_late and isinstance(moved, Mark) and child is not None:
        state.fields[child, LATE] = Mark(at, moved.at, name)


def _keeps_tensors_as_given(owner: Value) -> bool:
    """Whether an attribute of ``owner`` stays what it is: `nn.ParameterList` and its kin wrap what they are given."""
    return (
        isinstance(owner, Object)
        and is_module_class(owner.type)
        or isinstance(owner, Module)
        and not (owner.name.endswith(("ParameterList", "ParameterDict")))
    )


def built(run: Evaluator, state: State, owner: Object, at: form.Form) -> None:
    """``__init__`` of a module of this file is done: ``at`` is the call that built it, and all that is in it."""
    if (owner.id, PLACE) not in state.fields:
        state.fields[owner.id, PLACE] = default_device(state)
    if moves_itself(owner.type):
        release(state, owner)
    else:
        settle(run, state, owner)
    _marked(state, owner, at, BUILT, Made.MODULE)


def _marked(state: State, value: Value, at: form.Form, mark: str, made: Made, depth: int = 0) -> None:
    """Put ``mark`` on a module and those it holds; what they carry on the host is there because of ``made``."""
    identity = getattr(value, "id", None)
    if depth > 6 or identity is None:
        return
    state.fields[identity, mark] = Mark(at)
    for key, field in state.fields_of(identity):
        if not key.startswith("."):
            continue
        kept: list[tuple[Guards, Value]] = []
        for guards, one in options(field):
            if is_module(one):
                _marked(state, one, at, mark, made, depth + 1)
            elif isinstance(one, Tensor) and (one.parameter or one.buffer) and is_host(one.device):
                one = replace(one, cause=Cause(made, at))
            kept.append((guards, one))
        if any(isinstance(one, Tensor) for _, one in kept):
            state.fields[identity, key] = merge(kept, (identity, key))


def release(state: State, owner: Object) -> None:
    """A class that says itself what happens when it is moved: nobody knows where its plain attributes are."""
    for key, field in state.fields_of(owner.id):
        if not key.startswith("."):
            continue
        now = contents(state, field)
        if isinstance(now, Tensor) and not now.parameter and not now.buffer:
            state.fields[owner.id, key] = replace(now, device=UNKNOWN)
        elif isinstance(now, (Sequence, Table)):
            state.fields[owner.id, key] = Unknown((owner.id, key, "released"))


def out_of_sight(run: Evaluator, state: State, owner: Object) -> None:
    """Code nobody knows may have moved ``owner``, and whatever it keeps, but not what was put on a chosen device."""
    kept = [(key, value) for key, value in state.fields_of(owner.id) if key.startswith(".") and _is_put(state, value)]
    places = {identity: state.field(identity, PLACE) for _, value in kept if (identity := getattr(value, "id", None))}
    lost_track(run, state, owner)
    release(state, owner)
    for key, value in kept:
        state.fields[owner.id, key] = value
    for identity, place in places.items():
        if place is not None:
            state.fields[identity, PLACE] = place


def _is_put(state: State, value: Value) -> bool:
    """Whether a tensor or a module was put on a device that the code chooses, and that is not the host."""
    place = place_of(state, value) if isinstance(value, Module) else value
    devices = [v.device for _, v in options(place) if isinstance(v, (Tensor, DeviceValue))]
    return len(devices) == len(options(place)) and all(is_chosen(d) and not is_host(d) for d in devices)


_OF_WEIGHTS = re.compile(r"weight|bias|param|embed|kernel|scale|gamma|beta|prompt|token|codebook")
"""Names of what may be parameters."""


def settle(run: Evaluator, state: State, owner: Object) -> None:
    """``__init__`` is done: what a module keeps without registering it will stay behind when it moves."""
    unmoved = state.fields.get((owner.id, PLACE)) == default_device(state)  # it did not move itself
    for key, field in state.fields_of(owner.id):
        if not key.startswith(".") or isinstance(field, Module) or (owner.id, f"{REGISTERED}{key}") in state.fields:
            continue  # what is registered in one arm is no tensor in the others, or registered by its assignment
        at = run.stores.get((owner.id, key))
        if at is None:
            continue
        if key.endswith("device") and unmoved and isinstance(at, form.Assign) and reads_own_place(at.value):
            state.fields[owner.id, key] = remembered(owner, key[1:])
            continue
        now = contents(state, field)
        if standins.stands_in(state, now, owner.type, key[1:]):
            state.fields[owner.id, key] = Unknown((owner.id, key))
            continue
        stays = [(g, _left_behind(state, v, _stored(owner, key, v, at))) for g, v in options(now)]
        kept = merge(stays, (owner.id, key))
        if any(tensor_or_hint(v) is not None for _, v in options(kept)):
            kept = merge([(g, _kept_argument(owner, key, v, at)) for g, v in options(kept)], (owner.id, key))
        state.fields[owner.id, key] = kept
        if isinstance(kept, (Sequence, Table)):
            state.fields.pop((kept.id, NOW), None)


def _stored(owner: Object, key: str, value: Value, last: form.Form) -> form.Form:
    """The statement that keeps ``value``, one of several that an attribute may be; ``last`` is where it is set last."""
    made = value.cause.at if isinstance(value, Tensor) and value.cause is not None else None
    if made is None or any(part is made for part in form.walk(last)):
        return last
    for store in form.walk(owner.type.form, form.Assign):
        if f"self{key}" in map(dotted, store.targets) and any(part is made for part in form.walk(store)):
            return store
    return last


def _left_behind(state: State, value: Value, at: form.Form) -> Value:
    if isinstance(value, Tensor) and not value.parameter and not value.buffer and is_host(value.device):
        if value.empty:  # a placeholder: somebody puts the real one there later
            return replace(value, device=UNKNOWN)
        if value.cause is not None and value.cause.made in (Made.FACTORY, Made.HOST_MOVE):
            return replace(value, cause=Cause(Made.ATTRIBUTE, at, value.cause.at))
    elif isinstance(value, Distribution):
        kept = _left_behind(state, value.parameter, at)
        return replace(value, parameter=kept) if isinstance(kept, Tensor) else value
    elif isinstance(value, (Sequence, Table)):
        return with_each(value, lambda one: _element_left_behind(state, one, at))
    return value


def _kept_argument(owner: Object, key: str, value: Value, at: form.Form) -> Value:
    """A tensor that ``__init__`` was given by whoever builds the module stays where it is when the module moves.

    What no annotation calls one is one if a method multiplies it as a matrix, and it is no part of something else.
    An attribute of what it was given may be a parameter, which is registered by keeping it.
    """
    tensor, init = tensor_or_hint(value), owner.type.find("__init__")
    if tensor is None or not isinstance(init, FunctionValue) or tensor.parameter or tensor.buffer:
        return value
    made = tensor.cause
    given = made.at if made is not None and made.made is Made.PARAMETER else None
    if not isinstance(given, form.Parameter) or all(given is not p for p in init.form.parameters.all):
        return value
    if isinstance(at, form.Assign) and isinstance(at.value, form.Attribute):
        return value
    kept = replace(tensor, cause=Cause(Made.KEPT, at))
    if not isinstance(value, Unknown):
        return kept
    whole = isinstance(at, form.Assign) and dotted(at.value) == given.name and not _OF_WEIGHTS.search(given.name)
    return replace(value, hint=kept) if whole and _is_multiplied(owner.type.form, f"self{key}") else value


def _is_multiplied(cls: form.Form, name: str) -> bool:
    """Whether a class gives what it calls ``name`` to a product of matrices."""
    products = (call for call in form.walk(cls, form.Call) if dotted(call.function).rpartition(".")[2] in PRODUCTS)
    return any(name in map(dotted, call.arguments) for call in products)


def _element_left_behind(state: State, value: Value, at: form.Form) -> Value:
    for _, one in options(value):
        if is_module(one) and carries(state, one):
            _marked(state, one, at, UNREGISTERED, Made.UNREGISTERED)  # kept where nobody sees it
    return _left_behind(state, value, at) if isinstance(value, (Tensor, Sequence, Table)) else value


def weights(state: State, value: Module, at: form.Form) -> Alternatives:
    """The tensors a module carries, as one operand of its call; empty where it carries none."""
    if not carries(state, value):
        return []
    mark = state.field(value.id, UNREGISTERED)
    late = state.field(value.id, LATE)
    built_at = state.field(value.id, BUILT)
    found: Alternatives = []
    places = [(guards, device_of(place) or UNKNOWN) for guards, place in options(place_of(state, value))]
    moved_there = any(device not in (DEFAULT, UNKNOWN) for _, device in places)
    for guards, device in places:
        cause = None
        if device == DEFAULT and moved_there and value.made is not None:
            continue  # it is moved under a condition, which knows where it is
        if device == DEFAULT:
            if isinstance(late, Mark):
                cause = Cause(Made.LATE, late.at)
            elif isinstance(mark, Mark):
                cause = Cause(Made.UNREGISTERED, mark.at, value.made)
            elif isinstance(built_at, Mark):
                cause = Cause(Made.MODULE, built_at.at)
            elif value.made is not None:
                cause = Cause(Made.MODULE, value.made)
        if device != UNKNOWN:
            weight = Tensor(device, (value.id, "weights"), POSITIVE, cause, parameter=True)
            found.append((guards, Operand(weight, at)))
    return found


def invoke(
    run: Evaluator, state: State, sink: Sink, value: Module, arguments: Arguments, at: form.Call
) -> Value | None:
    """``module(x)`` for a module of torch.nn, or of another file of the project; None where nothing is known of it."""
    if value.name in MOVERS_OF_INPUTS:
        return Unknown(run.identity(at))
    fact = module_fact(value.name)
    met: list[Alternatives] = []
    own = weights(state, value, at.function)
    if value.borrowed and (not value.takes_inputs or not own or not all(is_host(o.device) for _, o in own)):
        return None  # its inputs may be where they like, as far as the evaluated file knows
    if own:
        met.append(own)
    for given, where in zip(arguments.values(), arguments.all_forms(), strict=True):
        met += operands(state, given, where, certain=True, lists=True)
    meet(run, state, sink, met, at, value.name.rpartition(".")[2] or "module", lenient=False)
    identity = run.identity(at)
    made = result(met[:1] if own else met, identity, "positive" if not value.name.endswith("Loss") else "unknown")
    if own:
        made = _made_of(made, met[1:])
    if fact is not None and fact.returns == "tensors":
        return bag("tuple", [made], identity)
    return made if _gives_tensor(state, value) else perhaps(made, identity)


def _made_of(made: Value, inputs: list[Alternatives]) -> Value:
    """``made``, which is where the weights are, with what it was computed from.

    From inputs on the host, a module gives something only if it is on the host as well, wherever it should be.
    """
    hosted = any(all(is_host(one.tensor.device) and one.tensor.rank != 0 for _, one in some) for some in inputs)
    roots = {root for some in inputs for _, one in some for root in (*one.tensor.roots, one.tensor.id)}
    kept: list[tuple[Guards, Value]] = []
    for guards, one in options(made):
        if isinstance(one, Tensor):
            where = replace(one, device=UNKNOWN, cause=None) if hosted and not is_host(one.device) else one
            kept.append((guards, replace(where, roots=one.roots | roots)))
        else:
            kept.append((guards, one))
    return Choice(tuple(kept)) if isinstance(made, Choice) else kept[0][1]


def _gives_tensor(state: State, value: Module) -> bool:
    """Whether ``value`` applied to anything gives a tensor; a chain of modules gives what the last of them does."""
    fact = module_fact(value.name)
    if fact is not None and fact.container == "sequential":
        inside = [child for key, child in state.fields_of(value.id) if key.startswith(".")]
        known = [one for _, one in options(inside[-1])] if inside else []
        known += [child for child in inside[:-1] if isinstance(child, Module)]  # nobody knows how many there are
        return bool(known) and all(isinstance(one, Module) and _gives_tensor(state, one) for one in known)
    return fact is not None and fact.returns == "tensor"


def feed(run: Evaluator, state: State, sink: Sink, callee: Value, arguments: Arguments, at: form.Call) -> None:
    """``model(batch)`` of a model nobody knows: it meets what comes out of a loader where it was moved to.

    So does what a tokenizer gives, there and in ``model.generate(**inputs)``.
    """
    if isinstance(callee, Method) and callee.name == "generate":
        callee = callee.receiver
    if not isinstance(callee, Unknown) or (callee.id, PLACE) not in state.fields:
        return
    own: Alternatives = []
    for guards, place in options(place_of(state, callee)):
        device = device_of(place) or UNKNOWN
        if device != UNKNOWN:
            own.append((guards, Operand(Tensor(device, (callee.id, "weights"), POSITIVE), at.function)))
    given = [*zip(arguments.values(), arguments.all_forms(), strict=True), *arguments.spread]
    for value, where in given if own else ():
        for found in operands(state, value, where, certain=True):
            batches = [(g, o) for g, o in found if fed.is_fed(state, o.tensor)]
            if len(batches) == len(found):
                meet(run, state, sink, [own, batches], at, "model", lenient=False)


def lost_arguments(run: Evaluator, state: State, arguments: Arguments) -> None:
    """Values were handed to code nobody knows: containers may hold more, modules may be elsewhere."""
    for value in arguments.values():
        for _, one in options(value):
            if isinstance(one, (Sequence, Table)):
                for leaf in leaves(state, one):
                    lost_track(run, state, leaf)
                forget(state, one)
            elif isinstance(one, (Module, Object, Unknown)):
                lost_track(run, state, one)


@lru_cache(maxsize=512)
def only_asks(name: str) -> bool:
    """Whether a function of this dotted name looks at what it is given and leaves it as it is."""
    return bool(_ASKS.search(name))


def may_move(name: str) -> bool:
    """Whether a method of this name may move what it is called on."""
    bare = name.lstrip("_")
    return bare.startswith(("to", "move", "prepare", "setup", "cuda", "load")) or "device" in bare
