"""Making and moving: factories, ``.to``, ``.cuda``, ``.cpu`` and their kin.

torch.zeros(3)              on the default device, because of this call
x.new_zeros(3)              where x is
x.cpu()                     on the CPU by a host move; it came from where x was
x.to(other)                 where `other` is
"""

from __future__ import annotations

from devlint.devices import indices, misuse
from devlint.devices.device import (
    CPU,
    DEFAULT,
    DEVICE_GIVEN,
    META,
    UNKNOWN,
    Device,
    Followed,
    Known,
    Symbol,
    SymbolKind,
    asks_kind,
    is_host,
    is_of_argument,
    kinds_asked,
    may_be_accelerator,
)
from devlint.devices.facts import CastByName, CudaCall, FromMeta, Move, Operand
from devlint.devices.meeting import Sink, tensors_in
from devlint.devices.tables.facts import Factory
from devlint.devices.values import (
    CURRENT_DEVICE,
    POSITIVE,
    Cause,
    DeviceValue,
    Dtype,
    HostArray,
    Made,
    Scalar,
    Tensor,
    TensorType,
    device_of,
)
from devlint.flow import form
from devlint.flow.call import OPEN
from devlint.flow.containers import contents, leaves
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.form import dotted
from devlint.flow.state import State
from devlint.flow.value import (
    ALWAYS,
    NONE,
    Choice,
    External,
    Guards,
    Identity,
    Literal,
    Sequence,
    Table,
    Unknown,
    Value,
    feasible,
    joined_of_many,
    merge,
    options,
)
from devlint.record import dataclass, replace

DEFAULT_DEVICE = (("default device",), "@")
"""The field that keeps the device of ``with torch.device(...)`` or ``torch.set_default_device``."""

DEFAULTED = "defaulted"
"""Begins the identity of what code out of sight makes of a device that is None."""

SIZED = "@sized"
"""The field that keeps the tensor in whose size another one was made."""


@dataclass(frozen=True, slots=True, eq=False)
class Filling(Value):
    """What a tensor was filled from, or sized after."""

    source: Operand


HALVES = frozenset({"half", "float", "double", "bfloat16", "long", "int", "short", "bool", "char", "byte"})


def default_device(state: State) -> Value:
    """Where a factory without ``device=`` puts its tensor here."""
    return state.field(*DEFAULT_DEVICE) or DeviceValue(DEFAULT)


def named_device(value: Value, at: form.Form | None) -> Device:
    """The device that one alternative of a ``device=`` argument names."""
    device = device_of(value)
    if device is not None:
        return device
    if isinstance(value, Tensor):
        return value.device
    if isinstance(value, External) and value.name.rpartition(".")[2].lower() in ("device", "dev"):
        return Followed(Symbol(("imported", value.name), SymbolKind.DEVICE, dotted(at) or value.name))
    if isinstance(value, Unknown) and not _is_anything(value.id):
        return Followed(Symbol(value.id, SymbolKind.DEVICE, dotted(at) or "device"))
    return UNKNOWN


def _is_anything(identity: Identity) -> bool:
    """Whether something was left open by the caller, is one of many, or what code out of sight made of None."""
    if joined_of_many(identity):
        return True
    while isinstance(identity, tuple) and identity:
        if identity[0] in (OPEN, DEFAULTED):
            return True
        identity = identity[0]
    return False


def without_device(arguments: Arguments) -> bool:
    """Whether a call says that there is no device: what it chooses instead may well be the default one."""
    given = list(zip(arguments.positional, map(dotted, arguments.forms), strict=False))
    given += [(value, name) for name, value in arguments.keywords]
    return any(value == NONE and name.rpartition(".")[2].endswith("device") for value, name in given)


def targets(state: State, value: Value, at: form.Form | None) -> list[tuple[Guards, Device]]:
    """The devices a ``device=`` argument may name, each under its guards."""
    given = [(g, v) for g, v in options(value) if feasible(g, state.guards)]
    if all(v == NONE for _, v in given):
        return [(g, device_of(v) or UNKNOWN) for g, v in options(default_device(state))]
    return [(g, _target(g, v, at)) for g, v in given]


