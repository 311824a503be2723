"""Transfer functions of ``x[i]``, ``x[i] = y``, ``x.name = y`` and ``for y in x`` on tensors, modules, containers."""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.checks import batch_parts, pending_copies, tied_weights
from devlint.devices.checks.device_values import device_misuse
from devlint.devices.evidence.class_roles import is_module
from devlint.devices.evidence.evidence_of_file import EvidenceCache
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice import state_keys
from devlint.devices.lattice.device import UNKNOWN, Followed, is_chosen, is_host
from devlint.devices.lattice.hints import tensor_or_hint
from devlint.devices.lattice.tensors import POSITIVE, Made, Tensor
from devlint.devices.lattice.values import Dataset, HostArray, Loader, Module, Scalar
from devlint.devices.semantics.calls import functions_alone, unknown_attributes
from devlint.devices.semantics.libraries import array_packages, data, numpy_arrays
from devlint.devices.semantics.modules import escape, listings, methods, placement, rebound_weights, registration
from devlint.devices.semantics.stubs import instances
from devlint.devices.semantics.tensors import indexing
from devlint.flow.containers import NOW, contents, store_item
from devlint.flow.evaluator import Evaluator
from devlint.flow.narrowing.places import narrow
from devlint.flow.values.alternatives import merge
from devlint.flow.values.definitions import Object
from devlint.flow.values.guards import Guards
from devlint.flow.values.identity import Identity, has_whole
from devlint.flow.values.state import State
from devlint.flow.values.value import Literal, Sequence, Unknown, Value, is_slice, options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import calls_in
from devlint.torch_api.names import BUFFERS


def subscript(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    witness: EvidenceCache,
    value: Value,
    index: Value,
    at: form.Subscript,
) -> Value | None:
    """``value[index]``; None where the evaluator may make of it what it likes."""
    if not isinstance(index, Literal) or not isinstance(index.value, str):  # no tensor takes a string
        value = witness.certain(run, value, at.value)
    index = witness.certain(run, index, at.index)
    if not isinstance(index, Literal):
        batch_parts.indexed(state, recorder, value, index, at)
    if isinstance(value, Tensor):
        return indexing.subscript(run, state, recorder, value, index, at)
    if (described := instances.item(run, state, recorder, value, at)) is not None:
        return described
    if isinstance(value, Unknown):
        if index == Literal("params") and (weights := listings.group(value, at)) is not None:
            return weights
        identity = (value.id, f"[{index.value!r}]" if isinstance(index, Literal) else "[]")
        hint = None if _names_columns(state, index) else value.hint
        if isinstance(hint, Tensor):
            hint = unknown_attributes.part(hint, identity, index.value if isinstance(index, Literal) else None)
            if witness.is_tensor(run, dotted(at.value)):
                return hint
        return Unknown(identity, hint)
    if isinstance(value, Module):
        return methods.child(run, state, value, index, at)
    if isinstance(value, Scalar):
        return Scalar(run.identity(at), value.of)
    if isinstance(value, Dataset) and not is_slice(index):
        return data.item(run, value, at)
    if isinstance(value, Dataset) and value.graphs:
        return value
    if isinstance(value, HostArray):
        return numpy_arrays.subscript(run, state, recorder, value, index, at)
    if array_packages.is_axes(value):
        return array_packages.AXES
    device_misuse.taken_apart(state, recorder, value, at)
    return None


def _names_columns(state: State, index: Value) -> bool:
    """``rows[["x", "y"]]``: what takes a list of names is a table of pandas', which has no tensors."""
    now = contents(state, index)
    names = now.items if isinstance(now, Sequence) and now.kind == "list" else ()
    return bool(names) and all(isinstance(one, Literal) and isinstance(one.value, str) for one in names)


