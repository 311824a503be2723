"""``torch.device(1)``: a number means the accelerator, which torch asks C++ for.

    torch.device(1)                                  # device(type='cuda', index=1)
    type(torch.device("cuda")) is torch.device       # True: the class is torch's own

A function mode hears of every call of ``torch.device`` before C++ looks for an accelerator.
"""

from __future__ import annotations

from typing import Any

import torch

from devlint.simcuda.machine import running
from devlint.simcuda.patching import Patches

RawDevice = torch.device


def device(*args: Any, **kwargs: Any) -> torch.device:
    """``torch.device(...)``, where a number alone is the index of a simulated device."""
    given = args or tuple(kwargs.values())
    if len(given) == 1 and isinstance(given[0], int) and given[0] >= 0 and running().devices:
        return RawDevice(running().accelerator.type, given[0])
    return RawDevice(*args, **kwargs)


def install(patches: Patches) -> None:
    """Answer for the class where a call of it reaches the function mode."""
    patches.replacements[RawDevice] = device
