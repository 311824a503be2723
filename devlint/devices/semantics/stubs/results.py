"""Values of what a stub says that a call gives.

Tensor[self] if convert_to_tensor else Array      a tensor where the object is, or an array, by the argument
"""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.evidence.class_roles import is_module
from devlint.devices.lattice.device import CPU, DEFAULT, UNKNOWN, Device
from devlint.devices.lattice.hints import tensor_or_hint
from devlint.devices.lattice.state_keys import AROUND, BUILT, LIBRARY, OF_LIBRARY, PLACE, PROVED, STRANGE
from devlint.devices.lattice.tensors import POSITIVE, Cause, Made, Tensor
from devlint.devices.lattice.values import (
    Dataset,
    DeviceValue,
    Distribution,
    Generator,
    HostArray,
    Loader,
    Mark,
    Module,
    Optimizer,
    Scalar,
)
from devlint.devices.semantics.calls.configured_functions import Targets, put
from devlint.devices.semantics.modules import escape
from devlint.devices.semantics.stubs.bound_call import BoundCall
from devlint.flow.containers import contents
from devlint.flow.values.alternatives import merge
from devlint.flow.values.guards import Guards
from devlint.flow.values.value import External, Identity, Literal, Sequence, Table, Unknown, Value, options, table_of
from devlint.stubs.finding import class_called, lineage, model_of
from devlint.stubs.vocabulary import (
    ArrayType,
    BatchType,
    Class,
    ConditionalType,
    ContainerType,
    DatasetType,
    DeviceType,
    GeneratorType,
    InstanceType,
    ModelType,
    MovedType,
    NumberType,
    Place,
    SameType,
    TensorType,
    Test,
    Type,
    Whereabouts,
)

_NEVER_NONE = (Tensor, HostArray, DeviceValue, Module, Sequence, Table)


def value_of(call: BoundCall, type: Type, identity: Identity) -> Value:
    """What ``call`` gives by ``type``; ``identity`` is its identity."""
    if isinstance(type, ConditionalType):
        known = holds(call, type.test)
        return Unknown(identity) if known is None else value_of(call, type.then if known else type.otherwise, identity)
    if isinstance(type, TensorType):
        return _tensor(call, type, identity)
    if isinstance(type, BatchType):
        return merge([(g, _batch(call, d, identity)) for g, d in call.devices(type.place)], identity)
    if isinstance(type, ArrayType):
        return HostArray(identity)
    if isinstance(type, DatasetType):
        return Dataset(identity)
    if isinstance(type, NumberType):
        return Scalar(identity)
    if isinstance(type, DeviceType):
        return call.place_value(type.place)
    if isinstance(type, GeneratorType):
        return merge([(g, Generator(identity, d, call.at)) for g, d in call.devices(type.place)], identity)
    if isinstance(type, ModelType):
        maker = call.owner if call.instance is None else None
        return model(call, type, "" if maker is None else maker.name, identity)
    if isinstance(type, InstanceType):
        one = class_called(type.name)
        return Unknown(identity) if one is None else instance(call, one, type.place, identity)
    if isinstance(type, SameType):
        return call.argument(type.name) or Unknown(identity)
    if isinstance(type, MovedType):
        return _moved(call, type, identity)
    if isinstance(type, ContainerType):
        return _container(call, type, identity)
    return Unknown(identity)


def model(call: BoundCall, type: ModelType, name: str, identity: Identity) -> Value:
    """A module that ``call`` makes, of the class ``name``, if that is known."""
    state = call.state
    state.fields.drop(identity)
    state.fields[identity, PLACE] = call.place_value(type.place)
    if name:
        state.fields[identity, LIBRARY] = External(name)
    if not type.stateful or type.plain:
        return Module(identity, name, type.stateful, call.at)
    state.fields[identity, STRANGE] = Mark(call.at)
    if type.place.kind is not Whereabouts.ANYWHERE:
        state.fields[identity, PROVED] = Mark(call.at)
    return Unknown(identity)


def instance(call: BoundCall, one: Class, place: Place | None, identity: Identity) -> Value:
    """An object of the class ``one`` that ``call`` makes: at ``place``, or where its class says."""
    kind = model_of(one)
    if kind is not None:
        return model(call, kind if place is None else replace(kind, place=place), one.name, identity)
    place = place or next((base.place for base in lineage(one) if base.place is not None), None)
    call.state.fields.drop(identity)
    call.state.fields[identity, LIBRARY] = External(one.name)
    around = call.argument(place.name) if place is not None and place.kind is Whereabouts.ARGUMENT else None
    around = call.state.field(getattr(around, "id", None), AROUND) or around
    if around is not None and is_module(around):
        call.state.fields[identity, AROUND] = around
    elif place is not None:
        call.state.fields[identity, PLACE] = call.place_value(place)
        call.state.fields[identity, BUILT] = Mark(call.at)
    return Unknown(identity)