def _target(guards: Guards, value: Value, at: form.Form | None) -> Device:
    """Where one of several devices puts a tensor: without one it is made where a parameter that was left out says."""
    if value == NONE and was_left_out(guards):
        return DEFAULT
    return UNKNOWN if value == NONE or _for_want(guards) else named_device(value, at)


def was_left_out(guards: Guards) -> bool:
    """Whether an alternative is there only for callers who give no device."""
    return any(isinstance(key, tuple) and key[:1] == (DEVICE_GIVEN,) and not arm for key, arm in guards)


def _for_want(guards: Guards) -> bool:
    """Whether an alternative is there only because something is None: the device that goes with it is not chosen."""
    return any(isinstance(key, tuple) and key[:1] == ("none",) and arm is True for key, arm in guards)


def make(
    run: Evaluator, state: State, factory: Factory, arguments: Arguments, at: form.Call, receiver: Value | None = None
) -> Value:
    """The tensor a factory makes, for each alternative of its data."""
    first = arguments.positional[0] if arguments.positional else None
    if run.abroad and asks_kind(state.guards):
        return Tensor(UNKNOWN, run.identity(at))
    if factory.shape != "data" or not isinstance(first, Choice):
        return _make(run, state, factory, arguments, at, receiver)
    made = []
    for guards, data in first.options:
        one = replace(arguments, positional=(data, *arguments.positional[1:]))
        made.append((guards, _make(run, state, factory, one, at, receiver)))
    return merge(made, run.identity(at))


def _omitted_at(run: Evaluator, at: form.Call) -> form.Call:
    """The call that left the device out of what a function passes on as ``**kwargs``, else ``at`` itself."""
    parameters = run.frame.function.form.parameters.all if run.frame.function is not None else ()
    rest = {one.name for one in parameters if one.kind == "kwargs"}
    passes_on = any(name is None and dotted(given) in rest for name, given in at.keywords)
    called = run.frame.at
    return called if passes_on and isinstance(called, form.Call) and not run.abroad else at


def _make(
    run: Evaluator, state: State, factory: Factory, arguments: Arguments, at: form.Call, receiver: Value | None = None
) -> Value:
    """The tensor a factory makes."""
    identity = run.identity(at)
    out = arguments.get(None, "out")
    if out is not None and out != Literal(None):
        return out
    rank = _rank(state, factory, arguments)
    requires_grad = arguments.get(None, "requires_grad") == Literal(True)
    given = arguments.get(None, "device")
    position = factory.parameters.index("device") if "device" in factory.parameters else None
    if given is None and position is not None:
        given = arguments.get(position, None)
    empty = _is_empty(state, factory, arguments)
    if factory.device:
        _size(state, factory, arguments, identity, at)
        made_on = CPU if factory.device == "cpu" else Known(factory.device)
        cause = Cause(Made.FACTORY if made_on == CPU else Made.EXPLICIT, at)
        return Tensor(made_on, identity, rank, cause, empty=empty)
    late = given == NONE and isinstance(arguments.form_of(position, "device"), form.Attribute)  # it is yet to be set
    if given is None and arguments.may_give("device") or late:
        return Tensor(UNKNOWN, identity, rank)
    if given is not None and given != Literal(None):
        where = arguments.form_of(None, "device")
        made: list[tuple[Guards, Value]] = []
        read = [v for _, v in options(given) if isinstance(v, DeviceValue) and v.read_from]
        roots = frozenset(v.read_from for v in read)
        causes = {v.device: v.cause for v in read if v.cause is not None and is_host(v.device)}
        chosen = targets(state, given, where)
        elsewhere = any(not is_host(device) for _, device in chosen)
        for guards, device in chosen:
            said = Made.CHOSEN if elsewhere and device == CPU else Made.EXPLICIT
            unsaid = device == DEFAULT or device == CPU and was_left_out(guards)
            cause = causes.get(device) or Cause(Made.FACTORY if unsaid else said, at)
            tensor = Tensor(device, identity, rank, cause, roots, requires_grad=requires_grad, empty=empty)
            made.append((guards, tensor))
        return merge(made, identity)
    followed = _followed(state, factory, arguments, receiver)
    if followed is not None:
        return merge([(g, _like(v, identity, rank, requires_grad)) for g, v in options(followed)], identity)
    _size(state, factory, arguments, identity, at)
    at = _omitted_at(run, at)
    if factory.shape == "host" or factory.shape == "legacy":
        return Tensor(DEFAULT, identity, rank, Cause(Made.FACTORY, at), requires_grad=requires_grad, empty=empty)
    made = []
    for guards, value in options(default_device(state)):
        device = device_of(value) or UNKNOWN
        cause = Cause(Made.FACTORY, at) if device == DEFAULT else Cause(Made.EXPLICIT, at)
        made.append((guards, Tensor(device, identity, rank, cause, requires_grad=requires_grad, empty=empty)))
    return merge(made, identity)


