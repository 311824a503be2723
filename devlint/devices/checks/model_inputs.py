"""Inputs of models that come from the CPU (of tokenizers, of loaders), as long as they are unchanged.

tokens = tokenizer(text, return_tensors="pt")    on the CPU
tokens["ids"] = tokens["ids"].to(device)         the other parts are where they were
tokens[name] = tokens[name].to(device)           changed in place: where its parts are is unknown from here on
"""

from __future__ import annotations

from typing import TypeGuard

from devlint.base.record import replace
from devlint.devices.facts.events import Stored, on
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.hints import tensor_or_hint
from devlint.devices.lattice.state_keys import ANY_PART, PART_MOVED, TOUCHED
from devlint.devices.lattice.tensors import Made, Tensor
from devlint.devices.lattice.values import Scalar
from devlint.flow.values.identity import tag_of, whole_of, wholes
from devlint.flow.values.state import State
from devlint.flow.values.value import Identity, Literal, Unknown, Value, options
from devlint.forms import form

FED = (Made.LOADER, Made.TOKENS)
"""What a model is fed with, which comes from the CPU."""


def touch(state: State, value: Value) -> None:
    """Record that ``value`` was changed in place: where the parts of a batch are is unknown from here on."""
    for one in (v for _, v in options(value) if isinstance(v, Unknown)):
        if _came_from_the_host(one.hint):
            state.fields[one.id, TOUCHED] = Literal(True)


def _stored(recorder: Recorder, event: Stored) -> None:
    """Record that ``owner[...] = value`` was done, unless ``owner`` is where it was.

    A number, or a selection of a tensor's elements, changes what the tensor holds, and not its place; and a part that
    is moved by its own name leaves the others where they were.
    """
    state, owner, value, at = event.state, event.owner, event.value, event.at
    number = all(_is_number(one) for _, one in options(value))
    if number or _selects(at.index):
        return
    if isinstance(owner, Unknown) and _is_same_part(owner, value, at.index):
        state.fields[owner.id, PART_MOVED] = Literal(True)
    else:
        touch(state, owner)


def _is_same_part(owner: Unknown, value: Value, index: form.Expression) -> bool:
    """``batch["x"] = batch["x"].to(device)``: what is stored is what was there under the same name, moved."""
    if not isinstance(index, form.Constant):
        return False
    part = (owner.id, f"[{index.value!r}]")
    moved = [tensor_or_hint(one) for _, one in options(value)]
    return all(one is not None and part in (one.history.twin_of, one.id) for one in moved)


def _is_number(value: Value) -> bool:
    return isinstance(value, Scalar) or isinstance(value, Literal) and isinstance(value.value, (int, float))


def _selects(index: form.Expression) -> bool:
    """True if only a tensor or an array takes ``index``: a mask, or a slice of some dimension."""
    if isinstance(index, form.Display):
        return any(isinstance(part, form.Slice) or _selects(part) for part in index.elements)
    return isinstance(index, form.Compare) or isinstance(index, form.Unary) and index.operator == "~"


def moved(state: State, value: Unknown) -> None:
    """Take note that ``value`` was moved: what a tokenizer gives goes there itself, a tensor of it does not."""
    if not isinstance(whole_of(value.id), tuple):
        touch(state, value)


def is_fed(state: State, tensor: Tensor) -> bool:
    """True if ``tensor`` is a batch, a part of one, or was computed from one, which is as it came.

    A loop through all parts moves some of them at times, by a test that is not followed: of these nothing is said.
    """
    if not _came_from_the_host(tensor) or (tensor.id, PART_MOVED) in state.fields:
        return False
    parts = [one for part in (tensor.id, *tensor.roots) for one in wholes(part)]
    return not any((one, TOUCHED) in state.fields or tag_of(one) == ANY_PART for one in parts)


def scaled(left: Value, right: Value, identity: Identity) -> Unknown | None:
    """``batch / 255``: as much a batch as before; None for anything else."""
    for one, other in ((left, right), (right, left)):
        hint = one.hint if isinstance(one, Unknown) and _is_number(other) else None
        if _came_from_the_host(hint):
            return Unknown(identity, replace(hint, id=identity))
    return None


def _came_from_the_host(value: Value | None) -> TypeGuard[Tensor]:
    return isinstance(value, Tensor) and value.cause is not None and value.cause.made in FED


LISTENS = (on(Stored, _stored),)