def holds(call: BoundCall, test: Test) -> bool | None:
    """Whether ``test`` holds; None where that is not known."""
    value = call.argument(test.argument)
    found = {_is_so(test, one) for _, one in options(value)} if value is not None else {None}
    same = found.pop() if len(found) == 1 else None
    return None if same is None else same is not test.negated


def _is_so(test: Test, value: Value) -> bool | None:
    """Whether ``value`` is what ``test`` compares with, or is true; None where that is not known."""
    if isinstance(value, Literal):
        return value.value == test.value if test.compares else bool(value.value)
    if test.compares:
        return False if test.value is None and isinstance(value, _NEVER_NONE) else None
    if isinstance(value, Sequence) and value.exact:
        return bool(value.items)
    return True if isinstance(value, DeviceValue) else None


def _tensor(call: BoundCall, type: TensorType, identity: Identity) -> Value:
    if type.place.kind is Whereabouts.ARGUMENT:
        followed = _followed(call, type, identity)
        if followed is not None:
            return followed
    rank = 0 if type.scalar else POSITIVE if type.ranked else None
    chosen = type.place.kind is Whereabouts.ACCELERATOR
    made = [
        (g, Tensor(d, identity, rank, None if chosen and d == CPU else _cause(call, d)))
        for g, d in call.devices(type.place)
    ]
    return merge(made, identity)


def _cause(call: BoundCall, device: Device) -> Cause | None:
    if device == UNKNOWN:
        return None
    if device in (CPU, DEFAULT):
        return Cause(Made.TOKENS if device == CPU else Made.FACTORY, call.at)
    return Cause(Made.EXPLICIT, call.at)


def _followed(call: BoundCall, type: TensorType, identity: Identity) -> Value | None:
    """A tensor that is where the argument is that its place names; None where that names or has a place of its own."""
    parameter = call.row.parameter(type.place.name)
    given = call.argument(type.place.name)
    placed = given is not None and (call.is_placed(given) or is_module(given))
    held = given is not None and isinstance(contents(call.state, given), (Sequence, Table))
    if parameter is None or isinstance(parameter.type, DeviceType) or placed or held:
        return None  # what is given is no copy of an object, of a module, or of a container
    made: list[tuple[Guards, Value]] = []
    for guards, one in options(given) if given is not None else ():
        tensor = one.parameter if isinstance(one, Distribution) else tensor_or_hint(one)
        if tensor is None:
            array = isinstance(one, HostArray) or isinstance(one, Literal) and isinstance(one.value, str)
            host = Tensor(DEFAULT, identity, POSITIVE if type.ranked else None, _cause(call, DEFAULT))
            made.append((guards, host if array else Unknown(identity)))
            continue
        rank = 0 if type.scalar else POSITIVE if type.ranked and tensor.rank else None
        kept = replace(tensor, id=identity, rank=rank, roots=tensor.lineage(), parameter=False, buffer=False)
        made.append((guards, kept if isinstance(one, (Tensor, Distribution)) else Unknown(identity, kept)))
    return merge(made, identity) if made else None


def _batch(call: BoundCall, device: Device, identity: Identity) -> Unknown:
    if device == UNKNOWN:
        return Unknown(identity)
    call.state.fields[identity, OF_LIBRARY] = Mark(call.at)
    return Unknown(identity, Tensor(device, identity, POSITIVE, _cause(call, device)))


def _moved(call: BoundCall, type: MovedType, identity: Identity) -> Value:
    where = call.devices(type.place)
    if not type.name.startswith("*"):
        value = call.argument(type.name)
        return Unknown(identity) if value is None else _put(call, type, value, where, identity)
    parameter = call.row.parameter(type.name)
    if parameter is None or not call.is_readable:
        escape.lost_arguments(call.run, call.state, call.arguments)
        return Unknown(identity)
    rest = call.arguments.positional[parameter.position or 0 :]
    made: list[Value] = []
    for number, value in enumerate(rest):
        with call.run.of_element(number):
            made.append(_put(call, type, value, where, (identity, number)))
    return made[0] if len(made) == 1 else Sequence("tuple", tuple(made), identity)


def _put(call: BoundCall, type: MovedType, value: Value, where: Targets, identity: Identity) -> Value:
    """``value`` where the function has brought it; a loader brings its batches there, an optimizer is what it was."""
    moved: list[tuple[Guards, Value]] = []
    for guards, one in options(value):
        if isinstance(one, Loader):
            moved += [(guards | g, replace(one, batches=device, parts=())) for g, device in where]
        elif isinstance(one, Optimizer) or isinstance(one, Tensor) and not type.tensors:
            moved.append((guards, one))
        else:
            moved.append((guards, put(call.run, call.state, call.recorder, one, where, call.at, False)))
    return merge(moved, identity)


def _container(call: BoundCall, type: ContainerType, identity: Identity) -> Value:
    inside = tuple(value_of(call, one, (identity, number)) for number, one in enumerate(type.items))
    if type.kind == "tuple":
        return Sequence("tuple", inside, identity)
    if type.kind == "dict":
        return table_of(inside[0], identity)
    return Sequence("list", inside, identity, exact=False)
