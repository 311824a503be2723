"""Registration: what a module registers as a parameter, a buffer or a submodule, by a call or by an assignment.

    self.register_buffer("mask", mask)     the buffer moves with the module
    self.mask = mask                       the attribute stays where it is
"""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.evidence.class_roles import is_module_class
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice import state_keys
from devlint.devices.lattice.device import UNKNOWN
from devlint.devices.lattice.tensors import Tensor
from devlint.devices.lattice.values import Mark, Module
from devlint.devices.semantics.modules import placement, rebound_weights
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import merge
from devlint.flow.values.definitions import FunctionValue, Object
from devlint.flow.values.state import State
from devlint.flow.values.value import External, Literal, Method, Unknown, Value, options
from devlint.forms import form
from devlint.naming.functions import is_called_registration

_OF_TORCH = {
    "_WeightedLoss": ("weight",),
    "CrossEntropyLoss": ("weight",),
    "NLLLoss": ("weight",),
    "BCELoss": ("weight",),
    "BCEWithLogitsLoss": ("weight", "pos_weight"),
    "MultiMarginLoss": ("weight",),
    "MultiLabelSoftMarginLoss": ("weight",),
}
"""The buffers that classes of ``torch.nn.modules.loss`` register."""


def register(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    owner: Module | Object,
    name: str,
    arguments: Arguments,
    at: form.Call,
) -> None:
    """``owner.register_buffer("mask", mask)`` and its kin: ``name`` is the method, ``at`` the call."""
    key, value = arguments.get(0, "name"), arguments.get(1, "default" if name == "add_state" else "tensor")
    if value is None and name == "register_parameter":
        value = arguments.get(1, "param")
    if value is None:
        return
    name_ = str(key.value) if isinstance(key, Literal) else f"<{run.serial(at)}>"
    if name == "register_parameter":
        placement.attach(run, state, recorder, owner, name_, value, at)
        rebound_weights.replaced(run, state, owner, name_, value)
    kept = []
    for guards, one in options(value):
        if isinstance(one, Unknown) and name == "register_buffer":
            one = one.hint if isinstance(one.hint, Tensor) else Tensor(UNKNOWN, one.id)  # nothing else can be one
        if isinstance(one, Tensor):
            one = replace(one, buffer=name != "register_parameter", parameter=name == "register_parameter")
        kept.append((guards, one))
    _enter(run, state, owner, name_, merge(kept, run.identity(at)), at)


def _enter(run: Evaluator, state: State, owner: Module | Object, name: str, value: Value, at: form.Form) -> None:
    """``owner`` has registered ``value`` under ``name``."""
    state.fields[owner.id, f"{state_keys.REGISTERED}.{name}"] = Mark(at)
    state.fields[owner.id, f".{name}"] = value
    run.stores[owner.id, f".{name}"] = at


def begun(state: State, instance: Object, at: form.Form) -> None:
    """``super().__init__()`` of a class of torch.nn: what it registers stays registered, whatever is assigned to it."""
    for base in instance.type.bases_outside():
        if isinstance(base, External) and base.name.startswith("torch.nn."):
            for name in _OF_TORCH.get(base.name.rpartition(".")[2], ()):
                state.fields[instance.id, f"{state_keys.REGISTERED}.{name}"] = Mark(at)


def registered_by_name(run: Evaluator, state: State, callee: Value, arguments: Arguments, at: form.Call) -> None:
    """``self.register_lazily("masses", ...)`` that is not evaluated: where it registers, it does so by this name."""
    if isinstance(callee, Method):
        owner, registers = callee.receiver, is_called_registration(callee.name)
    elif isinstance(callee, FunctionValue) and isinstance(callee.form, form.Function) and callee.bound is not None:
        owner, registers = callee.bound, is_called_registration(callee.form.name)
    else:
        return
    key = arguments.get(0, "name")
    if not registers or not isinstance(owner, Object) or not is_module_class(owner.type):
        return
    if isinstance(key, Literal) and isinstance(key.value, str) and (owner.id, f".{key.value}") not in state.fields:
        _enter(run, state, owner, key.value, Tensor(UNKNOWN, run.identity(at), buffer=True), at)


def keep(
    run: Evaluator, state: State, recorder: Recorder, owner: Value, name: str, value: Value, at: form.Form
) -> None:
    """``owner.name = value``: kept as an attribute, and looked at as an attachment."""
    placement.attach(run, state, recorder, owner, name, value, at)
    identity = getattr(owner, "id", None)
    if identity is not None:
        state.fields[identity, f".{name}"] = value
        run.stores[identity, f".{name}"] = at
