"""Models of a class out of sight that are applied on a device, and moved there only afterwards.

encoder = factory.create(shape)
width = encoder(torch.rand(1, 8, device=device)).shape[1]     a tensor on `device` meets its weights ...
net = nn.Sequential(encoder, nn.Linear(width, 1))
net.to(device)                                                ... which come there now
"""

from __future__ import annotations

from dataclasses import field

from devlint.base.record import dataclass
from devlint.devices.facts.modules import AppliedTooSoon
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.device import Device, Followed, SymbolKind, is_accelerator
from devlint.devices.lattice.hints import device_of
from devlint.devices.lattice.state_keys import APPLIED, HOLDS, PLACE
from devlint.devices.lattice.tensors import Tensor
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.identity import made_by
from devlint.flow.values.state import State
from devlint.flow.values.value import Identity, Unknown, Value, options
from devlint.forms import form
from devlint.forms.parts import calls_in, identifiers_in
from devlint.naming.devices import speaks_of_placement
from devlint.naming.settings import is_called_settings


@dataclass(frozen=True, slots=True)
class Applied(Value):
    """That a ``model`` was applied, ``at`` a place, to a tensor on ``device``, before it was moved."""

    at: form.Form = field(compare=False)
    model: form.Form = field(compare=False)
    device: Device


def applied(run: Evaluator, state: State, model: Unknown, given: Value, at: form.Call) -> None:
    """Take note that ``model``, which the code has had built without a place, is applied to ``given``."""
    device = given.device if isinstance(given, Tensor) else None
    named = isinstance(device, Followed) and device.symbol.kind is SymbolKind.DEVICE
    if device is None or not named and not is_accelerator(device) or model.hint is not None:
        return
    known = (model.id, PLACE) in state.fields or (model.id, APPLIED) in state.fields
    where = None if known else _applied_where_built(run, model.id, at)
    if where is not None:
        state.fields[model.id, APPLIED] = Applied(where, run.site.passed(at.function), device)


def _applied_where_built(run: Evaluator, identity: Identity, at: form.Call) -> form.Form | None:
    """The call that leads to ``at`` in the function that had this built; None where it may have been put somewhere."""
    made_at = made_by(identity)
    for function, leads in run.site.leading_to(at) if made_at else ():
        for call in calls_in(function.form) if function is not None else ():
            if id(call) == made_at:
                return leads if isinstance(leads, form.Form) and not _may_place(call) else None
    return None


def _may_place(call: form.Call) -> bool:
    words = identifiers_in(call)
    return "self" in words or any(speaks_of_placement(word) or is_called_settings(word) for word in words)


def held(state: State, owner: Identity, number: int, part: Value) -> None:
    """Take note that the module ``owner`` is built around ``part``, and moves it."""
    if isinstance(part, Unknown) and (part.id, APPLIED) in state.fields:
        state.fields[owner, f"{HOLDS} {number}"] = part


def moved(state: State, recorder: Recorder, value: Value, places: Value, at: form.Form) -> None:
    """Report what moves to the device on which it was applied: ``value``, and what it holds."""
    identity: Identity = getattr(value, "id", None)
    held_in = [
        one for key, kept in state.fields_of(identity) if key.startswith((".", HOLDS)) for _, one in options(kept)
    ]
    for part in (value, *held_in):
        mark = state.fields.pop((getattr(part, "id", None), APPLIED), None)
        if isinstance(mark, Applied) and any(device_of(one) == mark.device for _, one in options(places)):
            recorder.add(AppliedTooSoon(mark.at, state.guards, mark.model, at, mark.device))
