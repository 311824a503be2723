"""Unknown values: the type evidence in their members, and their value after a move.

u.unsqueeze(0)      u is a tensor, since only tensors have that
u.to(device)        a tensor moved, or a module moved in place: which is unknown
u.device            a device that was chosen elsewhere
"""

from __future__ import annotations

from collections.abc import Iterable, Set

from devlint.base.record import replace
from devlint.devices.checks import applied_too_soon, model_inputs, numpy_conversion, pending_copies
from devlint.devices.checks.host_only import pinned
from devlint.devices.evidence.declared_classes import class_of
from devlint.devices.evidence.evidence_of_file import EvidenceCache
from devlint.devices.facts.recorder import Recorder, as_tensor
from devlint.devices.lattice.device import (
    CPU,
    DEFAULT,
    UNKNOWN,
    Device,
    is_chosen,
    is_of_argument,
)
from devlint.devices.lattice.hints import device_of, maybe, names_device, tensor_or_hint
from devlint.devices.lattice.state_keys import CARRIED, LIBRARY, OF_HOST, OUTPUT, PLACE, RECKONED, STRANGE, is_output
from devlint.devices.lattice.tensors import Cause, Made, Tensor
from devlint.devices.lattice.values import DeviceValue, Mark, Scalar
from devlint.devices.patterns.expressions import LOOKUPS
from devlint.devices.semantics.calls.unknown_attributes import part
from devlint.devices.semantics.libraries import data, optimizers
from devlint.devices.semantics.modules import (
    escape,
    library_models,
    listings,
    placement,
    registration,
    untyped,
)
from devlint.devices.semantics.placement.targets import HALVES, is_tensor_type, move_target
from devlint.devices.semantics.tensors import methods as tensor_methods
from devlint.devices.semantics.tensors.moves import goes_after, move
from devlint.flow.containers import with_each
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import merge
from devlint.flow.values.definitions import FunctionValue, Home
from devlint.flow.values.guards import Guards
from devlint.flow.values.state import State
from devlint.flow.values.value import Choice, External, Identity, Literal, Method, Unknown, Value, options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.naming.devices import is_called_device
from devlint.naming.functions import encodes_texts, gives_answers
from devlint.scout.torch_mentions import carries_torch
from devlint.torch_api.tables import TENSOR_MEMBERS, operator

_OF_PLACED = frozenset(
    "numpy gather masked_fill masked_select index_select index_add scatter scatter_add take_along_dim matmul mm bmm"
    " expand_as view_as backward".split()
)
"""Methods that only tensors have, of what is not known to be one, but was computed by a network that was moved.

Only where torch is in sight: tensors of other frameworks have them, too.
"""

PARTS = frozenset({"items", "values", "keys", "get", "pop", "popitem", "setdefault", "copy"})
"""Methods of containers."""


def gives_parts(receiver: Value, name: str) -> bool:
    """Whether ``receiver.name()`` may hand out what ``receiver`` holds, so that it is where that is.

    A tensor's methods work where the tensor is, and a container gives what was put in. What any other method of
    something that the caller passed makes is where that method, which is not evaluated, makes it.
    """
    if not isinstance(receiver, Unknown) or not isinstance(receiver.hint, Tensor) or name in PARTS:
        return True
    return receiver.hint.told or not is_of_argument(receiver.hint.device)


def answers(callee: Value, arguments: Arguments) -> bool:
    """Whether something unknown is asked for what users want: ``model.predict(x)``, ``model.encode(texts)``."""
    if not isinstance(callee, Method):
        return False
    given = [one for value in arguments.values() for _, one in options(value)]
    return gives_answers(callee.name) or encodes_texts(callee.name) and not any(map(_is_sent, given))


def _is_sent(value: Value) -> bool:
    """True for a tensor, and for what has been brought to a device: texts are neither."""
    if isinstance(value, Unknown) and isinstance(value.hint, Tensor):
        return not is_of_argument(value.hint.device)
    return isinstance(value, Tensor)


def put(arguments: Arguments, made: Value, identity: Identity) -> Value:
    """What a call out of sight ``made`` of ``arguments``, some of which may name the device where it is wanted."""
    named = [v for name, v in arguments.keywords if is_called_device(name)]
    named += [v for v in arguments.positional if isinstance(v, DeviceValue) or names_device(v)]
    wanted = {device_of(one) for value in named for _, one in options(value)}
    if wanted <= {None, DEFAULT} or all(_is_there(one, wanted) for _, one in options(made)):
        return made
    return Unknown(identity, Tensor(CPU, identity) if wanted == {CPU} else None)


