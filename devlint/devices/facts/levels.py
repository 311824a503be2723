"""How sure it is that what a fact says goes wrong: the level of the findings about it.

weights of the module + torch.ones(3)      an error: raises as soon as the module is on an accelerator
an argument + torch.ones(3)                a warning: raises for a caller whose tensor is there
given beside an argument to unseen code    a hint: raises if that code wants both in one place
"""

from __future__ import annotations

from devlint.devices.facts.operations import Clash
from devlint.devices.lattice.device import Device, is_of_argument
from devlint.diagnostic import Level


def level_there(device: Device) -> Level:
    """The level of what goes wrong where ``device`` is an accelerator: it is one, the code's choice, or a caller's."""
    return Level.WARNING if is_of_argument(device) else Level.ERROR


def level_of(clash: Clash) -> Level:
    """The level of two tensors that meet."""
    return Level.HINT if clash.assumed else level_there(clash.other.device)
