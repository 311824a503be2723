"""Threads and processes that a simulated program starts.

Forked workers inherit the simulation and, as with CUDA, may not use a device once the parent has. New threads and
spawned processes enter it by themselves::

    torch.multiprocessing.spawn(train, nprocs=2)    # each process has the parent's number of devices
"""

from __future__ import annotations

import functools
import multiprocessing.spawn
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from multiprocessing.reduction import ForkingPickler
from typing import Any

import torch

from devlint.simcuda.machine import Machine, running
from devlint.simcuda.parts.storages import check_sharing
from devlint.simcuda.patching import Patches
from devlint.simcuda.place import KEY, is_simulated, marks_of, put, where

SENT = "_simulated_sent"
"""Beside a storage's device: its tensor is being sent to another process."""


def in_every_thread(of_a_thread: Callable[[], AbstractContextManager[None]]) -> Callable[[threading.Thread], None]:
    """``Thread._bootstrap_inner``, run under the simulation's modes."""
    raw = threading.Thread._bootstrap_inner  # type: ignore[attr-defined]

    def bootstrap(self: threading.Thread) -> None:
        with of_a_thread():
            raw(self)

    return bootstrap


def starting(enter: Callable[[], None]) -> Callable[[threading.Thread], None]:
    """``Thread.start``: what the new thread may put on a device must be known to the one that starts it.

    The threads of ``multiprocessing`` only carry bytes.
    """
    raw = threading.Thread.start

    def start(self: threading.Thread) -> None:
        target = getattr(self, "_target", None)
        if not str(getattr(target, "__module__", "")).startswith("multiprocessing."):
            enter()
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
            f"spawned({machine.accelerator.type!r}, {len(machine.devices)}, {machine.shared_rng}, {numbers})"
        )
        position = command.index("-c")
        return [*command[:position], "-c", program, *command[position + 2 :]]

    return get_command_line


def rebuild_cuda_tensor(index: int, rebuild: Callable[..., torch.Tensor], args: Any) -> torch.Tensor:
    """The tensor that another process has sent, on the device of that index."""
    place = running().gpu(index)
    tensor = rebuild(*args)
    put(tensor, place)
    return tensor


def reducing(raw: Callable[..., Any]) -> Callable[..., Any]:
    """``torch.multiprocessing``'s reduction of a tensor: shared memory of the CPU stands for that of a device."""

    def reduce_tensor(tensor: torch.Tensor) -> Any:
        place, marks = where(tensor), marks_of(tensor)
        if not is_simulated(place) or marks is None or KEY not in marks:
            return raw(tensor)
        check_sharing(tensor.untyped_storage())
        mark = marks.pop(KEY)
        try:
            rebuild, args = raw(tensor)
        finally:
            marks[KEY] = mark
        marks[SENT] = True
        return rebuild_cuda_tensor, (place.index, rebuild, args)

    return reduce_tensor


def reducing_storage(raw: Callable[..., Any]) -> Callable[..., Any]:
    """The reduction of a storage: one on a device goes with its tensor only."""

    def reduce_storage(storage: Any) -> Any:
        marks = vars(storage)
        if not marks.pop(SENT, False):
            return raw(storage)
        mark = marks.pop(KEY)
        try:
            return raw(storage)
        finally:
            marks[KEY] = mark

    return reduce_storage


def send_tensors(patches: Patches) -> None:
    """Replace the reduction, by name and where pickling knows it by the type."""
    reductions = torch.multiprocessing.reductions
    known: dict[Any, Any] = ForkingPickler._extra_reducers  # type: ignore[attr-defined]
    for name, replacing in (("reduce_tensor", reducing), ("reduce_storage", reducing_storage)):
        raw = getattr(reductions, name)
        patches.set(reductions, name, replacing(raw))
        for kind in [kind for kind, reduce in known.items() if reduce is raw]:
            known[kind] = getattr(reductions, name)
            patches.at_end(functools.partial(known.__setitem__, kind, raw))


def install(
    patches: Patches,
    machine: Machine,
    enter: Callable[[], None],
    of_a_thread: Callable[[], AbstractContextManager[None]],
) -> None:
    """Watch for new threads and spawned processes."""
    send_tensors(patches)
    patches.set(threading.Thread, "_bootstrap_inner", in_every_thread(of_a_thread))
    patches.set(threading.Thread, "start", starting(enter))
    patches.set(multiprocessing.spawn, "get_command_line", command_line(machine))
