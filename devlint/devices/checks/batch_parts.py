"""Parts of one batch that are treated apart: one is moved, another one is used as it came.

    for x, y in loader:            their device is unknown, but it is the same
        x = x.to(device)           hence not there, or this would not be done
        loss = criterion(net(x), y)

Only where the other one meets what was moved, or the model it belongs to, does it matter. What holds lengths, names or
numbers stays on the CPU by custom, and a part that is moved anywhere is left alone.
"""

from __future__ import annotations

from dataclasses import field

from devlint.base.record import dataclass, replace
from devlint.devices.checks import model_inputs
from devlint.devices.evidence import batches
from devlint.devices.evidence.uses import has_others_members
from devlint.devices.facts.events import FunctionCalled, OperandsMet, UnseenCalled, on
from devlint.devices.facts.operations import LeftBehind, Operand
from devlint.devices.facts.reason import Reason
from devlint.devices.facts.recorder import Recorder, as_tensor
from devlint.devices.lattice.device import (
    UNKNOWN,
    Device,
    Followed,
    SymbolKind,
    is_accelerator,
    is_of_argument,
    may_be_accelerator,
)
from devlint.devices.lattice.hints import hint_of, tensor_or_hint
from devlint.devices.lattice.state_keys import APART, PLACE, WENT
from devlint.devices.lattice.tensors import Made, Tensor
from devlint.devices.lattice.values import DeviceValue
from devlint.devices.patterns.expressions import looked_up
from devlint.flow.containers import elements
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.guards import Guards, feasible
from devlint.flow.values.identity import tag_of, without_call
from devlint.flow.values.state import State
from devlint.flow.values.value import Choice, External, Identity, Unknown, Value, options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.naming.devices import is_device_of_framework
from devlint.naming.hosts import is_called_host_part
from devlint.naming.models import is_called_applied_loss, is_called_model
from devlint.naming.tensors import is_called_batch, is_called_batch_tensor

STAYS_ON_CPU = Reason(
    "part-stays-on-cpu",
    "A part of a batch that is called like lengths, names, indices, numbers or text.",
    ("DEV105",),
)
SEVERAL_AS_THEY_CAME = Reason("several-as-they-came", "Several parts that a model is given as they came.", ("DEV105",))

_JOINING = frozenset({"torch.cat", "torch.concat", "torch.concatenate", "torch.stack", "torch.hstack", "torch.vstack"})
"""Functions that join the tensors of a list."""


@dataclass(frozen=True, slots=True)
class Apart(Value):
    """Where one part of a batch was moved to, by ``at``; ``part`` is the part that was not, where it is known."""

    device: Device
    guards: Guards
    at: form.Form = field(compare=False)
    part: form.Form | None = field(default=None, compare=False)
    by_element: bool = False
    """Whether all that a container of the batch holds was moved into another one, by ``at`` one by one."""


def shows_host(device: Device) -> bool:
    """Whether a move to ``device``, an accelerator or one that was chosen, says that something is not there yet."""
    if isinstance(device, Followed) and device.symbol.kind is SymbolKind.DEVICE:
        return not is_device_of_framework(device.symbol.text)
    if isinstance(device, Followed):
        return is_called_model(device.symbol.text)
    return is_accelerator(device)


def moved(state: State, receiver: Value, result: Value, at: form.Form) -> None:
    """``receiver`` was moved at ``at``, which gave ``result``."""
    identity = getattr(receiver, "id", None)
    batch = batches.batch_of(identity)
    before = tensor_or_hint(receiver)
    if batch is None or not (batches.is_drawn(identity) or before is not None and _is_of_batch(identity, before)):
        return
    for guards, one in options(result):
        tensor = tensor_or_hint(one)
        device = tensor.device if tensor is not None else UNKNOWN
        state.fields[identity, WENT] = DeviceValue(device)
        if shows_host(device) and (batch, APART) not in state.fields:
            state.fields[batch, APART] = Apart(device, state.guards | guards, at)


def is_as_drawn(state: State, value: Value) -> bool:
    """Whether ``value`` is a part of a batch that comes out of a loop and was not moved, of which nothing is known."""
    if not isinstance(value, Unknown) or value.hint is not None or (value.id, WENT) in state.fields:
        return False
    return batches.batch_of(value.id) is not None and batches.is_drawn(value.id)