def store_subscript(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    witness: EvidenceCache,
    owner: Value,
    index: Value,
    value: Value,
    at: form.Subscript,
    given: form.Form,
) -> bool:
    """``owner[index] = value``, where ``given`` gives the value; whether all is said about it."""
    for _, one in options(value) if isinstance(owner, (Tensor, HostArray)) else ():
        if isinstance(one, Tensor):
            pending_copies.read(run, state, recorder, one, at)
    if isinstance(owner, Tensor):
        if isinstance(given, form.Expression):
            value = witness.meets_tensor(run, state, value, given)
        value = functions_alone.beside_host(run, recorder, value, owner)
        indexing.store(run, state, recorder, owner, index, value, at, given)
        return True
    if isinstance(owner, HostArray):
        numpy_arrays.store(run, state, recorder, owner, index, value, at)
    rebound_weights.entry_replaced(run, state, value, at)
    if isinstance(owner, Unknown) and not isinstance(index, Literal):
        _send_parts(state, owner, value)
    if isinstance(owner, Unknown) and (owner.id, state_keys.LIBRARY) in state.fields:
        escape.lost_track(run, state, owner)  # an entry may be one of its attributes
    if isinstance(owner, Module) or isinstance(owner, Unknown) and is_module(value):
        name = str(index.value) if isinstance(index, Literal) else f"<{run.serial(at)}>"
        registration.keep(run, state, recorder, owner, name, value, at)
        return True
    if _is_of_library(state, owner):
        store_item(run, state, owner, index, Unknown(run.identity(at)))
        return True
    return False


def _is_of_library(state: State, owner: Value) -> bool:
    """Whether a batch, or what it was before it was moved, comes from a library, which may move what is put into it."""
    if not isinstance(owner, Unknown) or not isinstance(owner.hint, Tensor):
        return False
    return any(_is_marked(state, one) for one in (owner.id, *owner.hint.lineage()))


def _is_marked(state: State, identity: Identity) -> bool:
    while has_whole(identity) and (identity, state_keys.OF_LIBRARY) not in state.fields:
        identity = identity[0]
    return (identity, state_keys.OF_LIBRARY) in state.fields


def _send_parts(state: State, owner: Unknown, value: Value) -> None:
    """``batch[k] = batch[k].to(device)`` for any key: what holds the parts is as good as moved, part by part."""
    made: list[tuple[Guards, Value]] = []
    for guards, one in options(value):
        there = tensor_or_hint(one)
        if there is None or not is_chosen(there.device) or not _was_part(owner, there):
            return
        sent = replace(there, id=owner.id, history=replace(there.history, twin_of=owner.id))
        made.append((guards, Unknown(owner.id, sent)))
    for name, kept in list(state.frame.items()):
        if isinstance(kept, Unknown) and kept.id == owner.id:
            state.frame[name] = merge(made, owner.id)


def _was_part(owner: Unknown, moved: Tensor) -> bool:
    """Whether what was ``moved`` came out of ``owner``: by its identity, or since it was where ``owner`` is."""
    part = moved.history.twin_of
    while has_whole(part) and part != owner.id:
        part = part[0]
    before = owner.hint.device if isinstance(owner.hint, Tensor) else UNKNOWN
    return part == owner.id or part is not None and isinstance(before, Followed) and moved.history.left == before


def _as_leaf(value: Value, trained: bool) -> Value:
    if not isinstance(value, Tensor):
        return value
    return replace(value, requires_grad=trained, history=replace(value.history, moved_leaf=None))


def store_attribute(
    run: Evaluator, state: State, recorder: Recorder, owner: Value, name: str, value: Value, at: form.Form
) -> Value | None:
    """``owner.name = value``: what is kept, where that is not ``value`` itself."""
    tied_weights.look(run, state, recorder, at)
    if isinstance(owner, (Object, Module, Unknown)):
        for _, one in options(value):
            placement.attach(run, state, recorder, owner, name, one, at)
    if isinstance(owner, Object):
        _send_after(run, state, recorder, owner, name, value, at)
    if isinstance(owner, Tensor) and name == "requires_grad" and isinstance(at, form.Assign):
        trained = value != Literal(False)
        for place in at.targets:
            if isinstance(place, form.Attribute):
                held = [(g, _as_leaf(v, trained)) for g, v in options(run.evaluate(state, place.value))]
                narrow(run, state, place.value, merge(held, run.identity(at, "leaf")))
    if isinstance(owner, (Tensor, Unknown)) and name == "data":
        rebound_weights.data_replaced(run, state, owner, value, at)
    if isinstance(owner, Tensor) and name == "data":
        _replace_data(run, state, owner, value, at)
        if owner.parameter and is_host(owner.device):
            return Unknown((owner.id, ".data"))  # it goes on with its parameter, wherever that is moved
    rebound_weights.replaced(run, state, owner, name, value)
    identity = getattr(owner, "id", None)
    own = isinstance(owner, Module) and name in BUFFERS
    if own or (identity, f"{state_keys.REGISTERED}.{name}") in state.fields:
        kept = [(g, replace(v, buffer=True) if isinstance(v, Tensor) else v) for g, v in options(value)]
        return merge(kept, run.identity(at, name))
    return Unknown(run.identity(at, name)) if _is_of_library(state, owner) else None


