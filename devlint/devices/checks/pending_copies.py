"""Asynchronous copies, ``non_blocking=True``, that are read before they are done, or whose source is freed before.

    y = x.to("cpu", non_blocking=True)       under way: what y holds is not there yet
    y.mean()                                 read too early
    torch.tensor(n).to(device, non_blocking=True)    the source is gone before the copy of it is made

A copy to a GPU is safe, since whatever uses it there waits in the same stream. A copy to the CPU is not, nor is one to
MPS, which does not keep the source alive.
"""

from __future__ import annotations

from dataclasses import field

from devlint.base.record import dataclass
from devlint.devices.facts.processes import NonBlocking
from devlint.devices.facts.recorder import Alternatives, Recorder
from devlint.devices.lattice.device import CPU, Device, accelerated, is_host, is_of_argument, may_be_accelerator
from devlint.devices.lattice.state_keys import PENDING
from devlint.devices.lattice.tensors import Made, Tensor
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import FunctionValue
from devlint.flow.values.guards import Guards
from devlint.flow.values.state import Field, State
from devlint.flow.values.value import Literal, Value
from devlint.forms import form
from devlint.forms.parts import identifiers_in, is_part_of
from devlint.naming.functions import speaks_of_waiting

WAITING = frozenset({"numpy", "masked_select", "nonzero", "argwhere", "unique", "unique_consecutive"})
"""Methods that need values or a size that depends on them on the CPU, and wait for the device."""


_ANY: Field = (PENDING, PENDING)
"""Set where some copy is under way: a state of many fields is not searched for nothing."""


@dataclass(frozen=True, slots=True)
class Pending(Value):
    """The copy that is under way."""

    at: form.Form = field(compare=False)


def begin(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    before: Tensor,
    after: Tensor,
    arguments: Arguments,
    at: form.Call,
    guards: Guards,
) -> None:
    """``before`` is moved to where ``after`` is: with ``non_blocking`` the copy is pending, else none is any more.

    Where the ``guards`` of that alternative say that there is no accelerator, nothing is copied.
    """
    if before is after:
        return
    waits = arguments.get(None, "non_blocking") != Literal(True)
    if waits:
        if after.device == CPU:
            arrived(state)
        return
    if any(map(_sees_to_it, run.site.functions)):
        return
    if after.device == CPU and may_be_accelerator(before.device, guards | state.guards):
        state.fields[after.id, PENDING] = state.fields[_ANY] = Pending(at)
    elif is_host(before.device) and _is_callers(state, after.device) and _is_temporary(before, at):
        recorder.add(NonBlocking(at, state.guards, None))


def _is_callers(state: State, device: Device) -> bool:
    """Whether a device is that of an argument, hence anything a caller may have: Apple's, unless the code asked."""
    if not is_of_argument(device):
        return False
    return (accelerated(device.symbol), True) not in state.guards


def _sees_to_it(function: FunctionValue) -> bool:
    """Whether a function has something to do with streams, events or waiting: it sees to the order itself."""
    return form.once(_waits, function.form)


def _waits(function: form.Function | form.Lambda) -> bool:
    return any(map(speaks_of_waiting, identifiers_in(function)))


def _is_temporary(tensor: Tensor, at: form.Call) -> bool:
    """Whether nothing but this expression holds a tensor, which is made in it and not pinned."""
    if tensor.cause is None or tensor.cause.made is not Made.FACTORY or not isinstance(tensor.cause.at, form.Call):
        return False
    receiver = at.function.value if isinstance(at.function, form.Attribute) else at
    return is_part_of(tensor.cause.at, receiver) and "pin_memory" not in identifiers_in(receiver)


def arrived(state: State) -> None:
    """Something waits for the device: every copy is complete."""
    for key in [key for key in state.fields if key[1] == PENDING] if _ANY in state.fields else ():
        del state.fields[key]


def read(run: Evaluator, state: State, recorder: Recorder, tensor: Tensor, at: form.Form) -> None:
    """``tensor`` is read at ``at``: report a copy to it that may not be complete."""
    if not is_host(tensor.device):
        return
    under_way = [state.field(identity, PENDING) for identity in (tensor.id, *tensor.roots)]
    if not any(under_way):
        return
    if not any(map(_sees_to_it, run.site.functions)):
        for pending in under_way:
            if isinstance(pending, Pending):
                recorder.add(NonBlocking(pending.at, state.guards, at))


def read_all(run: Evaluator, state: State, recorder: Recorder, met: list[Alternatives], at: form.Form) -> None:
    """The operands of an operation at ``at`` are read."""
    for alternatives in met:
        for _, operand in alternatives:
            read(run, state, recorder, operand.tensor, at)
