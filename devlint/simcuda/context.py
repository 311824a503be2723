"""Switching the simulation on and off."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch.utils._device import _device_constructors

from devlint.simcuda import (
    composites,
    devices as device_type,
    factories,
    generators,
    moves,
    refusals,
    shortcuts,
    tensors,
)
from devlint.simcuda.machine import Machine, start, stop
from devlint.simcuda.measures.ledger import Ledger
from devlint.simcuda.measures.memory import MemoryAccount
from devlint.simcuda.modes import Modes
from devlint.simcuda.parts import (
    archives,
    autocast,
    collectives,
    cuda_api,
    custom,
    exchange,
    hooks,
    optimizing,
    out_arguments,
    own_words,
    parallel,
    processes,
    scripted,
    scripting,
    spectra,
    storages,
    subclasses,
    sync_batch_norm,
    tools,
)
from devlint.simcuda.patching import Patches
from devlint.simcuda.place import account_with

PARTS = (
    device_type,
    tensors,
    moves,
    factories,
    generators,
    subclasses,
    composites,
    out_arguments,
    own_words,
    spectra,
    optimizing,
    parallel,
    collectives,
    cuda_api,
    tools,
    storages,
    exchange,
    custom,
    hooks,
    sync_batch_norm,
    autocast,
    refusals,
    scripted,
    archives,
)


@contextmanager
def simulated_cuda(
    devices: int = 2,
    *,
    shared_rng: bool = False,
    origins: bool = False,
    memory: int | None = None,
    measured: bool = False,
    lazy: bool = False,
) -> Iterator[Machine]:
    """Run the body on a machine with *devices* simulated CUDA devices; real ones are hidden.

    ``shared_rng`` lets all devices draw from the CPU's random generator, so that a program draws the same numbers as
    on a machine without CUDA. ``origins`` remembers the line that made each tensor, for reports.
    ``memory`` is how many bytes each device has: ``torch.cuda`` accounts for them, and raises torch.OutOfMemoryError
    where they do not suffice. ``measured`` accounts for memory without a limit, too, and keeps in ``machine.ledger``
    which lines wait for a device and copy between host and device.
    With ``lazy`` a thread pays for the simulation from its first use of CUDA on: until then operators are not looked
    at, no origin is remembered, and a function of torch that was bound to another name before the simulation began is
    torch's own.
    Raises RuntimeError if a simulated machine is already active. When the body ends, also by an exception, torch is
    what it was.
    """
    machine = Machine(devices, shared_rng=shared_rng, origins=origins)
    machine.ledger = Ledger() if measured else None
    machine.account = MemoryAccount(memory, lines=measured) if measured or memory is not None else None
    patches = Patches()
    # torch caches these sets of functions at their first use; they must hold its own
    _device_constructors()
    torch.overrides.get_default_nowrap_functions()
    scripting.builtins()

    modes = Modes(machine, patches.replacements)
    start(machine)
    account_with(machine.account.allocate if machine.account else None)
    try:
        for part in PARTS:
            part.install(patches)
        scripting.introduce(patches)
        processes.install(patches, machine, modes.enter, modes.of_a_thread)

        def used() -> None:
            shortcuts.install(patches)
            scripting.introduce(patches)
            machine.used = modes.enter
            modes.enter()

        machine.used = used
        if not lazy:
            used()
        yield machine
    finally:
        try:
            modes.end()
        finally:
            account_with(None)
            try:
                patches.undo()
            finally:
                stop(machine)