def _is_there(value: Value, wanted: Set[Device | None]) -> bool:
    tensor = tensor_or_hint(value)
    return tensor is None or tensor.device in wanted


def method(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    witness: EvidenceCache,
    receiver: Unknown,
    name: str,
    arguments: Arguments,
    at: form.Call,
) -> Value | None:
    """``receiver.name(...)`` of an unknown value; None where nothing can be said."""
    identity = run.identity(at)
    hint = Tensor(UNKNOWN, receiver.id)
    if isinstance(receiver.hint, Tensor):
        hint = as_tensor(receiver, receiver.hint)
    moved_before = hint.cause is not None and hint.cause.made in (Made.HOST_MOVE, Made.MOVE)
    if name == "pin_memory":
        pinned(run, state, recorder, hint, at)
    heard = recorder.dropping() if name == "to" and _is_others_move(run, state, hint, at) else recorder
    where = None if name in HALVES else move_target(run, state, heard, name, arguments, at)
    if name == "type" and any(is_tensor_type(v) for _, v in options(arguments.get(0, "dtype") or receiver)):
        return tensor_methods.method(run, state, recorder, hint, name, arguments, at)
    if where is not None and (receiver.id, RECKONED) in state.fields:
        return tensor_methods.method(run, state, recorder, hint, name, arguments, at)
    if where is not None and name not in ("type", "type_as"):
        return moved(run, state, recorder, receiver, hint, where, arguments, at)
    placed = name in _OF_PLACED and is_chosen(hint.device) and _has_torch(run, state)
    if (
        name == "numpy"
        and not placed
        and isinstance(at.function, form.Attribute)
        and numpy_conversion.asks_host(arguments)
    ):
        placed = witness.is_tensor(run, dotted(at.function.value))
        if not placed:
            numpy_conversion.converted(run, state, recorder, hint, at, numpy_conversion.METHOD, at.function.value)
            tensor_methods.on_the_host_from_here(state, hint, at.function.value)
    if name in TENSOR_MEMBERS or (moved_before or hint.told) and _is_operator(name) or placed:
        return tensor_methods.method(run, state, recorder, hint, name, arguments, at)
    if name in ("add_module", "register_module") and len(arguments.positional) > 1:
        key = arguments.positional[0]
        if isinstance(key, Literal):
            registration.keep(run, state, recorder, receiver, str(key.value), arguments.positional[1], at)
        return Literal(None)
    if name in listings.SUBMODULES:
        return listings.submodules(run, state, receiver, name, at)
    if name in ("size", "dim", "numel", "tolist", "item", "nelement", "ndimension"):
        return Scalar(identity)
    if name in LOOKUPS and (held := _looked_up(receiver, arguments)) is not None:
        return held
    if name in ("items", "values") and (gone_through := data.parts(receiver, name, identity)) is not None:
        return gone_through
    same = library_models.method(run, state, receiver, name)
    if same is not None:
        return same
    known = untyped.used(state, receiver, name, at)
    if name in ("parameters", "named_parameters"):
        given = listings.trained(run, state, receiver, name, at)
        return given if _has_torch(run, state) else _unproved(given)
    if known:
        return Unknown(identity)
    if name == "state_dict" and (receiver.id, PLACE) in state.fields:
        return listings.saved(run, state, receiver, at)
    if name in ("eval", "train", "state_dict", "zero_grad"):
        return receiver if name in ("eval", "train") else Unknown(identity)
    fact = operator(f"torch.Tensor.{name}")
    if isinstance(receiver.hint, Tensor) and fact is not None:
        if is_output(state, receiver.id):
            state.fields[identity, OUTPUT] = Mark(at)
        escape.lost_arguments(run, state, arguments)
        return maybe(identity, hint.device, hint.cause, hint.lineage(), assumed=hint.assumed)
    return Unknown(identity) if fact is not None and fact.mixing == "index" else None


def _is_others_move(run: Evaluator, state: State, hint: Tensor, at: form.Call) -> bool:
    """Whether ``.to``, called by ``at``, may take words that torch does not know, as what knows no torch does.

    That is a method of a class in a file without torch, and of something unknown in such a file.
    """
    declared = class_of(run, at.function.value) if isinstance(at.function, form.Attribute) else None
    own = None if declared is None else declared.find("to")
    if isinstance(own, FunctionValue):
        return isinstance(own.home, Home) and not _bring_torch(own.home.names.values())
    return not hint.told and not _has_torch(run, state)


