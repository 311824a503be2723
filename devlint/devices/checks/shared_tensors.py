"""Plain tensors of a module that is spread over several GPUs: each replica has the one of the first GPU.

self.anchors = torch.linspace(0, 1, 4).cuda()        no buffer, so it is not copied
return self.head(x) + self.anchors                   on the second GPU they do not meet
"""

from __future__ import annotations

from devlint.devices.facts.modules import SharedByReplicas
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.device import UNKNOWN, is_host
from devlint.devices.lattice.state_keys import REGISTERED
from devlint.devices.lattice.tensors import Tensor
from devlint.flow.values.definitions import FunctionValue, Object
from devlint.flow.values.state import State
from devlint.flow.values.value import options
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import operations_in


def of_replicas(state: State, recorder: Recorder, module: Object, at: form.Call, *, several: bool) -> None:
    """``DataParallel(module)`` at ``at``: each of its plain tensors that is on a GPU and used there by ``forward``.

    ``several`` says that the code spreads it over more than one GPU for certain.
    """
    forward = module.type.find("forward")
    if not isinstance(forward, FunctionValue):
        return
    used = form.once(_taken, forward.form)
    for key, value in state.fields_of(module.id):
        name = f"self{key}"
        if not key.startswith(".") or name not in used or (module.id, f"{REGISTERED}{key}") in state.fields:
            continue
        tensors = [one for _, one in options(value) if isinstance(one, Tensor)]
        if not tensors or any(one.parameter or one.buffer for one in tensors):
            continue
        there = [one for one in tensors if one.cause is not None and one.device != UNKNOWN and not is_host(one.device)]
        kept = _kept(module, name, there[0]) if there and there[0].cause else None
        if kept is not None:
            recorder.add(SharedByReplicas(at, state.guards, kept, name, used[name], assumed=not several))


def _taken(function: form.Function | form.Lambda) -> dict[str, form.Form]:
    """The attributes that are operands of operators, or arguments of torch's functions, as they are."""
    found: dict[str, form.Form] = {}
    for part, taken in operations_in(function):
        if isinstance(part, form.Call) and not (
            dotted(part.function).startswith(("torch.", "F.")) and "device" not in dict(part.keywords)
        ):
            continue
        for one in taken:
            if dotted(one).startswith("self.") and dotted(one).count(".") == 1:
                found.setdefault(dotted(one), one)
    return found


def _kept(module: Object, name: str, tensor: Tensor) -> form.Form | None:
    """The assignment by which the class keeps ``tensor``; None where the tensor comes from elsewhere."""
    made = tensor.cause.at if tensor.cause is not None else None
    methods = (one for one in module.type.members.values() if isinstance(one, FunctionValue))
    kept = (one for method in methods if made is not None for one in form.once(Bindings, method.form).holding(made))
    return next((one.at for one in kept if one.name == name), None)
