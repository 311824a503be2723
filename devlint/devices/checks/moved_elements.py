"""Batches, and parts of them, whose elements a comprehension moves: what was left out of it stays as it came.

    for batch in loader:
        inputs = {k: v.to(device) for k, v in batch.items() if k != "labels"}
        loss = criterion(net(**inputs), batch["labels"])              an item of the batch
    for images, labels in loader:
        images = [image.to(device) for image in images]
        loss = criterion(net(images), labels)                         another part of the batch
"""

from __future__ import annotations

from devlint.devices.checks import batch_parts
from devlint.devices.evidence import batches
from devlint.devices.facts.events import Stored, on
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.hints import tensor_or_hint
from devlint.devices.lattice.state_keys import APART, ITEMS_OF, WENT
from devlint.devices.lattice.tensors import Made
from devlint.devices.lattice.values import DeviceValue
from devlint.flow.containers import ELEMENT
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.identity import has_whole
from devlint.flow.values.state import State
from devlint.flow.values.value import Identity, Unknown, Value, options
from devlint.forms import form

_CHANGERS = frozenset({"update", "extend", "append", "insert", "clear", "setdefault"})


def called(run: Evaluator, state: State, receiver: Value, name: str, at: form.Call) -> None:
    """Record what ``receiver.items()`` and ``receiver.values()`` go through, and what puts something in."""
    if name in ("items", "values") and isinstance(receiver, Unknown):
        state.fields[run.identity(at), ITEMS_OF] = receiver
    elif name in _CHANGERS:
        _changed(state, receiver)


def gathered(state: State, item: Value) -> None:
    """A comprehension makes ``item`` of any one element: where that was moved, so were all it goes through."""
    for guards, one in options(item):
        tensor = tensor_or_hint(one)
        if not isinstance(one, Unknown) or tensor is None or tensor.cause is None:
            continue
        call = tensor.cause.at
        if tensor.cause.made is not Made.MOVE or not isinstance(call, form.Call):
            continue
        whole = _container(state, one.id)
        if whole is None or not batch_parts.shows_host(tensor.device):
            continue
        apart = batch_parts.Apart(tensor.device, state.guards | guards, call, by_element=True)
        batch = batches.batch_of(whole)
        parted = [whole] if batches.is_batch(whole) else []
        if batch is not None and batches.is_drawn(whole):
            state.fields[whole, WENT] = DeviceValue(tensor.device)
            parted.append(batch)
        for one_batch in parted:
            if (one_batch, APART) not in state.fields:
                state.fields[one_batch, APART] = apart


def _stored(recorder: Recorder, event: Stored) -> None:
    _changed(event.state, event.owner)


def _changed(state: State, owner: Value) -> None:
    """Let go of what is known of the elements of ``owner``, in which anything may have been put."""
    for _, one in options(owner):
        identity = getattr(one, "id", None)
        apart = state.field(identity, APART)
        if isinstance(apart, batch_parts.Apart) and apart.by_element:
            del state.fields[identity, APART]


def _container(state: State, element: Identity) -> Identity:
    """What ``element`` stands for any one of: the container itself, or the mapping whose items are gone through."""
    number = None
    if has_whole(element) and isinstance(element[1], int):
        element, number = element
    if not has_whole(element) or element[1] != ELEMENT:
        return None
    whole = element[0]
    inner = whole[0] if has_whole(whole) and whole[1] == ELEMENT else whole
    mapping = state.field(inner, ITEMS_OF)
    if isinstance(mapping, Unknown):
        return mapping.id if number in (None, 1) else None
    return whole if number is None else None


LISTENS = (on(Stored, _stored),)
