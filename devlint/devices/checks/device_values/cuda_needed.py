"""Functions that raise where there is no CUDA, or no MPS, in code that may run on another device.

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.cuda.synchronize()                                    raises where `device` is the CPU
if device.type == "cuda": torch.cuda.synchronize()          is not reached there

noise = torch.rand(8, device=x.device)
torch.cuda.synchronize()                                    raises where `x` is on the CPU
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.checks.device_values.choice_of_cuda import asks_for_cuda, is_about_gpus
from devlint.devices.facts.device_choices import CudaNeeded
from devlint.devices.facts.events import FunctionCalled, on
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.conditions import AVAILABLE, is_about_places
from devlint.devices.lattice.device import Device, Followed, Known
from devlint.devices.lattice.hints import device_of
from devlint.devices.lattice.values import DeviceValue
from devlint.devices.patterns.cuda_by_name import last, names_cuda
from devlint.devices.patterns.handlers import handlers
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.conditions import HasAttribute
from devlint.flow.values.guards import Guards, feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import Choice, External, Literal, Value
from devlint.forms import form
from devlint.forms.parts import calls_in
from devlint.naming.devices import is_called_device
from devlint.torch_api.names import DUTIES_ON_CUDA, NEEDING_CUDA, NEEDING_MPS

_OF_CUDA, _OF_MPS = "torch.cuda.", "torch.mps."


def _called(recorder: Recorder, event: FunctionCalled) -> None:
    """Report a call that is reached where a device in scope was chosen for want of CUDA, or by others.

    What is given a device is about that one. Not under a condition on CUDA, in a ``try`` that catches it, or
    in a function that is about CUDA by its name.
    """
    run, state, name, at = event.run, event.state, event.name, event.at
    if name.startswith(_OF_MPS):
        _mps_called(recorder, event)
        return
    if not name.startswith(_OF_CUDA) or name.removeprefix(_OF_CUDA) not in NEEDING_CUDA:
        return
    if run.site.abroad or (AVAILABLE, True) in state.guards:
        return
    given = event.arguments.get(0, "device")
    if given is not None and not (isinstance(given, Literal) and isinstance(given.value, int)):
        return
    if asks_for_cuda(state.guards) or is_about_gpus(run) or any(handlers(run, at)):
        return
    for where, value in _in_scope(run, state):
        other = _for_want_of_cuda(value, state.guards) if isinstance(value, Choice) else None
        if other is not None:
            recorder.add(CudaNeeded(at, state.guards, name, where, other))
            state.guards |= {(AVAILABLE, True)}  # what follows is reached with CUDA only
            return
    if name.removeprefix(_OF_CUDA) in DUTIES_ON_CUDA and not _is_bound_to_cuda(run, state):
        followed = next((where for where, value in _in_scope(run, state, of_file=False) if _is_others(value)), "")
        if followed:
            recorder.add(CudaNeeded(at, state.guards, name, followed, None))
            state.guards |= {(AVAILABLE, True)}


def _mps_called(recorder: Recorder, event: FunctionCalled) -> None:
    """Report a call that needs MPS under no condition on places, where a device in scope may be another one."""
    run, state, name = event.run, event.state, event.name
    if run.site.abroad or name.removeprefix(_OF_MPS) not in NEEDING_MPS or any(handlers(run, event.at)):
        return
    asked = is_about_places(state.guards) or any(isinstance(key, HasAttribute) for key, _ in state.guards)
    if asked or any("mps" in getattr(function.form, "name", "").lower() for function in run.site.functions):
        return
    for where, value in _in_scope(run, state):
        if is_called_device(where.rpartition(".")[2]) and not _is_mps(value):
            recorder.add(CudaNeeded(event.at, state.guards, name, where, None))
            return


def _is_mps(value: Value) -> bool:
    known = device_of(value)
    return isinstance(known, Known) and known.type == "mps"


def _is_others(value: Value) -> bool:
    """Whether a device is that of something the caller passed, or one that the caller names."""
    return isinstance(value, DeviceValue) and isinstance(value.device, Followed)


def _is_bound_to_cuda(run: Evaluator, state: State) -> bool:
    """Whether code in progress needs CUDA anyway: it asks where something is, names CUDA, or has kernels of Triton."""
    if is_about_places(state.guards):
        return True
    if any(isinstance(one, External) and one.name.startswith("triton") for one in run.home.names.values()):
        return True
    given = [value for function in run.site.functions for value in _given(function.form)]
    return any(names_cuda(value) or isinstance(value, form.Call) and last(value.function) == "cuda" for value in given)


def _given(function: form.Form) -> Iterator[form.Expression]:
    """The calls in a function and what they are given."""
    for call in calls_in(function):
        yield call
        yield from call.arguments
        yield from (value for _, value in call.keywords)


def _in_scope(run: Evaluator, state: State, *, of_file: bool = True) -> Iterator[tuple[str, Value]]:
    """What the names that can be read here hold: those of the function, the attributes of its object, the file's."""
    yield from state.frame.items()
    frame = run.site.frames[-1]
    identity = getattr(frame.instance, "id", None)
    if identity is not None:
        for key in state.fields.owners.get(identity, ()):
            if key.startswith(".") and (value := state.fields.get((identity, key))) is not None:
                yield f"self{key}", value
    if of_file:
        yield from run.home.names.items()


def _for_want_of_cuda(value: Choice, here: Guards) -> Device | None:
    """The device that ``value`` is where there is no CUDA, which may be so here; None unless it is CUDA otherwise."""
    chosen = [(guards, device_of(one)) for guards, one in value.options]
    if not any(isinstance(one, Known) and one.type == "cuda" for _, one in chosen):
        return None
    others = (
        one for guards, one in chosen if (AVAILABLE, False) in guards and feasible(guards, here) and _is_other(one)
    )
    return next(others, None)


def _is_other(device: Device | None) -> bool:
    return isinstance(device, Known) and device.type != "cuda"


LISTENS = (on(FunctionCalled, _called),)
