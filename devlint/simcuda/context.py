"""Switching the simulation on and off."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch.utils._device import _device_constructors

from devlint.simcuda import cuda_api, factories, generators, moves, tensors
from devlint.simcuda.dispatch import DeviceMode
from devlint.simcuda.machine import Machine, start, stop
from devlint.simcuda.patching import Patches


@contextmanager
def simulated_cuda(devices: int = 2, *, shared_rng: bool = False) -> Iterator[Machine]:
    """Run the body on a machine with *devices* simulated CUDA devices.

    ``shared_rng`` lets all devices draw from the CPU's random generator, so that a program draws the same numbers as
    on a machine without CUDA. Raises RuntimeError if a simulated machine is already active.
    """
    machine = Machine(devices, shared_rng=shared_rng)
    patches = Patches()
    _device_constructors()  # torch caches this set of functions at its first use; it must hold torch's own
    start(machine)
    try:
        for part in (tensors, moves, factories, generators, cuda_api):
            part.install(patches)
        patches.set(threading.Thread, "_bootstrap_inner", _in_every_thread(machine))
        with DeviceMode(machine):
            yield machine
    finally:
        patches.undo()
        stop(machine)


def _in_every_thread(machine: Machine) -> Any:
    raw = threading.Thread._bootstrap_inner  # type: ignore[attr-defined]

    def bootstrap(self: threading.Thread) -> None:
        with DeviceMode(machine):
            raw(self)

    return bootstrap
