"""``torch.device(1)``: a number means the accelerator, which torch asks C++ for.

    torch.device(1)                                  # device(type='cuda', index=1)
    isinstance(torch.device("cpu"), torch.device)    # True

The objects stay torch's own; only the name ``torch.device`` stands for a class that makes them.
"""

from __future__ import annotations

from typing import Any

import torch

from devlint.simcuda.machine import running
from devlint.simcuda.patching import Patches

RawDevice = torch.device


class _DeviceType(type):
    """Makes torch's devices, and takes them for its instances."""

    def __call__(cls, *args: Any, **kwargs: Any) -> torch.device:
        given = args or tuple(kwargs.values())
        if len(given) == 1 and isinstance(given[0], int) and given[0] >= 0 and running().devices:
            return RawDevice("cuda", given[0])
        return RawDevice(*args, **kwargs)

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, RawDevice)

    def __eq__(cls, other: Any) -> bool:
        return other is cls or other is RawDevice

    def __hash__(cls) -> int:
        return hash(RawDevice)


def install(patches: Patches) -> None:
    """Replace the name; devices are pickled as ``torch.device(...)``, so the class bears that name."""
    proxy = _DeviceType("device", (), {"__module__": "torch", "__doc__": RawDevice.__doc__})
    patches.set(torch, "device", proxy)
