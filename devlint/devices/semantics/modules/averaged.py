"""``AveragedModel`` of torch.optim.swa_utils: a module around a deep copy of the one it is given, where that is now.

    ema = AveragedModel(net)                    on the CPU; `net.cuda()` leaves it there
    ema = AveragedModel(net, device="cuda")     there
    ema.update_parameters(net)                  takes weights from anywhere
"""

from __future__ import annotations

from devlint.devices.evidence.class_roles import is_module
from devlint.devices.lattice.device import UNKNOWN
from devlint.devices.lattice.hints import device_of
from devlint.devices.lattice.state_keys import PLACE
from devlint.devices.lattice.values import DeviceValue, Module
from devlint.devices.semantics.modules import copies, placement
from devlint.devices.semantics.modules.weights import place_of
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.alternatives import merge
from devlint.flow.values.state import State
from devlint.flow.values.value import NONE, Choice, Unknown, Value, options
from devlint.forms import form

_NAME = "torch.optim.swa_utils.AveragedModel"


def averaged(run: Evaluator, state: State, arguments: Arguments, at: form.Call) -> Value:
    """The module that ``AveragedModel(...)`` makes; unknown where what it copies is."""
    identity = run.identity(at)
    model = arguments.get(0, "model")
    if model is None or isinstance(model, Choice) or not is_module(model):
        return Unknown(identity)
    inner = copies.deep(run, state, model, at)
    state.fields.drop(identity)
    state.fields[identity, ".module"] = inner
    state.fields[identity, PLACE] = place_of(state, inner)
    made = Module(identity, _NAME, True, at)
    device = arguments.get(1, "device")
    if arguments.open or arguments.starred:
        placement.move_module(run, state, made, DeviceValue(UNKNOWN), at)
    elif device is not None and device != NONE:
        places = [(g, DeviceValue(device_of(one) or UNKNOWN)) for g, one in options(device)]
        placement.move_module(run, state, made, merge(places, identity), at)
    return made
