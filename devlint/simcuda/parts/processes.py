"""Threads and processes that a simulated program starts.

Forked workers inherit the simulation and, as with CUDA, may not use a device once the parent has. New threads and
spawned processes enter it by themselves::

    torch.multiprocessing.spawn(train, nprocs=2)    # each process has the parent's number of devices
"""

from __future__ import annotations

import multiprocessing.spawn
import threading
from collections.abc import Callable
from typing import Any

from devlint.simcuda.machine import Machine
from devlint.simcuda.modes import Modes
from devlint.simcuda.patching import Patches


def in_every_thread(modes: Modes) -> Callable[[threading.Thread], None]:
    """``Thread._bootstrap_inner``, run under the simulation's modes."""
    raw = threading.Thread._bootstrap_inner  # type: ignore[attr-defined]

    def bootstrap(self: threading.Thread) -> None:
        with modes.of_a_thread():
            raw(self)

    return bootstrap


def starting(modes: Modes) -> Callable[[threading.Thread], None]:
    """``Thread.start``: what the new thread may put on a device must be known to the one that starts it.

    The threads of ``multiprocessing`` only carry bytes.
    """
    raw = threading.Thread.start

    def start(self: threading.Thread) -> None:
        target = getattr(self, "_target", None)
        if not str(getattr(target, "__module__", "")).startswith("multiprocessing."):
            modes.enter()
        raw(self)

    return start


def command_line(machine: Machine) -> Callable[..., list[str]]:
    """``multiprocessing.spawn.get_command_line`` for a child that simulates the same machine."""
    raw = multiprocessing.spawn.get_command_line

    def get_command_line(**kwargs: Any) -> list[str]:
        command = raw(**kwargs)
        if "-c" not in command:
            return command
        numbers = ", ".join(f"{key}={value!r}" for key, value in kwargs.items())
        program = (
            f"from devlint.simcuda.spawned import spawned; "
            f"spawned({len(machine.devices)}, {machine.shared_rng}, {numbers})"
        )
        position = command.index("-c")
        return [*command[:position], "-c", program, *command[position + 2 :]]

    return get_command_line


def install(patches: Patches, machine: Machine, modes: Modes) -> None:
    """Watch for new threads and spawned processes."""
    patches.set(threading.Thread, "_bootstrap_inner", in_every_thread(modes))
    patches.set(threading.Thread, "start", starting(modes))
    patches.set(multiprocessing.spawn, "get_command_line", command_line(machine))
