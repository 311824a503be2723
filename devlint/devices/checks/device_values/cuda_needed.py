"""Functions of ``torch.cuda`` that raise where there is no CUDA, in code that has chosen another device there.

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.cuda.synchronize()                                    raises where `device` is the CPU
if device.type == "cuda": torch.cuda.synchronize()          is not reached there
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.checks.device_values.choice_of_cuda import asks_for_cuda, is_about_gpus
from devlint.devices.facts.device_choices import CudaNeeded
from devlint.devices.facts.events import FunctionCalled, on
from devlint.devices.facts.recorder import Sink
from devlint.devices.lattice.conditions import AVAILABLE
from devlint.devices.lattice.device import Device, Known
from devlint.devices.lattice.hints import device_of
from devlint.devices.patterns.handlers import handlers
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.guards import Guards, feasible
from devlint.flow.values.state import State
from devlint.flow.values.value import Choice, Literal, Value
from devlint.torch_api.names import NEEDING_CUDA


def _called(sink: Sink, event: FunctionCalled) -> None:
    """Report a call that is reached where a device in scope was chosen for want of CUDA.

    What is given a device is about that one. Not under a condition on CUDA, in a ``try`` that catches it, or
    in a function that is about CUDA by its name.
    """
    run, state, name, at = event.run, event.state, event.name, event.at
    if not name.startswith("torch.cuda.") or name.removeprefix("torch.cuda.") not in NEEDING_CUDA:
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
            sink.add(CudaNeeded(at, state.guards, name, where, other))
            state.guards |= {(AVAILABLE, True)}  # what follows is reached with CUDA only
            return


def _in_scope(run: Evaluator, state: State) -> Iterator[tuple[str, Value]]:
    """What the names that can be read here hold: those of the function, the attributes of its object, the file's."""
    yield from state.frame.items()
    frame = run.site.frames[-1]
    identity = getattr(frame.instance, "id", None)
    if identity is not None:
        for key in state.fields.owners.get(identity, ()):
            if key.startswith(".") and (value := state.fields.get((identity, key))) is not None:
                yield f"self{key}", value
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
