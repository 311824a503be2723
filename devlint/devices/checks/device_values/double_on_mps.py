"""Numbers of the dtype float64 on MPS, which has no such numbers: torch raises TypeError.

torch.from_numpy(np.random.rand(3)).to("mps")            moved there
torch.zeros(3, dtype=torch.float64, device="mps")        made there
torch.zeros(3, device="mps").double()                    cast there

``x.to("mps", dtype=torch.float32)`` casts on the CPU first (aten/src/ATen/native/mps/operations/Copy.mm, torch 2.13).
"""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.facts.device_choices import DoubleOnMps
from devlint.devices.facts.reason import Reason
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.device import Device, Known
from devlint.devices.lattice.tensors import Double, Tensor
from devlint.devices.patterns.handlers import handlers
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.guards import Guards, feasible
from devlint.flow.values.state import State
from devlint.forms import form
from devlint.forms.parts import identifiers_in

TRIED_WITH_DOUBLES = Reason(
    "tried-with-doubles", "What is tried with float64, and done with float32 where that fails.", ("DEV605",)
)
_OF_HANDLERS = frozenset({"TypeError", "float", "float32"})


def placed(
    run: Evaluator, state: State, recorder: Recorder, tensor: Tensor, guards: Guards, at: form.Form, how: str
) -> Tensor:
    """``tensor``, which ``at`` has ``how`` (moved, made, cast) put where it is: what cannot be is reported.

    It is what it is once that is mended.
    """
    double = tensor.double
    if double is None or not is_mps(tensor.device) or not feasible(guards, state.guards):
        return tensor
    report(run, state, recorder, double, guards, at, how)
    return replace(tensor, double=None)


def report(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    double: Double,
    guards: Guards,
    at: form.Form,
    how: str,
) -> None:
    """Record that ``at`` has numbers on MPS that are ``double``."""
    if any(_OF_HANDLERS & identifiers_in(one) for one in handlers(run, at)):
        recorder.silence(TRIED_WITH_DOUBLES, at)
        return
    recorder.add(DoubleOnMps(at, guards | state.guards, double.at, how))


def is_mps(device: Device) -> bool:
    """Whether ``device`` is that of a Mac."""
    return isinstance(device, Known) and device.type == "mps"
