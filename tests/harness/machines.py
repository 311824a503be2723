"""The machines a fixture runs on: the simulated one, the real one, and the one without an accelerator."""

from __future__ import annotations

import torch

from tests.harness.exercise import judge, run
from tests.harness.marks import Exercise

HOST = torch.device("cpu")


def on_the_host(exercise: Exercise) -> str | None:
    """Run *exercise* on the CPU alone; a complaint, or None."""
    return judge(exercise, run(exercise, HOST), accelerated=False)


def on_simulated_gpus(exercise: Exercise) -> str | None:
    """Run *exercise* on two simulated GPUs, its inputs on the second; a complaint, or None."""
    from devlint.simcuda import simulated_cuda

    with simulated_cuda(devices=2):
        outcome = run(exercise, torch.device("cuda:1"))
    return judge(exercise, outcome, accelerated=True)


def on_real_gpus(exercise: Exercise) -> str | None:
    """Run *exercise* on this machine's last GPU; a complaint, or None."""
    outcome = run(exercise, torch.device("cuda", torch.cuda.device_count() - 1))
    torch.cuda.set_device(0)
    return judge(exercise, outcome, accelerated=True)