def are_apart(state: State, arguments: Arguments) -> bool:
    """Whether a call is given a part of a batch as it came, and something from where another part of it was moved."""
    given = [one for value in arguments.values() for _, one in options(value)]
    for one in given:
        batch = batches.batch_of(one.id) if isinstance(one, Unknown) and (one.id, WENT) not in state.fields else None
        if batch is not None and isinstance(moves := state.field(batch, APART), Apart):
            return any(_is_there(state, other, moves.device) for other in given if other is not one)
    return False


def is_part(run: Evaluator, value: Value, at: form.Expression) -> bool:
    """Whether ``value``, which ``at`` reads, is a tensor of a batch by its name, so that a move gives another one."""
    if not isinstance(value, Unknown) or batches.batch_of(value.id) is None or not is_called_batch_tensor(_called(at)):
        return False
    if run.site.function is not None and has_others_members(run.site.function, dotted(at)):
        return False
    return batches.is_drawn(value.id) or isinstance(value.hint, Tensor) and is_called_batch(_source(value.hint))


def _is_of_batch(identity: Identity, hint: Tensor) -> bool:
    """Whether ``hint`` is a part of a batch by the name of the argument it is from, or of what a tokenizer gave."""
    return is_called_batch(_source(hint)) or _made(hint) is Made.TOKENS or tag_of(identity) in batches.ENCODINGS


def _made(hint: Tensor) -> Made | None:
    return hint.cause.made if hint.cause is not None else None


def _source(hint: Tensor) -> str:
    """The name of the argument that ``hint`` is a part of."""
    device = hint.device
    return device.symbol.text if is_of_argument(device) else ""


def _left(state: State, recorder: Recorder, value: Value, at: form.Form, *, loaded: bool = False) -> Apart | None:
    """The move that left ``value`` behind, or what it is on one path; None where nothing says that it was."""
    if isinstance(value, Choice):
        for guards, one in value.options:
            if isinstance(one, Unknown) and feasible(guards, state.guards):
                left = _left(state, recorder, one, at, loaded=loaded)
                if left is not None and feasible(guards, left.guards):
                    return replace(left, guards=left.guards | guards)
    if not isinstance(value, (Unknown, Tensor)):
        return None
    made = state.field(value.id, APART)
    if isinstance(made, Apart) and made.part is not None:
        return made
    if isinstance(value, Tensor):
        return None
    if not isinstance(at, (form.Name, form.Subscript, form.Attribute)) and looked_up(at) is None:
        return None
    batch = batches.batch_of(value.id)
    moves = state.field(batch, APART) if batch is not None else None
    apart = next((one for _, one in options(moves) if isinstance(one, Apart)), None) if moves is not None else None
    if apart is None or (value.id, WENT) in state.fields:
        return None
    if is_called_host_part(_called(at)):
        recorder.silence(STAYS_ON_CPU, at)
        return None
    if value.hint is not None and not _is_as_it_came(state, value.hint, loaded):
        return None
    return replace(apart, part=at) if feasible(apart.guards, state.guards) else None


def _is_as_it_came(state: State, hint: Value, loaded: bool) -> bool:
    """Whether nothing was done to a part; ``loaded`` asks about those of a loader of this file as well."""
    if not isinstance(hint, Tensor):
        return False
    made = _made(hint)
    if made is Made.TOKENS:
        return model_inputs.is_fed(state, hint)
    return made in (None, Made.PARAMETER) or loaded and made is Made.LOADER


def _called(at: form.Form) -> str:
    if isinstance(at, form.Call):
        key = at.arguments[0] if at.arguments else None
        return str(key.value) if isinstance(key, form.Constant) else "index"
    if isinstance(at, form.Subscript):
        return str(at.index.value) if isinstance(at.index, form.Constant) else "index"
    return at.name if isinstance(at, form.Attribute) else dotted(at)


def _is_there(state: State, value: Value, device: Device) -> bool:
    known = ((guards, tensor_or_hint(one)) for guards, one in options(value))
    return any(one is not None and one.device == device and feasible(guards, state.guards) for guards, one in known)


