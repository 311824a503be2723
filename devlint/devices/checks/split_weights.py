"""Weights that were on one device until one of them was moved.

    class Adapter(nn.Module):
        def __init__(self, base):
            self.base = [base]                                   wherever `base` is
        def forward(self, x):
            weight = self.base[0].weight.data.to(x.device)       not there, or this would not be done
            return F.linear(x, weight, self.base[0].bias)        still there

A weight that the code moves to another device was not there before, and what is kept beside it still is not.

    first = net.weight.clone()
    net.cuda()                           moves the weight, which stays the same object, and not its copy
    (net.weight - first).norm()
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from devlint.base.record import replace
from devlint.devices.facts.events import PairMet, on
from devlint.devices.facts.operations import Operand, Parted
from devlint.devices.lattice.device import UNKNOWN, Device, Followed, is_accelerator, is_host, is_of_argument
from devlint.devices.lattice.hints import device_of
from devlint.devices.lattice.state_keys import APPLIED_WEIGHTS, COPIED, PLACE, WEIGHT_PLACE
from devlint.devices.lattice.tensors import Cause, Made, Tensor
from devlint.devices.lattice.values import Mark
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.identity import has_whole, innermost, tag_of
from devlint.flow.values.state import State
from devlint.flow.values.value import Identity, options
from devlint.forms import form

if TYPE_CHECKING:
    from devlint.devices.facts.recorder import Recorder


def _met(recorder: Recorder, pair: PairMet) -> None:
    """Report two tensors of one place, one of which was moved from there.

    Two weights of a module are such a pair, and what its constructor made of one argument. What a method was passed is
    none: of its argument it may hold parts that are in several places.
    """
    run = pair.run
    for moved, stayed in ((pair.a, pair.b), (pair.b, pair.a)):
        if moved.tensor.history.left != stayed.device or stayed.device == moved.device:
            continue
        chosen = isinstance(moved.device, Followed)
        weight = _is_weight(stayed.tensor) and chosen
        kept = _is_kept(run, stayed.device) and (chosen or is_accelerator(moved.device))
        if weight or kept and not _is_told(recorder, stayed.tensor):
            recorder.add(Parted(pair.at, pair.guards, moved, stayed))


def copied(state: State, weight: Tensor, identity: Identity, at: form.Form) -> None:
    """Take note that ``identity`` is a copy of ``weight``, made at ``at``, or of something that is such a copy."""
    of_weight = weight.parameter or weight.buffer
    if of_weight or any((one, COPIED) in state.fields for one in (weight.id, *weight.roots)):
        state.fields[identity, COPIED] = Mark(at)


def as_it_is_now(state: State, operand: Operand) -> Operand | None:
    """``operand``, on the CPU, in the light of what has been moved; None if it is a weight that has moved since.

    What was copied or computed from a weight before stays where it was made.
    """
    tensor = operand.tensor
    if _is_applied(tensor):
        return operand  # it is applied where it is now
    if tensor.parameter and _was_moved(state, tensor.id):
        return None
    known = (tensor.id, *tensor.roots)
    if operand.made not in (None, Made.MODULE) or not any(_was_moved(state, one) for one in known):
        return operand
    marks = [state.field(one, COPIED) for one in known]
    at = next((mark.at for mark in marks if isinstance(mark, Mark)), operand.at)
    return Operand(replace(tensor, cause=Cause(Made.COPY, at)), operand.at)


def _was_moved(state: State, identity: Identity) -> bool:
    """Whether a weight, by its own identity or its module's, has been moved away from the CPU."""
    place = state.field(identity, WEIGHT_PLACE)
    if place is None and has_whole(identity) and str(identity[1]).isidentifier():
        place = state.field(identity[0], PLACE)  # `(module, "weight")`
    return place is not None and not all(is_host(device_of(one) or UNKNOWN) for _, one in options(place))


def _is_told(recorder: Recorder, tensor: Tensor) -> bool:
    """Whether the last facts say it of something that ``tensor`` was computed from."""
    return any(isinstance(fact, Parted) and fact.stayed.tensor.id in tensor.roots for fact in recorder.facts[-8:])


def _is_weight(tensor: Tensor) -> bool:
    """Whether ``tensor`` is one weight of a module.

    What is handed to a submodule is none: it may come from another part of a model that is spread over devices.
    """
    return (tensor.parameter or tensor.buffer) and tag_of(tensor.id) not in (APPLIED_WEIGHTS, "weights")


def _is_applied(tensor: Tensor) -> bool:
    """Whether ``tensor`` stands for all weights of a module, where the module is applied."""
    return tag_of(tensor.id) == APPLIED_WEIGHTS


def _is_kept(run: Evaluator, device: Device) -> bool:
    """Whether ``device`` is where an argument of a function is that has ended: of a constructor, which kept it."""
    if not is_of_argument(device):
        return False
    parameter = innermost(device.symbol.key)
    return all(parameter != id(one) for function in run.site.functions for one in function.form.parameters.all)


LISTENS = (on(PairMet, _met),)
