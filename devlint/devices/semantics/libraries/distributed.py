"""Collectives: what torch.distributed, helpers written around it and accelerate do with the tensors of all ranks.

dist.all_reduce(total)                     torch's own
mean = ddp_all_reduce(total)               a helper of the project, known by its name
accelerator.gather_for_metrics(total)      accelerate's: NCCL wherever there are GPUs
self.log("loss", total, sync_dist=True)    Lightning's: it leaves a tensor where it is, and numbers go to the module
"""

from __future__ import annotations

import re

from devlint.devices.facts.operations import Operand
from devlint.devices.facts.processes import LOG, Collective
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.device import UNKNOWN, Device, Followed, Known, SymbolKind, is_host
from devlint.devices.lattice.hints import maybe, tensor_or_hint
from devlint.devices.lattice.tensors import Made, Tensor
from devlint.flow.containers import leaves
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import FunctionValue
from devlint.flow.values.guards import feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import NONE, External, Literal, Sequence, Unknown, Value, options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.naming.functions import is_called_collective

COLLECTIVES = frozenset({
    "all_reduce", "broadcast", "reduce", "all_gather", "gather", "scatter", "reduce_scatter", "all_gather_into_tensor",
    "reduce_scatter_tensor", "all_to_all_single", "send", "recv", "isend", "irecv",
})  # fmt: skip

_OF_ACCELERATES_UTILS = re.compile(r"accelerate\.utils\.(operations\.)?(gather|reduce|broadcast)")
_OF_OTHERS = ("horovod.", "mpi4py.")
"""Libraries whose collectives take what is on the CPU."""

_OF_ACCELERATE = frozenset({"gather", "gather_for_metrics", "reduce", "pad_across_processes"})


def collective(
    run: Evaluator, state: State, recorder: Recorder, name: str, arguments: Arguments, at: form.Call
) -> Value:
    """``dist.name(tensor)``, or a helper called like it: what is given to it, for the rules."""
    if arguments.get(None, "group") is not None or arguments.open:
        return Unknown(run.identity(at))
    given: Tensor | None = None
    hosted = False
    operands = list(zip(arguments.values(), arguments.all_forms(), strict=True))
    operands.sort(key=lambda operand: isinstance(operand[0], Sequence))
    for value, where in operands:
        held = [(g, leaf) for g, one in options(value) for leaf in leaves(state, one)]
        tensors = [(g, v) for g, one in held if (v := tensor_or_hint(one)) is not None and feasible(g, state.guards)]
        if len(held) > 1 and any(_is_chosen(v.device) for _, v in tensors):
            continue  # put where the backend wants it
        if hosted and isinstance(value, Sequence):
            continue  # what is gathered has been recorded already
        for guards, one in tensors:
            given = given or one
            hosted = hosted or is_host(one.device)
            if one.device != UNKNOWN and not one.empty:
                recorder.add(Collective(at, guards | state.guards, Operand(one, where), name, run.site.outermost))
    return maybe(run.identity(at), UNKNOWN if given is None or is_host(given.device) else given.device)


def by_name(
    run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call, callee: Value
) -> Value | None:
    """A call of something out of sight that is a collective by its name; None where it is none.

    Methods are another matter, since what they belong to may move what they are given. Accelerate's do not.
    """
    if isinstance(callee, External) and _OF_ACCELERATES_UTILS.fullmatch(callee.name):
        _of_library(run, state, recorder, callee.name.rpartition(".")[2], arguments, at)
        return None
    if isinstance(at.function, form.Name) and not isinstance(callee, FunctionValue):
        if isinstance(callee, External) and callee.name.startswith(_OF_OTHERS):
            return None
        name = callee.name.rpartition(".")[2] if isinstance(callee, External) else at.function.id
        return collective(run, state, recorder, name, arguments, at) if is_called_collective(name) else None
    owner, _, name = dotted(at.function).rpartition(".")
    if (name, owner) == (LOG, "self") and arguments.get(None, "sync_dist") == Literal(True):
        logged = Arguments((arguments.get(1, "value") or NONE,), (), (arguments.form_of(1, "value") or at,))
        _of_library(run, state, recorder, LOG, logged, at, made=(Made.FACTORY, Made.HOST_MOVE))
    if name in _OF_ACCELERATE and owner.rpartition(".")[2] == "accelerator":
        _of_library(run, state, recorder, name, arguments, at)
    return None


def _of_library(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    name: str,
    arguments: Arguments,
    at: form.Call,
    *,
    made: tuple[Made, ...] = (Made.FACTORY,),
) -> None:
    """``accelerator.gather(tensor)``: a tensor on the CPU, where NCCL cannot reach it, if it is ``made`` there so."""
    for value, where in zip(arguments.positional[:1], arguments.forms[:1], strict=True):
        for guards, one in options(value):
            if isinstance(one, Tensor) and is_host(one.device) and one.cause and one.cause.made in made:
                operand = Operand(one, where)
                recorder.add(Collective(at, guards | state.guards, operand, name, run.site.outermost, nccl=True))


def _is_chosen(device: Device) -> bool:
    """Whether a device was chosen here, and not the CPU."""
    if isinstance(device, Followed):
        return device.symbol.kind is SymbolKind.DEVICE
    return isinstance(device, Known) and not is_host(device)
