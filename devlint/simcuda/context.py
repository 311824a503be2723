"""Switching the simulation on and off."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch.utils._device import _device_constructors

from devlint.simcuda import autocast, composites, cuda_api, factories, generators, moves, optimizing, refusals, tensors
from devlint.simcuda.dispatch import DeviceMode
from devlint.simcuda.function_mode import NamesBoundBefore
from devlint.simcuda.machine import Machine, start, stop
from devlint.simcuda.patching import Patches


PARTS = (tensors, moves, factories, generators, composites, optimizing, cuda_api, autocast, refusals)


@contextmanager
def simulated_cuda(devices: int = 2, *, shared_rng: bool = False) -> Iterator[Machine]:
    """Run the body on a machine with *devices* simulated CUDA devices.

    ``shared_rng`` lets all devices draw from the CPU's random generator, so that a program draws the same numbers as
    on a machine without CUDA. Raises RuntimeError if a simulated machine is already active.
    """
    machine = Machine(devices, shared_rng=shared_rng)
    patches = Patches()
    _device_constructors()  # torch caches these sets of functions at their first use; they must hold its own
    torch.overrides.get_default_nowrap_functions()
    start(machine)
    try:
        for part in PARTS:
            part.install(patches)
        patches.set(threading.Thread, "_bootstrap_inner", _in_every_thread(machine, patches))
        with DeviceMode(machine), NamesBoundBefore(patches.replacements):
            yield machine
    finally:
        patches.undo()
        stop(machine)


def _in_every_thread(machine: Machine, patches: Patches) -> Any:
    raw = threading.Thread._bootstrap_inner  # type: ignore[attr-defined]

    def bootstrap(self: threading.Thread) -> None:
        with DeviceMode(machine), NamesBoundBefore(patches.replacements):
            raw(self)

    return bootstrap
