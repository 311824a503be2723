"""Weights that are replaced one by one: the module is where they are from then on, as far as that is known.

layer.weight = nn.Parameter(w.to(device))      the layer takes over a weight from elsewhere
for p in layer.parameters():
    p.data = p.data.to(device)                 the layer holds the same weights, which are elsewhere
layer.apply(lambda m: m.cuda())                the function moves each part of the layer
"""

from __future__ import annotations

from devlint.devices.evidence.class_roles import MOVERS
from devlint.devices.lattice.device import UNKNOWN, is_host
from devlint.devices.lattice.state_keys import LATE, PLACE
from devlint.devices.lattice.tensors import Tensor
from devlint.devices.lattice.values import DeviceValue, Mark, Module
from devlint.devices.semantics.modules import placement
from devlint.devices.semantics.modules.weights import is_weight
from devlint.flow.containers import elements
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import FunctionValue
from devlint.flow.values.state import State
from devlint.flow.values.value import Identity, Unknown, Value, options
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.parts import called_in

_MOVING = MOVERS | {"to_empty", "_apply"}


def replaced(run: Evaluator, state: State, owner: Value, name: str, value: Value) -> None:
    """``owner.name = value``: where a module is that takes over a weight from elsewhere is unknown."""
    if not isinstance(owner, Module) or _is_there(state, owner.id, value):
        return
    if any(_is_elsewhere(one, is_weight(name)) for _, one in options(value)):
        _forget(run, state, owner.id)


def entry_replaced(run: Evaluator, state: State, value: Value, at: form.Subscript) -> None:
    """``layer._parameters["weight"] = value``, where ``at`` is what is assigned to."""
    if isinstance(at.value, form.Attribute) and at.value.name in ("_parameters", "_buffers"):
        for _, owner in options(run.evaluate(state, at.value.value)):
            if isinstance(owner, Module):
                replaced(run, state, owner, "weight", value)


def data_replaced(run: Evaluator, state: State, weight: Tensor | Unknown, value: Value, at: form.Form) -> None:
    """``weight.data = value``: where a module is whose weight this is, is unknown once its data are elsewhere.

    One of all weights of a module, as ``module.parameters()`` lists them, stands for those of its parts, too.
    """
    module, part = weight.id if isinstance(weight.id, tuple) and len(weight.id) == 2 else (None, None)
    if (module, PLACE) not in state.fields or _is_there(state, module, value):
        return
    host = all(isinstance(one, Tensor) and is_host(one.device) for _, one in options(value))
    if host and isinstance(weight, Tensor) and is_host(weight.device):
        return
    if part == "weights":
        placement.move_module(run, state, Unknown(module), DeviceValue(UNKNOWN), at)
    elif not host:
        _forget(run, state, module)


def filled(run: Evaluator, state: State, arguments: Arguments, at: form.Form) -> None:
    """``vector_to_parameters(vector, layer.parameters())``: each weight becomes a part of the vector."""
    vector, weights = arguments.get(0, "vec"), arguments.get(1, "parameters")
    if vector is None or weights is None:
        return
    for weight in elements(state, weights):
        for _, one in options(weight):
            if isinstance(one, (Tensor, Unknown)):
                data_replaced(run, state, one, vector, at)


def moves(function: Value | None) -> bool:
    """Whether ``function``, which a module applies to each of its parts, moves some of them."""
    if not isinstance(function, FunctionValue):
        return False
    called = (name.rpartition(".") for name in called_in(function.form))
    return any(dot and name in _MOVING for _, dot, name in called) or any(
        isinstance(target, form.Attribute) and (target.name == "data" or is_weight(target.name))
        for target in form.once(Bindings, function.form).targets
    )


def _is_there(state: State, module: Identity, value: Value) -> bool:
    """Whether ``value`` is a tensor where ``module`` is already, as ``layer.weight * 2`` is."""
    places = {one for _, one in options(state.fields.get((module, PLACE)) or DeviceValue(UNKNOWN))}
    devices = {DeviceValue(one.device) if isinstance(one, Tensor) else one for _, one in options(value)}
    return devices == places and len(devices) == 1 and DeviceValue(UNKNOWN) not in devices


def _is_elsewhere(value: Value, weight: bool) -> bool:
    """Whether ``value`` is a tensor that is not on the CPU, or may be one, as what becomes a ``weight`` is."""
    if isinstance(value, Tensor):
        return not is_host(value.device)
    if not weight or not isinstance(value, Unknown):
        return False
    return not isinstance(value.hint, Tensor) or not is_host(value.hint.device)


def _forget(run: Evaluator, state: State, module: Identity) -> None:
    state.fields[module, PLACE] = DeviceValue(UNKNOWN)
    late = state.fields.pop((module, LATE), None)
    if isinstance(late, Mark):
        run.settled.add(id(late.at))
