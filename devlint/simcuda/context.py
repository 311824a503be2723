"""Switching the simulation on and off."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from types import ModuleType

import torch
from torch.utils._device import _device_constructors

from devlint.simcuda import (
    accelerators,
    composites,
    devices as device_type,
    factories,
    generators,
    moves,
    refusals,
    rules,
    tensors,
)
from devlint.simcuda.accelerators import CUDA
from devlint.simcuda.machine import Machine, start, stop
from devlint.simcuda.measures.ledger import Ledger
from devlint.simcuda.measures.memory import MemoryAccount
from devlint.simcuda.modes import Modes
from devlint.simcuda.parts import (
    accelerator_api,
    archives,
    autocast,
    custom,
    exchange,
    hooks,
    mps_api,
    optimizing,
    own_words,
    processes,
    scripted,
    scripting,
    shortcuts,
    storages,
    subclasses,
    sync_batch_norm,
    xpu_api,
)
from devlint.simcuda.parts.cuda import collectives, cuda_api, parallel, spectra, tools
from devlint.simcuda.patching import Patches
from devlint.simcuda.place import account_with

COMMON = (
    device_type,
    tensors,
    moves,
    factories,
    generators,
    subclasses,
    composites,
    own_words,
    optimizing,
    accelerator_api,
    storages,
    exchange,
    custom,
    hooks,
    sync_batch_norm,
    autocast,
    refusals,
    scripting,
    scripted,
    archives,
)
OF_A_KIND: dict[str, tuple[ModuleType, ...]] = {
    "cuda": (spectra, parallel, collectives, cuda_api, tools),
    "mps": (mps_api,),
    "xpu": (xpu_api,),
}
"""What belongs to one kind of device only, by its name."""


def simulated_cuda(
    devices: int = CUDA.devices,
    *,
    shared_rng: bool = False,
    origins: bool = False,
    memory: int | None = None,
    measured: bool = False,
    lazy: bool = False,
) -> AbstractContextManager[Machine]:
    """Run the body on a machine with *devices* simulated CUDA devices; the options are `simulated_accelerator`'s."""
    return simulated_accelerator(
        CUDA.type, devices, shared_rng=shared_rng, origins=origins, memory=memory, measured=measured, lazy=lazy
    )


@contextmanager
def simulated_accelerator(
    kind: str,
    devices: int | None = None,
    *,
    shared_rng: bool = False,
    origins: bool = False,
    memory: int | None = None,
    measured: bool = False,
    lazy: bool = False,
) -> Iterator[Machine]:
    """Run the body on a machine with simulated devices of the *kind* ``"cuda"``, ``"mps"`` or ``"xpu"``.

    Real devices are hidden.

    ``shared_rng`` lets all devices draw from the CPU's random generator, so that a program draws the same numbers as
    on a machine without devices. ``origins`` remembers the line that made each tensor, for reports.
    ``memory`` is how many bytes each device has: ``torch.cuda`` accounts for them, and raises torch.OutOfMemoryError
    where they do not suffice. ``measured`` accounts for memory without a limit, too, and keeps in ``machine.ledger``
    which lines wait for a device and copy between host and device.
    With ``lazy`` a thread pays for the simulation from its first use of a device on: until then operators are not
    looked at, no origin is remembered, and a function of torch that was bound to another name before the simulation
    began is torch's own.
    Raises ValueError for a kind or a number of devices that cannot be, and RuntimeError if a simulated machine is
    already active. When the body ends, also by an exception, torch is what it was.
    """
    accelerator = accelerators.named(kind)
    machine = Machine(accelerator.number(devices), accelerator=accelerator, shared_rng=shared_rng, origins=origins)
    machine.ledger = Ledger() if measured else None
    if measured or memory is not None:
        machine.account = MemoryAccount(memory, lines=measured, accelerator=accelerator)
    patches = Patches()
    # torch caches these sets of functions at their first use; they must hold its own
    _device_constructors()
    torch.overrides.get_default_nowrap_functions()
    scripting.builtins()

    modes = Modes(machine, patches.replacements)
    start(machine)
    rules.use_rules_of(accelerator)
    account_with(machine.account.allocate if machine.account else None)
    try:
        for part in (*COMMON, *OF_A_KIND[accelerator.type]):
            part.install(patches)
        scripting.introduce(patches)
        processes.install(patches, machine, modes.enter, modes.of_a_thread)

        def used() -> None:
            if not accelerator.inconvertible:  # which the long way asks about
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
