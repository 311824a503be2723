"""Operations that take tensors on the CPU only.

pack_padded_sequence(x, mask.sum(1))     lengths must be on the CPU, and are where the mask is
x.to(device).pin_memory()                only memory of the CPU can be pinned
torch.FloatTensor(rows, device=device)   the constructors of old make tensors on the CPU, and raise for another device
"""

from __future__ import annotations

from devlint.devices.facts.events import FunctionCalled, on
from devlint.devices.facts.operations import HostOnly, Operand
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.device import Followed, SymbolKind, may_be_accelerator
from devlint.devices.lattice.tensors import Made, Tensor
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.guards import Guards, feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import Value, options
from devlint.forms import form
from devlint.naming.counts import looks_like_count
from devlint.naming.hosts import is_called_host_device

_ARGUMENTS = {
    "pack_padded_sequence": (1, "lengths"),
    "tensor_split": (1, "tensor_indices_or_sections"),
}


def _called(recorder: Recorder, event: FunctionCalled) -> None:
    """Look at the argument of a function that has to be on the CPU, if it has one."""
    last, arguments = event.name.rpartition(".")[2], event.arguments
    if last not in _ARGUMENTS or arguments.starred:
        return
    value, where = arguments.get(*_ARGUMENTS[last]), arguments.form_of(*_ARGUMENTS[last])
    if value is not None and where is not None:
        required(event.state, recorder, value, where, f"`{last}`")


def required(state: State, recorder: Recorder, value: Value, where: form.Expression, taker: str) -> None:
    """``taker`` needs the tensor ``value``, which the code writes as ``where``, on the CPU."""
    for guards, one in options(value):
        if isinstance(one, Tensor) and feasible(guards, state.guards):
            both = guards | state.guards
            if one.rank != 0 and _is_away(one, both):
                recorder.add(HostOnly(where, both, Operand(one, where), taker))


def pinned(run: Evaluator, state: State, recorder: Recorder, tensor: Tensor, at: form.Call) -> None:
    """``tensor.pin_memory()``."""
    function = run.site.function
    if function is not None and any("pin" in parameter.name for parameter in function.form.parameters.all):
        return  # who asks for it knows the device
    moved = tensor.cause is not None and tensor.cause.made is Made.MOVE
    if moved and _is_away(tensor, state.guards) and isinstance(at.function, form.Attribute):
        recorder.add(HostOnly(at, state.guards, Operand(tensor, at.function.value), "`.pin_memory()`"))


def _is_away(tensor: Tensor, guards: Guards) -> bool:
    """Whether a tensor may well be on an accelerator; what the caller passed for this purpose is where it belongs."""
    if not may_be_accelerator(tensor.device, guards):
        return False
    if not isinstance(tensor.device, Followed):
        return True
    symbol = tensor.device.symbol
    if symbol.kind is SymbolKind.ARGUMENT:
        return bool(tensor.roots) and not looks_like_count(symbol.text)
    return not is_called_host_device(symbol.text)


LISTENS = (on(FunctionCalled, _called),)
