"""Moves of tensors whose results are thrown away.

x.to(device)                  stands alone: `x` is where it was
torch.zeros(1).cuda()         wakes the device up
"""

from __future__ import annotations

from devlint.devices.checks import batch_parts, model_inputs
from devlint.devices.facts.operations import Discarded
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.device import CPU, UNKNOWN
from devlint.devices.lattice.state_keys import DISCARDED
from devlint.devices.lattice.tensors import Tensor
from devlint.devices.lattice.values import Mark
from devlint.devices.patterns import elements
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.state import State
from devlint.flow.values.value import External, Unknown, Value, options
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.naming.models import is_called_state_dict
from devlint.torch_api.tables import factory


def discarded(
    run: Evaluator, state: State, recorder: Recorder, value: Value, at: form.Call, method: form.Attribute
) -> None:
    """Record the move ``at``, a call of ``method`` that gives ``value``, where that is of a tensor and is lost."""
    if method.name not in ("to", "cuda", "cpu", "xpu", "npu"):
        return
    receiver = method.value
    if isinstance(receiver, (form.Name, form.Subscript)):
        part = run.evaluate(state, receiver)
        found = [v.hint for _, v in options(value) if isinstance(v, Unknown) and isinstance(v.hint, Tensor)]
        whole = _whole(run, receiver)
        for moved in found[:1] if batch_parts.is_part(run, part, receiver) or whole else ():
            if whole in state.frame:
                model_inputs.touch(state, state.frame[whole])  # once this is mended, all that it holds is there
            recorder.add(Discarded(at, state.guards, moved, moved.device, method.name))
            state.fields[getattr(part, "id", None), DISCARDED] = Mark(at)
    callee = run.evaluate(state, receiver.function) if isinstance(receiver, form.Call) else None
    if isinstance(callee, External) and factory(callee.name) is not None:
        return  # it wakes the device up
    for guards, one in options(value):
        if isinstance(one, Tensor) and one.cause is not None and one.cause.at is at and _moved(one):
            recorder.add(Discarded(at, guards | state.guards, one, one.device, method.name))
            for before in one.roots:
                state.fields[before, DISCARDED] = Mark(at)


def _whole(run: Evaluator, moved: form.Expression) -> str:
    """The mapping that ``moved`` is a value of, if its values are tensors; "" for anything else.

    A model is given them, or they are those of a saved state by its name, or by that of what it was bound to.
    """
    scope = run.site.function.form if run.site.function is not None else None
    element = elements.element_of(scope, moved) if scope is not None else None
    if scope is None:
        return ""
    if element is not None and elements.is_given_to_model(scope, element.whole):
        return element.whole
    whole = element.whole if element is not None else dotted(getattr(moved, "value", None))
    return whole if whole and _is_saved_state(scope, whole) else ""


def _is_saved_state(scope: form.Function | form.Lambda, whole: str) -> bool:
    names = [whole, *map(dotted, form.once(Bindings, scope).values_of(whole))]
    return any(is_called_state_dict(name.rpartition(".")[2]) for name in names)


def _moved(tensor: Tensor) -> bool:
    """True if a move did something, as far as is known: what comes from an unknown place may be on the CPU already."""
    return tensor.device != CPU or tensor.history.came_from not in (None, UNKNOWN)
