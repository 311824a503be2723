"""The kinds of devices that a machine can have, and what torch calls each.

ACCELERATORS["cuda"].label      # "CUDA", as in wrapper_CUDA_mm and in AutocastCUDA

Data only: the parts of torch that belong to one kind are in ``parts``. torch is not imported here.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Accelerator:
    """A kind of device."""

    type: str
    """As in ``torch.device("cuda")``; ``torch.cuda`` is its module."""
    label: str
    """As in messages, names of kernels and keys of the dispatcher."""
    devices: int
    """How many a machine has where no number is given."""

    def number(self, devices: int | None) -> int:
        """The number of devices of a machine that is asked for *devices*. Raises ValueError where it is none."""
        if devices is None:
            return self.devices
        if devices < 0:
            raise ValueError(f"{devices} is no number of devices")
        return devices


CUDA = Accelerator(type="cuda", label="CUDA", devices=2)
ACCELERATORS = {accelerator.type: accelerator for accelerator in (CUDA,)}


def named(kind: str) -> Accelerator:
    """The accelerator of this type. Raises ValueError where it is not simulated."""
    if kind not in ACCELERATORS:
        raise ValueError(f"{kind!r} is not simulated; {', '.join(ACCELERATORS)} are")
    return ACCELERATORS[kind]