def _size(state: State, factory: Factory, arguments: Arguments, identity: Identity, at: form.Call) -> None:
    """Remember whose size a tensor is made in: it is meant to go with that tensor."""
    sizes = (*arguments.positional, *arguments.rest, *(v for name, v in arguments.keywords if name == "size"))
    if factory.shape == "legacy":
        sizes = tuple(v for v in sizes if not isinstance(contents(state, v), Sequence))  # a list is data
    given = [leaf for value in sizes for leaf in leaves(state, value)]
    for value in given if factory.shape != "data" else ():
        for _, one in options(value):
            if isinstance(one, Scalar) and one.of is not None and isinstance(one.of.device, Followed):
                state.fields[identity, SIZED] = Filling(Operand(one.of, at))


def _is_empty(state: State, factory: Factory, arguments: Arguments) -> bool:
    """Whether a tensor without elements is made: a placeholder, which nobody computes with."""
    if factory.shape == "legacy" and not arguments.positional and not arguments.starred:
        return not arguments.keywords
    first = contents(state, arguments.positional[0]) if arguments.positional else None
    if isinstance(first, Sequence) and first.exact and not first.open:
        return not first.items and factory.shape != "sizes" or factory.shape == "sizes" and Literal(0) in first.items
    if factory.name.endswith(("randint", "normal")):
        return False
    return factory.shape in ("sizes", "legacy") and isinstance(first, Literal) and first == Literal(0)


def _like(value: Value, identity: Identity, rank: int | None, requires_grad: bool) -> Value:
    if isinstance(value, Unknown) and isinstance(value.hint, Tensor):
        value = value.hint
    if isinstance(value, Tensor):
        rank = value.rank if rank is None else rank
        return Tensor(value.device, identity, rank, value.cause, requires_grad=requires_grad)
    return Tensor(UNKNOWN, identity, rank)


def _followed(state: State, factory: Factory, arguments: Arguments, receiver: Value | None) -> Value | None:
    """The argument whose device the result has when no ``device=`` is given."""
    if factory.shape == "new":
        return receiver
    for name in factory.follows:
        position = factory.parameters.index(name) if name in factory.parameters else None
        value = arguments.get(position, name)
        if value == NONE and factory.shape == "like":
            return Unknown(("none",))
        if value is None or isinstance(value, Literal):
            continue
        if factory.shape == "data":
            return _followed_data(state, factory, value)
        return value
    if factory.shape == "data":
        return _followed_data(state, factory, arguments.get(0, "data"))
    return None


def _is_denied(state: State, value: Value) -> bool:
    """Whether the code has found out here that ``value`` is no tensor."""
    identity = getattr(value, "id", None)
    return any(of == identity and not arm and "torch.Tensor" in kinds for of, kinds, arm in kinds_asked(state.guards))


