"""Inputs of models that come from the CPU (of tokenizers, of loaders), as long as they are unchanged.

tokens = tokenizer(text, return_tensors="pt")    on the CPU
tokens["ids"] = tokens["ids"].to(device)         changed in place: where its parts are is unknown from here on
"""

from __future__ import annotations

from typing import TypeGuard

from devlint.devices.lattice.state_keys import TOUCHED
from devlint.devices.lattice.values import Made, Scalar, Tensor
from devlint.flow.state import State
from devlint.flow.value import Identity, Literal, Unknown, Value, options
from devlint.record import replace

FED = (Made.LOADER, Made.TOKENS)
"""What a model is fed with, which comes from the CPU."""


def touch(state: State, value: Value) -> None:
    """Record that ``value`` was changed in place: where the parts of a batch are is unknown from here on."""
    for one in (v for _, v in options(value) if isinstance(v, Unknown)):
        if _came_from_the_host(one.hint):
            state.fields[one.id, TOUCHED] = Literal(True)


def moved(state: State, value: Unknown) -> None:
    """Take note that ``value`` was moved: what a tokenizer gives goes there itself, a tensor of it does not."""
    if not (isinstance(value.id, tuple) and value.id and isinstance(value.id[0], tuple)):
        touch(state, value)


def is_fed(state: State, tensor: Tensor) -> bool:
    """Whether ``tensor`` is a batch, or a part of one, as it came."""
    if not _came_from_the_host(tensor):
        return False
    whole = tensor.id[0] if isinstance(tensor.id, tuple) and tensor.id else None
    return not any((one, TOUCHED) in state.fields for one in (tensor.id, whole, *tensor.roots))


def scaled(left: Value, right: Value, identity: Identity) -> Unknown | None:
    """``batch / 255``: as much a batch as before; None for anything else."""
    for one, other in ((left, right), (right, left)):
        number = isinstance(other, Scalar) or isinstance(other, Literal) and isinstance(other.value, (int, float))
        hint = one.hint if isinstance(one, Unknown) and number else None
        if _came_from_the_host(hint):
            return Unknown(identity, replace(hint, id=identity))
    return None


def _came_from_the_host(value: Value | None) -> TypeGuard[Tensor]:
    return isinstance(value, Tensor) and value.cause is not None and value.cause.made in FED