def met(
    run: Evaluator, state: State, recorder: Recorder,
    callee: Value, arguments: Arguments, at: form.Call, *, strict: bool = False
) -> None:
    """Parts meet in a call of ``callee``; ``strict`` says that its arguments have to be in one place.

    Only models have a ``generate`` that takes tensors (transformers' GenerationMixin).
    """
    called = dotted(at.function)
    loss = is_called_applied_loss(called)
    model = is_called_model(called) or called.rpartition(".")[2] == "generate"
    if not (strict or model or loss):
        return
    given = list(zip(arguments.values(), arguments.all_forms(), strict=True))
    place = state.field(getattr(callee, "id", None), PLACE)
    parts = [v for v, _ in given if isinstance(v, Unknown) and batches.batch_of(v.id) is not None]
    came = [v for v in parts if (v.id, WENT) not in state.fields]
    alone = len(came) == 1  # several that come as they are may be lists
    if model and not strict and len(came) > 1:
        if any((batches.batch_of(one.id), APART) in state.fields for one in came):
            recorder.silence(SEVERAL_AS_THEY_CAME, at)
        return
    for value, where in given:
        apart = _left(state, recorder, value, where)
        if apart is None or apart.part is None or not may_be_accelerator(apart.device, state.guards):
            continue
        others = [other for other, _ in given if other is not value]
        here = alone and isinstance(place, DeviceValue) and place.device == apart.device
        if here or any(_is_there(state, other, apart.device) for other in others):
            _report(state, recorder, apart, value, dotted(at.function))
        elif model and alone and not isinstance(where, form.Subscript):
            state.fields[run.identity(at), APART] = apart


def _joined(run: Evaluator, state: State, recorder: Recorder, name: str, arguments: Arguments, at: form.Call) -> None:
    """``torch.cat(labels)``: what is joined of parts that were left behind was left behind as they were."""
    if name not in _JOINING or not at.arguments or is_called_host_part(_called(at.arguments[0])):
        return
    found = [_left(state, recorder, one, at.arguments[0]) for one in elements(state, arguments.positional[0])]
    if found and found[0] is not None and None not in found:
        state.fields[run.identity(at), APART] = replace(found[0], part=at)


def indexed(state: State, recorder: Recorder, value: Value, index: Value, at: form.Subscript) -> None:
    """``labels[scores.argmax(1)]``: a part that was left behind takes no index from where another one was moved."""
    apart = _left(state, recorder, value, at.value, loaded=True)
    if apart is None or apart.part is None or not may_be_accelerator(apart.device, state.guards):
        return
    places = [one for _, one in options(index) if isinstance(one, Tensor) and one.device == apart.device]
    if any(one.rank or one.rank is None and not one.maybe_scalar for one in places):
        _report(state, recorder, apart, value, "[]")


def _report(state: State, recorder: Recorder, apart: Apart, value: Value, operator: str) -> None:
    """Report that ``value``, a part of a batch, was left behind by ``apart``."""
    one = next((v for _, v in options(value) if isinstance(v, (Unknown, Tensor))), None)
    if apart.part is None or one is None:
        return
    cause, part = apart.at, without_call(one.id)
    hint = hint_of(one)
    if isinstance(one, Unknown) and hint is not None and hint.cause is not None and _made(hint) is Made.LOADER:
        cause, part = hint.cause.at, Operand(as_tensor(one, hint), apart.part).part
    guards = state.guards | apart.guards
    recorder.add(LeftBehind(apart.part, guards, apart.at, apart.device, operator, cause, part))


def _operated(recorder: Recorder, event: OperandsMet) -> None:
    """``predicted == labels``, ``predicted - target``."""
    if event.operator not in ("==", "!=", "-", "*"):
        return
    state = event.state
    for (value, where), (other, _) in ((event.left, event.right), (event.right, event.left)):
        apart = _left(state, recorder, value, where, loaded=True)
        if apart is None or apart.part is None or not may_be_accelerator(apart.device, state.guards):
            continue
        if _is_there(state, other, apart.device):
            given = event.run.site.passed(apart.part) if event.run.site.abroad else apart.part
            _report(state, recorder, replace(apart, part=given), value, event.operator)


def _of_torch(recorder: Recorder, event: FunctionCalled) -> None:
    if event.name.startswith("torch.nn.functional."):
        met(event.run, event.state, recorder, External(event.name), event.arguments, event.at, strict=True)
    _joined(event.run, event.state, recorder, event.name, event.arguments, event.at)


def _unseen(recorder: Recorder, event: UnseenCalled) -> None:
    met(event.run, event.state, recorder, event.callee, event.arguments, event.at)


LISTENS = (on(OperandsMet, _operated), on(FunctionCalled, _of_torch), on(UnseenCalled, _unseen))
