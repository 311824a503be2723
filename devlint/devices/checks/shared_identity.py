"""Aliases: elements that are one object, until each is moved by itself.

a, b = [t.to(device) for t in (w, w)]    one tensor on the CPU, two on an accelerator
"""

from __future__ import annotations

from devlint.devices.facts.modules import IdentityLost
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.hints import tensor_or_hint
from devlint.devices.lattice.state_keys import TWIN
from devlint.devices.lattice.tensors import Tensor
from devlint.devices.lattice.values import Mark
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.identity import made_by
from devlint.flow.values.state import State
from devlint.flow.values.value import Value
from devlint.forms import form


def lost(run: Evaluator, state: State, tensor: Tensor, at: form.Form, used: form.Form | None, why: str) -> IdentityLost:
    """That ``tensor`` was one object with another until both were moved, which were put together at ``at``."""
    move = tensor.cause.at if tensor.cause is not None else None
    return IdentityLost(at, state.guards, used, why, made_by(tensor.history.twin_of), move, tensor.device)


def mark(
    run: Evaluator, state: State, recorder: Recorder, items: tuple[Value, ...], at: form.Form, *, outer: bool = False
) -> None:
    """Elements have been put together at ``at``: two of them may have been one object before they were moved."""
    seen: dict[object, Tensor] = {}
    for item in items:
        tensor = tensor_or_hint(item)
        if tensor is None or tensor.history.twin_of is None:
            continue
        first = seen.setdefault(tensor.history.twin_of, tensor)
        if first is tensor or first.id == tensor.id:
            continue
        known = (tensor.id, TWIN) in state.fields and not outer
        if (tensor.history.moved_leaf is not None or tensor.history.was_parameter) and not known:
            recorder.add(lost(run, state, tensor, at, None, "trained"))
        for one in (first, tensor):
            if outer or (one.id, TWIN) not in state.fields:
                state.fields[one.id, TWIN] = Mark(at)