def iterate(run: Evaluator, state: State, recorder: Recorder, value: Value, at: form.Form) -> Value | None:
    """One element of ``value`` in a loop; None where the evaluator may make of it what it likes."""
    if (described := instances.item(run, state, recorder, value, at)) is not None:
        return described
    if isinstance(value, Tensor):
        rank = value.rank - 1 if value.rank and value.rank < POSITIVE else None
        row = run.identity(at, "row")
        return replace(value, id=row, rank=rank, roots=value.lineage(), maybe_scalar=rank is None)
    if isinstance(value, Module):
        return methods.each(run, state, value, at)
    if isinstance(value, Loader):
        return data.batch(run, state, value, at)
    if isinstance(value, Dataset):
        return data.item(run, value, at)
    if isinstance(value, Scalar) and value.of is not None:
        return Scalar(run.identity(at, "each"), value.of)
    return array_packages.AXES if array_packages.is_axes(value) else None


def _replace_data(run: Evaluator, state: State, owner: Tensor, value: Value, at: form.Form) -> None:
    """``tensor.data = value``: the tensor is where the value is, under every name that it has."""
    for name, held in list(state.frame.items()):
        state.frame[name] = _with_data(held, owner, value)
    for field, held in list(state.fields.items()):
        if field[1].startswith(".") or field[1] == NOW:
            state.fields[field] = _with_data(held, owner, value)
    for target in at.targets if isinstance(at, form.Assign) else ():
        place = target.value if isinstance(target, form.Attribute) else None
        if isinstance(place, form.Attribute):
            for _, whole in options(run.evaluate(state, place.value)):
                rebound_weights.replaced(run, state, whole, place.name, value)


def _with_data(held: Value, owner: Tensor, value: Value) -> Value:
    """``held``, where ``owner`` in it has been given the data of ``value``."""
    if isinstance(held, Sequence):
        items = tuple(_with_data(item, owner, value) for item in held.items)
        changed = any(new is not old for new, old in zip(items, held.items, strict=True))
        return replace(held, items=items) if changed else held
    if not any(isinstance(one, Tensor) and one.id == owner.id for _, one in options(held)):
        return held
    kept: list[tuple[Guards, Value]] = []
    for guards, one in options(held):
        if isinstance(one, Tensor) and one.id == owner.id:
            for also, given in options(value):
                device = given.device if isinstance(given, Tensor) else UNKNOWN
                kept.append((guards | also, replace(one, device=device, cause=None)))
        else:
            kept.append((guards, one))
    return merge(kept, owner.id)


def _was_sent(run: Evaluator, tensor: Tensor, at: form.Form) -> bool:
    """True if a call in the function in progress, or one whose result ``at`` keeps, has put ``tensor`` where it is.

    Not if it is there for what it was computed with, which was moved elsewhere.
    """
    cause, function = tensor.cause, run.site.function
    if cause is None or cause.made not in (Made.MOVE, Made.EXPLICIT) or tensor.device == UNKNOWN:
        return False
    if function is None or isinstance(at, form.Assign) and isinstance(at.value, form.Call):
        return True
    return id(cause.at) in form.once(_calls, function.form)


def _calls(function: form.Function | form.Lambda) -> frozenset[int]:
    """The ids of the calls in a function."""
    return frozenset(map(id, calls_in(function)))


def _send_after(
    run: Evaluator, state: State, recorder: Recorder, owner: Object, name: str, value: Value, at: form.Form
) -> None:
    """``self.w = self.w.to(x.device)``: the object sees to the place of what it keeps unregistered itself.

    What it computes from that, ``self.w = self.w + x``, meets the other operand where it is.
    """
    there = [v for _, v in options(value) if isinstance(v, Tensor) and not is_host(v.device) and _was_sent(run, v, at)]
    kept = state.field(owner.id, f".{name}")
    for _, one in options(kept) if kept is not None else ():
        cause = one.cause if isinstance(one, Tensor) else None
        if isinstance(one, Tensor) and cause is not None and any(one.id in moved.roots for moved in there):
            recorder.knowledge.sent.add(id(cause.at))