def _has_torch(run: Evaluator, state: State) -> bool:
    """Whether the file, or the function in progress, imports torch, or what brings it."""
    return _bring_torch((*run.home.names.values(), *state.frame.values()))


def _bring_torch(known: Iterable[Value]) -> bool:
    return any(type(one) is External and carries_torch(one.name.partition(".")[0]) for one in known)


def _unproved(value: Value) -> Value:
    """What ``value`` holds, if it is tensors: without torch, ``net.parameters()`` may well be arrays."""
    if isinstance(value, Choice):
        return Choice(tuple((guards, _unproved(one)) for guards, one in value.options))
    return Unknown(value.id, value) if isinstance(value, Tensor) else with_each(value, _unproved)


def _looked_up(receiver: Unknown, arguments: Arguments) -> Unknown | None:
    """``batch.get("mask")``, ``batch.pop("mask", None)``: the same as ``batch["mask"]``; None where it may be more."""
    key = arguments.get(0, "key")
    if not isinstance(key, Literal) or not isinstance(key.value, str) or arguments.keywords:
        return None
    if len(arguments.positional) > 2 or arguments.get(1, "default") not in (None, Literal(None)):
        return None
    identity = (receiver.id, f"[{key.value!r}]")
    return Unknown(identity, part(receiver.hint, identity, key.value)) if isinstance(receiver.hint, Tensor) else None


def moved(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    receiver: Unknown,
    hint: Tensor,
    where: Iterable[tuple[Guards, Device | None]],
    arguments: Arguments,
    at: form.Call,
) -> Value:
    """``u.to(...)``: if it is a module it is moved in place, if it is a tensor this is another one."""
    made = []
    places = []
    where = list(where)
    several = len(where) > 1
    back = None if several else Cause(Made.HOST_MOVE, at)
    for guards, device in where:
        if device is None:
            made.append((guards, Unknown(receiver.id, hint)))
            continue
        places.append((guards, DeviceValue(device, cause=back if device == CPU else None)))
        there = move(run, state, recorder.dropping(), hint, device, at, chosen=several, after=goes_after(arguments))
        if there.history.twin_of == hint.id:  # parts of one thing are different ones
            there = replace(there, history=replace(there.history, twin_of=receiver.id))
        pending_copies.begin(run, state, recorder, hint, there, arguments, at, guards)
        made.append((guards, Unknown(receiver.id, there if device != UNKNOWN else None)))
    record = (receiver.id, LIBRARY) in state.fields and (receiver.id, STRANGE) not in state.fields
    for key, held in state.fields_of(receiver.id):
        if key.startswith((".", "[")) and isinstance(held, Tensor):
            brought: list[tuple[Guards, Value]] = []
            brought += [(g, _brought(run, state, recorder, held, device, at, record=record)) for g, device in where]
            state.fields[receiver.id, key] = merge(brought, (receiver.id, key))
    for part_id in state.parts_within(receiver.id):
        for key, held in state.fields_of(part_id):
            if key.startswith((".", "[")) and isinstance(held, Tensor):
                state.fields[part_id, key] = replace(held, device=UNKNOWN)
    state.fields.pop((receiver.id, CARRIED), None)
    state.fields.pop((receiver.id, OF_HOST), None)
    model_inputs.moved(state, receiver)
    library_models.part_moved(state, receiver)
    if places:
        place = merge(places, run.identity(at))
        optimizers.moved(state, recorder, receiver, place, at)
        applied_too_soon.moved(state, recorder, receiver, place, at)
        placement.move_module(run, state, receiver, place, at)
    return merge(made, run.identity(at))


def _brought(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    held: Tensor,
    device: Device | None,
    at: form.Call,
    *,
    record: bool,
) -> Tensor:
    """A tensor that something unknown holds once that is moved: it goes along with a ``record`` of a library."""
    if not record:
        return replace(held, device=UNKNOWN)
    return held if device is None else move(run, state, recorder.dropping(), held, device, at)


def _is_operator(name: str) -> bool:
    """Whether tensors have an operator of this name and modules have not."""
    return operator(f"torch.Tensor.{name}") is not None and name not in ("apply", "float", "half", "double", "type")
