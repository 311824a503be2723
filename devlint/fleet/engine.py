"""Dask, as a run uses it: tasks in, results as they come, whatever happens to workers or to the scheduler.

    with Engine(scheduler="tcp://10.0.0.1:8786") as engine:
        for task, answer in engine.run(tasks, work):
            ...
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError as FutureCancelled
from contextlib import ExitStack
from typing import Any, TypeVar

from devlint.base.child_process import outside_the_current_folder
from devlint.base.errors import BadOption

T = TypeVar("T")

ATTEMPTS = 8
"""How often a task is handed out again whose worker was lost."""
PATIENCE = 600
"""Seconds to wait for a scheduler that is gone."""
AHEAD = 3
"""Tasks for each thread that are handed out before one is done."""
QUIET = {
    "distributed.scheduler.allowed-failures": ATTEMPTS,
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "500ms",
    "distributed.admin.system-monitor.interval": "2s",
    "distributed.worker.memory.monitor-interval": "1s",
}
"""Dask's settings for a cluster of processes on this machine.

Its profiler and clocks take some 3 % of a core in each process, while it works and while it waits. A worker of a run
waits nearly all of the time, for the process that checks.
"""


class Lost(Exception):
    """A task whose worker was lost each time. ``task`` is it."""

    def __init__(self, task: Any) -> None:
        super().__init__(f"its worker was lost {ATTEMPTS} times")
        self.task = task


class Engine:
    """A cluster of processes on this machine, or a scheduler that is there."""

    def __init__(self, scheduler: str = "", workers: int = 0) -> None:
        """``workers`` are processes on this machine, as many as it has cores for 0."""
        self._scheduler = scheduler
        self._workers = workers
        self._cluster: Any = None
        self._client: Any = None
        self._around = ExitStack()

    def __enter__(self) -> Engine:
        import dask
        from distributed import LocalCluster

        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        if not self._scheduler:
            dask.config.set(QUIET)
            self._around.enter_context(outside_the_current_folder())  # workers that are lost are started anew
            self._cluster = LocalCluster(
                n_workers=self._workers or None,
                threads_per_worker=1,
                dashboard_address=":0",
                silence_logs=logging.CRITICAL,
            )
        self._connect()
        return self

    def __exit__(self, *_: object) -> None:
        for one in (self._client, self._cluster):
            if one is not None:
                one.close()
        self._around.close()

    @property
    def dashboard(self) -> str:
        """The address of Dask's dashboard, "" where there is none."""
        return str(self._client.dashboard_link or "") if self._client is not None else ""

    @property
    def threads(self) -> int:
        """How many tasks can run at a time."""
        return max(int(sum(self._client.nthreads().values())), 1)

    def _connect(self) -> None:
        from distributed import Client

        if self._client is not None:
            self._client.close(timeout=2)
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self._client = Client(self._cluster or self._scheduler, timeout=10)
                return
            except (OSError, TimeoutError, asyncio.TimeoutError) as error:
                if time.monotonic() > until or self._client is None:
                    raise BadOption(f"--scheduler: {self._scheduler}: cannot be reached: {error}") from None
                time.sleep(1)

    def run(self, tasks: Sequence[T], work: Callable[[T], Any]) -> Iterator[tuple[T, Any]]:
        """Each task with what ``work`` gives for it, as they are done; handed out in their order.

        A task whose worker is lost is done again, and so are all that were under way when the scheduler was. Raises
        Lost, and what ``work`` raises.
        """
        waiting = list(reversed(tasks))
        attempts: dict[int, int] = {}
        while waiting:
            under_way: dict[Any, T] = {}
            try:
                yield from self._until_lost(waiting, under_way, work, attempts)
            except gone() as error:
                if self._cluster is not None:
                    raise BadOption(f"Dask's scheduler is gone: {error or type(error).__name__}") from None
                waiting += reversed(under_way.values())
                self._connect()

    def _until_lost(
        self, waiting: list[T], under_way: dict[Any, T], work: Callable[[T], Any], attempts: dict[int, int]
    ) -> Iterator[tuple[T, Any]]:
        from distributed import KilledWorker, wait

        while waiting or under_way:
            most = AHEAD * self.threads
            while waiting and len(under_way) < most:
                task = waiting.pop()
                under_way[self._client.submit(work, task, pure=False)] = task
            done = wait(list(under_way), timeout=PATIENCE * 100, return_when="FIRST_COMPLETED").done
            for future in done:
                try:
                    answer = future.result()
                except KilledWorker:
                    task = under_way.pop(future)
                    attempts[id(task)] = attempts.get(id(task), 0) + 1
                    if attempts[id(task)] >= ATTEMPTS:
                        raise Lost(task) from None
                    waiting.append(task)
                    continue
                yield under_way.pop(future), answer


def gone() -> tuple[type[BaseException], ...]:
    """What is raised where the scheduler is gone."""
    from distributed.comm.core import CommClosedError

    return (CommClosedError, FutureCancelled, asyncio.CancelledError)