def _followed_data(state: State, factory: Factory, data: Value | None) -> Value | None:
    """`torch.tensor(x)` copies to where x is, a list of tensors to the default device; unknown data are unknown."""
    if data is not None and _is_denied(state, data):
        return None
    if data == NONE:
        return Unknown(("data",))  # nothing is made of nothing: what was not given is not there to be None
    if data is None or isinstance(data, (Literal, Scalar, HostArray, Table)):
        return None
    now = contents(state, data)
    if isinstance(now, Sequence):
        inside = tensors_in(state, now.items)
        return Unknown(("data",)) if any(not is_host(t.device) for t in inside) and factory.follows else None
    if isinstance(now, Unknown):
        return None if now.hint is None and factory.name == "torch.tensor" else Unknown(("data",))
    return now


def _rank(state: State, factory: Factory, arguments: Arguments) -> int | None:
    if factory.rank is not None:
        return factory.rank
    given = [v for v in arguments.positional if not isinstance(v, (DeviceValue, Dtype))]
    if factory.shape == "range":
        return 1
    if factory.shape == "host":
        return POSITIVE
    if factory.name.endswith(("randint", "normal")):
        sizes = arguments.get(None, "size") or next(
            (v for v in given if isinstance(contents(state, v), Sequence)), None
        )
        now = None if sizes is None else contents(state, sizes)
        if isinstance(now, Scalar) and now.of is not None:
            return POSITIVE  # the size of a tensor
        return len(now.items) if isinstance(now, Sequence) and now.exact and not now.open else None
    if factory.shape in ("sizes", "new", "legacy") and not factory.name.endswith(("new_tensor", "as_tensor")):
        return _rank_of_sizes(state, factory, given, arguments)
    if factory.shape in ("data", "new"):
        rank = _rank_of_data(state, given[0]) if given else None
        return POSITIVE if rank is None and arguments.forms and _is_range(arguments.forms[0]) else rank
    return None


def _is_range(at: form.Expression) -> bool:
    """``rows[a:b]``: there are several, whatever each of them is."""
    index = at.index if isinstance(at, form.Subscript) else None
    parts = index.elements if isinstance(index, form.Display) else (index,)
    return any(isinstance(part, form.Slice) for part in parts)


def _rank_of_sizes(state: State, factory: Factory, given: list[Value], arguments: Arguments) -> int | None:
    if arguments.starred:
        return POSITIVE
    if not given:
        size = arguments.get(None, "size")
        if size is None:
            return POSITIVE if factory.shape == "legacy" else None
        given = [size]
    first = contents(state, given[0])
    if isinstance(first, Sequence) and factory.shape == "legacy":
        return _rank_of_data(state, first)
    if isinstance(first, Sequence):
        return len(first.items) if first.exact and not first.open else POSITIVE
    if factory.name.endswith("full"):
        return POSITIVE
    if len(given) > 1:
        return len(given)
    return 1 if isinstance(first, Literal) else POSITIVE


def _rank_of_data(state: State, data: Value) -> int | None:
    now = contents(state, data)
    if isinstance(now, Sequence):
        return 1 if now.items and all(isinstance(item, (Literal, Scalar)) for item in now.items) else POSITIVE
    if isinstance(now, Literal):
        return 0
    return now.rank if isinstance(now, Tensor) else None


