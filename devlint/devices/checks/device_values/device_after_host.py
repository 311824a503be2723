"""Tensors whose ``device`` is read after they were moved to the CPU.

def smooth(x):
    x = x.cpu()
    return torch.tensor(gaussian(x.numpy())).to(x.device)      the CPU: nothing goes back
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from devlint.devices.facts.operations import AskedTooLate
from devlint.devices.lattice.device import is_host, is_of_argument
from devlint.devices.lattice.tensors import Tensor
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.state import State
from devlint.forms import form
from devlint.forms.parts import is_part_of, returned_by

if TYPE_CHECKING:
    from devlint.devices.facts.recorder import Sink


def sent_back(run: Evaluator, state: State, sink: Sink, tensor: Tensor, at: form.Call) -> None:
    """``return y.to(x.device)`` of what is on the CPU, where ``x`` was moved there from where its caller had it."""
    given = (*at.arguments[:1], *(value for key, value in at.keywords if key == "device"))
    asked = given[0] if given else None
    if not isinstance(asked, form.Attribute) or asked.name != "device" or not isinstance(asked.value, form.Name):
        return
    moved = state.frame.get(asked.value.id)
    function = run.site.function
    if not isinstance(moved, Tensor) or function is None or not is_host(tensor.device) or run.site.abroad:
        return
    before = moved.history.came_from
    from_caller = moved.history.hosted is not None and before is not None and is_of_argument(before)
    if from_caller and is_part_of(at, *returned_by(function.form)):
        assert moved.history.hosted is not None, "it was moved"
        sink.add(AskedTooLate(asked, state.guards, moved.history.hosted.at, asked.value.id))


def numbered(state: State, sink: Sink, tensor: Tensor, at: form.Call) -> None:
    """``x.get_device()`` of what was moved to the CPU from where its caller had it: always -1."""
    hosted, came_from = tensor.history.hosted, tensor.history.came_from
    if hosted is not None and came_from is not None and is_host(tensor.device) and is_of_argument(came_from):
        sink.add(AskedTooLate(at, state.guards, hosted.at, ""))
