"""The machines a fixture runs on: the simulated one, the real one, and the one without an accelerator."""

from __future__ import annotations

from typing import Any

import torch
import torch.distributed

from tests.harness.exercise import judge, run
from tests.harness.marks import Exercise

HOST = torch.device("cpu")

_ENDED: list[object] = []
"""Process groups that an exercise has ended.

The destructor of one joins its threads. Where the last to hold it is a model in ``DistributedDataParallel``, that
happens with the lock of the interpreter held, for which a thread of the group may wait: no group is let go of.
"""


def _keep_process_groups() -> None:
    if not torch.distributed.is_available():
        return
    end = torch.distributed.destroy_process_group

    def end_and_keep(group: Any = None) -> None:
        if group is None and torch.distributed.is_initialized():
            _ENDED.append(torch.distributed.group.WORLD)
        end(group)

    torch.distributed.destroy_process_group = end_and_keep


_keep_process_groups()


def on_the_host(exercise: Exercise) -> str | None:
    """Run *exercise* on the CPU alone; a complaint, or None."""
    return judge(exercise, run(exercise, HOST), accelerated=False)


def on_simulated_gpus(exercise: Exercise) -> str | None:
    """Run *exercise* on two simulated GPUs, its inputs on the second; a complaint, or None."""
    from devlint.simcuda import simulated_cuda

    with simulated_cuda(devices=2):
        outcome = run(exercise, torch.device("cuda:1"))
    return judge(exercise, outcome, accelerated=True)


def on_simulated_mps(exercise: Exercise) -> str | None:
    """Run *exercise* on a simulated Mac, its inputs on MPS; a complaint, or None."""
    from devlint.simcuda import simulated_accelerator

    with simulated_accelerator("mps"):
        outcome = run(exercise, torch.device("mps"))
    return judge(exercise, outcome, accelerated=True, on_mps=True)


class SecondGpuNeeded(Exception):
    """One GPU cannot show what the exercise claims."""


def on_real_gpus(exercise: Exercise) -> str | None:
    """Run *exercise* on this machine's last GPU; a complaint, or None.

    Raises SecondGpuNeeded where there is one GPU and that may be why a claim did not come true.
    """
    gpus = torch.cuda.device_count()
    outcome = run(exercise, torch.device("cuda", gpus - 1))
    torch.cuda.set_device(0)
    passed_where_it_must_fail = exercise.is_bad and outcome.kind == "passed"
    if gpus == 1 and (passed_where_it_must_fail or "invalid device ordinal" in outcome.message):
        raise SecondGpuNeeded
    return judge(exercise, outcome, accelerated=True)