def move(
    run: Evaluator,
    state: State,
    sink: Sink,
    tensor: Tensor,
    device: Device,
    at: form.Call,
    *,
    copies: bool = False,
    chosen: bool = False,
) -> Tensor:
    """``tensor`` on ``device``: the same object where it is there already.

    ``chosen`` says that the device is one of several: if it is the host, that is because all is to be there.
    """
    if tensor.cause is not None:
        sink.taken_back(tensor.cause.at)
    if chosen and is_host(device) and is_host(tensor.device):
        return replace(tensor, device=device, cause=Cause(Made.MOVE, at))
    if device == tensor.device and not copies or is_host(device) and is_host(tensor.device):
        kept = tensor.cause is not None and tensor.cause.made is Made.ATTRIBUTE
        return replace(tensor, cause=Cause(Made.HOST_MOVE, at)) if kept and device == CPU else tensor
    if tensor.device == META != device != UNKNOWN:
        sink.add(FromMeta(at, state.guards, False, device))
    if tensor.device == DEFAULT and tensor.cause is not None and run.was_made_in_call(tensor.id):
        run.settled.add(id(tensor.cause.at))  # who calls the function that makes it sees to its place
        run.settled.update(run.made_at(root) for root in tensor.roots if run.was_made_in_call(root))
    made = Made.HOST_MOVE if device == CPU and not chosen else Made.MOVE
    cause = Cause(made, at, fresh=tensor.cause is not None and tensor.cause.made is Made.FACTORY)
    leaf = tensor.requires_grad or tensor.parameter
    moved = replace(
        tensor,
        device=device,
        id=run.identity(at),
        cause=cause,
        roots=tensor.roots | {tensor.id},
        parameter=False,
        buffer=False,
        requires_grad=False,
        moved_leaf=cause if leaf else tensor.moved_leaf,
        hosted=cause if device == CPU and tensor.device != UNKNOWN else (tensor.hosted if device == CPU else None),
        came_from=tensor.device if device == CPU else None,
        was_parameter=tensor.parameter or tensor.was_parameter,
        twin_of=tensor.id,
        left=tensor.device if tensor.parameter or is_of_argument(tensor.device) else tensor.left,
    )
    bare = isinstance(device, Known) and device.type == "cuda" and device.index is None
    sink.add(Move(at, state.guards, tensor, moved, bare, CURRENT_DEVICE in state.fields))
    return moved


def follow(tensor: Tensor, arguments: Arguments) -> Tensor:
    """A tensor that was sent after another one is on the host because the other one is.

    There ``tensor`` was made without a device and sent to ``other.device``, which is the host as well.
    """
    if not is_host(tensor.device) or tensor.cause is None or tensor.cause.made is not Made.FACTORY:
        return tensor
    for value in (v for given in arguments.values() for _, v in options(given)):
        made = isinstance(value, Tensor) or isinstance(value, DeviceValue) and value.read_from is not None
        if made and isinstance(value, (Tensor, DeviceValue)) and is_host(value.device) and value.cause is not None:
            return replace(tensor, cause=value.cause)
    return tensor


def move_target(
    run: Evaluator, state: State, sink: Sink, name: str, arguments: Arguments, at: form.Call
) -> list[tuple[Guards, Device | None]] | None:
    """Where ``.to(...)``, ``.cuda(...)`` and their kin move something, each alternative under its guards.

    None where ``name`` is no move; a device of None where only the dtype changes.
    """
    if name == "cpu":
        return [(ALWAYS, CPU)]
    if name in ("cuda", "xpu", "npu", "hpu", "mps"):
        misuse.named(state, sink, arguments.get(0, "device"), arguments.form_of(0, "device"))
        indices.used(run, state, sink, arguments.get(0, "device"), arguments.form_of(0, "device"))
        return _accelerator_target(state, sink, name, arguments, at)
    if name == "to":
        indices.used(run, state, sink, arguments.get(0, "device"), arguments.form_of(0, "device"), number=False)
        misuse.numbered(state, sink, arguments.get(0, "device"), arguments.form_of(0, "device"))
        indices.lost(state, sink, arguments.get(0, "device"), arguments.form_of(0, "device"))
        misuse.named(state, sink, arguments.get(0, "device"), arguments.form_of(0, "device"))
        return _to_target(state, arguments)
    if name == "type_as":
        return _to_target(state, arguments)
    if name == "type":
        return _type_target(arguments)
    if name in HALVES:
        return [(ALWAYS, None)]
    return None


