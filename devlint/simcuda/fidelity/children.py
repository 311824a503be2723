"""Running one job after another on real CUDA, in a child process that is replaced when it or its device is lost.

    for probe, outcome in each_in_a_child(run, probes):
        ...                              # outcome is None where the job raised, or the child died or did not answer

A device-side assertion makes every later call of the process fail, so the device is asked after every job whether it
still works. Importing this module does not import torch.
"""

from __future__ import annotations

import multiprocessing
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, TypeVar

START = 300
"""Seconds that a child may take to import what its work needs."""
J = TypeVar("J")
R = TypeVar("R")


def device_works() -> bool:
    """Whether the current device still computes and copies."""
    import torch

    try:
        return float(torch.ones(2, device="cuda").sum()) == 2.0
    except RuntimeError:
        return False


def attempt(work: Callable[[Any], Any], job: Any) -> Any:
    """What *work* gives for the job; None, with the error printed, where it raises."""
    try:
        return work(job)
    except Exception:
        traceback.print_exc()
        return None


def settle() -> None:
    """Put what a job may have changed for its whole process back to what it is in a new one."""
    import torch

    method = multiprocessing.get_all_start_methods()[0]  # the system's own; this process was started by another one
    multiprocessing.set_start_method(method, force=True)
    torch.set_default_device(None)
    torch.set_default_tensor_type("torch.FloatTensor")
    torch.use_deterministic_algorithms(False)
    torch.set_grad_enabled(True)
    if torch.cuda.is_available():
        torch.cuda.set_sync_debug_mode(0)
        torch.cuda.set_device(0)
    if torch.distributed.is_available() and torch.distributed.is_initialized():
        torch.distributed.destroy_process_group()


def serve(
    pipe: Connection, work: Callable[[Any], Any], prepare: Callable[[], object], healthy: Callable[[], object]
) -> None:
    """The child: answer each job that comes, with whether another one can be run after it."""
    with suppress(EOFError, KeyboardInterrupt, OSError):
        prepare()
        pipe.send("ready")
        while True:
            job = pipe.recv()
            prepare()
            pipe.send((attempt(work, job), healthy()))


class Child:
    """A process that does jobs."""

    def __init__(
        self, work: Callable[[Any], Any], prepare: Callable[[], object], healthy: Callable[[], object]
    ) -> None:
        spawning = multiprocessing.get_context("spawn")  # a forked child may not use CUDA once the parent has
        self.pipe, other = spawning.Pipe()
        self.process = spawning.Process(target=serve, args=(other, work, prepare, healthy))
        self.process.start()
        other.close()
        self.ready = False

    def answer(self, job: Any, seconds: float) -> tuple[Any, bool]:
        """What the job gave, and whether the child can go on; None where it died or did not answer in time."""
        try:
            self.ready = self.ready or (self.pipe.poll(START) and bool(self.pipe.recv()))
            self.pipe.send(job)
            if self.ready and self.pipe.poll(seconds):
                answer: tuple[Any, bool] = self.pipe.recv()
                return answer
        except (EOFError, OSError):
            pass
        return None, False

    def end(self) -> None:
        """Let the child go, by force if it does not."""
        self.pipe.close()
        self.process.join(5)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def each_in_a_child(
    work: Callable[[J], R],
    jobs: Iterable[J],
    *,
    seconds: float = 90,
    prepare: Callable[[], object] = settle,
    healthy: Callable[[], object] = device_works,
) -> Iterator[tuple[J, R | None]]:
    """Each job and what *work*, a function at the top of a module, gave; None where it raised or the child was lost.

    ``prepare`` is called before each job, and ``healthy`` after it.
    """
    child: Child | None = None
    try:
        for job in jobs:
            child = child or Child(work, prepare, healthy)
            result, alive = child.answer(job, seconds)
            if not alive:
                child.end()
                child = None
            yield job, result
    finally:
        if child is not None:
            child.end()
