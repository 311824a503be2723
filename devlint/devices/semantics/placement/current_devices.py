"""Transfer functions of the default device, and of the current GPU.

    torch.set_default_device("cuda")        factories without a device make tensors there from here on
    torch.cuda.set_device(1)                the current GPU is chosen
"""

from __future__ import annotations

from devlint.devices.facts.device_choices import CudaCall
from devlint.devices.facts.events import Use
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.device import CPU, DEFAULT, UNKNOWN, Device, Known
from devlint.devices.lattice.hints import device_of
from devlint.devices.lattice.state_keys import CURRENT_DEVICE, DEFAULT_DEVICE, DEFAULT_TYPE, default_device
from devlint.devices.lattice.values import DeviceValue, Scalar
from devlint.devices.semantics.placement.targets import tell_device
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import merge
from devlint.flow.values.guards import feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import External, Literal, Value, options
from devlint.forms import form
from devlint.forms.form import dotted


def set_default_device(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value:
    """``torch.set_default_device(device)``."""
    given = arguments.get(0, "device")
    device = UNKNOWN if given is None else device_of(given) or UNKNOWN
    state.fields[DEFAULT_DEVICE] = DeviceValue(CPU if device == DEFAULT else device)
    return Literal(None)


def set_default_tensor_type(
    run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call
) -> Value:
    """``torch.set_default_tensor_type("torch.cuda.FloatTensor")``."""
    made = [(g, DeviceValue(_device_of_type(one))) for g, one in options(arguments.get(0, "t") or Literal(None))]
    state.fields[DEFAULT_DEVICE] = state.fields[DEFAULT_TYPE] = merge(made, run.identity(at))
    return Literal(None)


def _device_of_type(kind: Value) -> Device:
    """Where tensors are made by default of a type such as ``torch.cuda.FloatTensor``, or its name."""
    name = kind.name if isinstance(kind, External) else kind.value if isinstance(kind, Literal) else None
    if not isinstance(name, str) or not name.startswith("torch.") or not name.endswith("Tensor"):
        return UNKNOWN
    return Known("cuda") if name.startswith("torch.cuda.") else DEFAULT


def set_device(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value:
    """``torch.cuda.set_device(x)``, ``with torch.cuda.device(x)``: from here on the current GPU was chosen."""
    state.fields[CURRENT_DEVICE] = Literal(True)
    _cuda_only(state, recorder, arguments, at)
    for_good = dotted(at.function).endswith("set_device")
    if for_good:
        state.fields[CURRENT_DEVICE] = _gpu(arguments.get(0, "device"))
    tell_device(run, state, recorder, arguments, 0, Use.CURRENT if for_good else Use.CURRENT_WITHIN)
    return Literal(None)


def _gpu(given: Value | None) -> Value:
    """The GPU that ``given`` numbers; a true ``Literal`` for one that is chosen elsewhere."""
    device = None if given is None else device_of(given)
    known = isinstance(device, Known) and device.type == "cuda" and device.index is not None
    return DeviceValue(device) if device is not None and known else Literal(True)


def _cuda_only(state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> None:
    """A function of ``torch.cuda`` whose first argument is a device."""
    given, where = arguments.get(0, "device"), arguments.form_of(0, "device")
    for guards, value in options(given) if given is not None else ():
        if device_of(value) == CPU and where is not None and feasible(guards, state.guards):
            recorder.add(CudaCall(at, guards | state.guards, dotted(at.function), where))


def asks_about_gpu(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value:
    """``torch.cuda.get_device_name(device)``, ``torch.cuda.synchronize(device)``."""
    _cuda_only(state, recorder, arguments, at)
    return Scalar(run.identity(at))


def default(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value:
    """``torch.get_default_device()``."""
    return default_device(state)


def current(run: Evaluator, state: State, recorder: Recorder, arguments: Arguments, at: form.Call) -> Value:
    """``torch.cuda.current_device()``."""
    return DeviceValue(Known("cuda"), numbered=True)
