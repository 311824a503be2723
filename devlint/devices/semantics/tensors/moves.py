"""Transfer functions of moves: ``.to``, ``.cuda``, ``.cpu`` and their kin on tensors.

x.cpu()                     on the CPU by a host move; it came from where x was
x.to(x.device)              x itself
x.to("meta")                what comes back from there has no data
"""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.checks import model_inputs
from devlint.devices.facts.device_choices import CastByName
from devlint.devices.facts.modules import FromMeta
from devlint.devices.facts.operations import Move
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.conditions import with_implied
from devlint.devices.lattice.device import (
    CPU,
    DEFAULT,
    META,
    UNKNOWN,
    Device,
    Known,
    accelerated,
    is_chosen,
    is_host,
    is_of_argument,
    may_be_accelerator,
)
from devlint.devices.lattice.hints import is_made_on_host, tensor_or_hint
from devlint.devices.lattice.state_keys import CURRENT_DEVICE
from devlint.devices.lattice.tensors import Cause, History, Made, Tensor
from devlint.devices.lattice.values import DeviceValue, TensorType
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.guards import Guards, feasible
from devlint.flow.values.identity import made_by
from devlint.flow.values.state import State
from devlint.flow.values.value import options
from devlint.forms import form


def move(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    tensor: Tensor,
    device: Device,
    at: form.Call,
    *,
    copies: bool = False,
    chosen: bool = False,
    given: bool = False,
    after: bool = False,
) -> Tensor:
    """``tensor`` on ``device``: the same object where it is there already.

    ``chosen`` says that the device is one of several: if it is the CPU, that is because all is to be there.
    ``given`` says that another one of them is an argument: the current GPU is meant where that was not given.
    ``after`` says that it is wherever another tensor is, so the code does not ask for the CPU.
    """
    if tensor.absent:  # who mends that has it where the code sends it, wherever the caller's tensors are
        sent = is_chosen(device) and not is_host(device)
        return Tensor(device, run.identity(at), tensor.rank) if sent else tensor
    if tensor.cause is not None:
        recorder.taken_back(tensor.cause.at)
    if chosen and is_host(device) and is_host(tensor.device):
        return replace(tensor, device=device, cause=Cause(Made.MOVE, at))
    if device == tensor.device and not copies or is_host(device) and is_host(tensor.device):
        if device == CPU and tensor.cause is not None and not after:  # it is there because the code asks for it
            if tensor.cause.made in model_inputs.FED:
                return replace(tensor, cause=Cause(Made.MOVE, at))
            if tensor.cause.made is Made.ATTRIBUTE:
                return replace(tensor, cause=Cause(Made.HOST_MOVE, at))
        return tensor
    if tensor.device == META != device != UNKNOWN:
        recorder.add(FromMeta(at, state.guards, False, device))
    unplaced = tensor.device == DEFAULT or is_made_on_host(tensor)
    if unplaced and tensor.cause is not None and run.was_made_in_call(tensor.id):
        run.settled.add(id(tensor.cause.at))  # who calls the function that makes it sees to its place
        run.settled.update(made_by(root) for root in tensor.roots if run.was_made_in_call(root))
    made = Made.HOST_MOVE if device == CPU and not chosen else Made.MOVE
    cause = Cause(made, at, fresh=tensor.cause is not None and tensor.cause.made is Made.FACTORY)
    leaf, before = tensor.requires_grad or tensor.parameter, tensor.history
    moved = replace(
        tensor,
        device=device,
        id=run.identity(at),
        cause=cause,
        roots=tensor.lineage(),
        parameter=False,
        buffer=False,
        requires_grad=False,
        assumed=False,
        history=History(
            cause if leaf else before.moved_leaf,
            cause if device == CPU and tensor.device != UNKNOWN else (before.hosted if device == CPU else None),
            came_from=tensor.device if device == CPU else None,
            was_parameter=tensor.parameter or before.was_parameter,
            twin_of=tensor.id,
            left=tensor.device if tensor.parameter or is_of_argument(tensor.device) else before.left,
        ),
    )
    bare = isinstance(device, Known) and device.type == "cuda" and device.index is None
    recorder.add(Move(at, state.guards, tensor, moved, bare, given or CURRENT_DEVICE in state.fields))
    return moved


def goes_after(arguments: Arguments) -> bool:
    """True if the arguments of a move name another tensor, or the device of one."""
    each = (one for value in arguments.values() for _, one in options(value))
    return any(
        isinstance(one, DeviceValue) and one.read_from is not None or tensor_or_hint(one) is not None for one in each
    )


def follow(tensor: Tensor, arguments: Arguments) -> Tensor:
    """A tensor that was sent after another one is on the CPU because the other one is.

    There ``tensor`` was made without a device and sent to ``other.device``, which is the CPU as well.
    """
    if not is_host(tensor.device) or tensor.cause is None or tensor.cause.made is not Made.FACTORY:
        return tensor
    for value in (v for given in arguments.values() for _, v in options(given)):
        made = isinstance(value, Tensor) or isinstance(value, DeviceValue) and value.read_from is not None
        if made and isinstance(value, (Tensor, DeviceValue)) and is_host(value.device) and value.cause is not None:
            return replace(tensor, cause=value.cause)
    return tensor


def stays_on_gpu(tensor: Tensor, there: Device | None, guards: Guards) -> bool:
    """Whether a cast to the type of a tensor on CUDA leaves ``tensor`` where it is, on whichever GPU that is.

    The name of a type has no index, and what is on CUDA is cast to the type of the numbers alone (THPVariable_type,
    torch 2.13).
    """
    if there != Known("cuda"):
        return False
    if is_of_argument(tensor.device):
        return (accelerated(tensor.device.symbol), True) in with_implied(guards)
    return isinstance(tensor.device, Known) and tensor.device.type == "cuda"


def cast_by_name(state: State, recorder: Recorder, tensor: Tensor, arguments: Arguments, at: form.Call) -> None:
    """``tensor.type(other.type())``, of a tensor on the CPU: it goes to the current GPU, not to that of the other.

    What is on a GPU stays there, cast to the type of the numbers alone (THPVariable_type, torch 2.13). Where an
    argument is depends on the caller.
    """
    given, assumed = arguments.get(0, "dtype"), is_of_argument(tensor.device)
    if not is_host(tensor.device) and not assumed or CURRENT_DEVICE in state.fields:
        return
    for guards, one in options(given) if given is not None else ():
        both = guards | state.guards
        known = is_of_argument(tensor.device) and (accelerated(tensor.device.symbol), True) in both
        if not isinstance(one, TensorType) or known or one.device == tensor.device:
            continue
        if feasible(guards, state.guards) and may_be_accelerator(one.device, both):
            recorder.add(CastByName(at, both, one.device, assumed))