def _accelerator_target(
    state: State, sink: Sink, name: str, arguments: Arguments, at: form.Call
) -> list[tuple[Guards, Device | None]]:
    given = arguments.get(0, "device")
    if arguments.open:
        return [(ALWAYS, UNKNOWN)]
    if given is None or given == Literal(None) or isinstance(given, Literal) and isinstance(given.value, bool):
        return [(ALWAYS, Known(name))]
    found: list[tuple[Guards, Device | None]] = []
    where = arguments.form_of(0, "device")
    for guards, value in options(given):
        if feasible(guards, state.guards):
            device = device_of(value)
            if device is None:
                device = Followed(Symbol(getattr(value, "id", id(at)), SymbolKind.DEVICE, dotted(where) or "device"))
            found.append((guards, device))
            if device == CPU and where is not None:
                sink.add(CudaCall(at, guards | state.guards, f".{name}()", where))
    return found


def _to_target(state: State, arguments: Arguments) -> list[tuple[Guards, Device | None]]:
    given = arguments.get(None, "device") or arguments.get(None, "other")
    where = arguments.form_of(None, "device")
    if given is None:
        for position, value in enumerate(arguments.positional):
            if not isinstance(value, Dtype) and not (isinstance(value, Literal) and isinstance(value.value, bool)):
                given, where = value, arguments.forms[position] if position < len(arguments.forms) else None
                break
    if given is None:
        return [(ALWAYS, UNKNOWN if arguments.open else None)]
    found: list[tuple[Guards, Device | None]] = []
    for guards, value in options(given):
        if not feasible(guards, state.guards):
            continue
        if value == NONE and was_left_out(guards):
            continue  # who sends things to a device does not mean them to stay where they are
        if value == NONE or isinstance(value, Dtype):
            found.append((guards, None))
        elif _for_want(guards):
            found.append((guards, UNKNOWN))
        elif isinstance(value, Unknown):
            found.append((guards, _unknown_target(value, where)))
        else:
            found.append((guards, named_device(value, where)))
    return found


def _unknown_target(value: Unknown, where: form.Form | None) -> Device | None:
    """`.to(u)`: a device if it is called one, a dtype if it is called that, else unknown."""
    name = dotted(where).rpartition(".")[2].lower()
    if "dtype" in name:
        return None
    if _is_anything(value.id):
        return UNKNOWN
    if name.endswith(("device", "dev")):
        return Followed(Symbol(value.id, SymbolKind.DEVICE, dotted(where)))
    return UNKNOWN


def cast_by_name(state: State, sink: Sink, tensor: Tensor, arguments: Arguments, at: form.Call) -> None:
    """``tensor.type(other.type())``, of a tensor on the host: it goes to the current GPU, not to that of the other."""
    given = arguments.get(0, "dtype")
    if not is_host(tensor.device) or CURRENT_DEVICE in state.fields:
        return
    for guards, one in options(given) if given is not None else ():
        both = guards | state.guards
        if isinstance(one, TensorType) and feasible(guards, state.guards) and may_be_accelerator(one.device, both):
            sink.add(CastByName(at, both, one.device))


def _type_target(arguments: Arguments) -> list[tuple[Guards, Device | None]] | None:
    given = arguments.get(0, "dtype")
    return None if given is None else [(guards, _of_type(one)) for guards, one in options(given)]


def _of_type(given: Value) -> Device | None:
    if isinstance(given, Dtype):
        return UNKNOWN if given.given else None
    if isinstance(given, TensorType):
        return given.device
    if is_tensor_type(given) and isinstance(given, External):
        return Known("cuda") if given.name.startswith("torch.cuda.") else CPU
    if isinstance(given, Literal) and isinstance(given.value, str):
        return Known("cuda") if ".cuda." in given.value else CPU
    return UNKNOWN


def is_tensor_type(value: Value) -> bool:
    """Whether ``value`` is ``torch.FloatTensor`` or one of its kin."""
    return isinstance(value, External) and value.name.startswith("torch.") and value.name.endswith("Tensor")
