"""How sure it is that what a fact says goes wrong: the level of the findings about it.

weights of the module + torch.ones(3)      an error: raises as soon as the module is on an accelerator
an argument + torch.ones(3)                a warning: raises for a caller whose tensor is there
unseen(argument) + torch.ones(3)           a hint: raises if that code leaves things where they are
as_tensor(a) + as_tensor(b)                a hint: raises if one of the two is an array and the other a tensor
"""

from __future__ import annotations

from devlint.base.diagnostic import Level
from devlint.devices.facts.operations import Clash
from devlint.devices.lattice.conditions import kinds_asked
from devlint.devices.lattice.device import UNKNOWN, Device, is_of_argument
from devlint.devices.lattice.values import Tensor
from devlint.flow.guards import Guards


def level_there(tensor: Tensor) -> Level:
    """The level of what goes wrong where ``tensor`` is on an accelerator."""
    if tensor.assumed or tensor.device == UNKNOWN:
        return Level.HINT
    return level_on(tensor.device)


def level_on(device: Device) -> Level:
    """The level of what goes wrong on ``device``: the code's own choice, or a caller's who passes a tensor."""
    return Level.WARNING if is_of_argument(device) else Level.ERROR


def level_of(clash: Clash) -> Level:
    """The level of two tensors that meet."""
    if clash.assumed or clash.host.tensor.assumed or _takes_two_types(clash.guards):
        return Level.HINT
    return level_there(clash.other.tensor)


def _takes_two_types(guards: Guards) -> bool:
    """True if of two values, of which the code asks the same type, one has to have it and the other not."""
    asked = {(kinds, sense) for _, kinds, sense in kinds_asked(guards)}
    return any((kinds, not sense) in asked for kinds, sense in asked)
