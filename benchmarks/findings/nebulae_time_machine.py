"""`TimeMachine.to` cannot load what `drop` wrote on a GPU where there is none."""

from __future__ import annotations

import sys
import tempfile
from typing import Any

import torch
from torch import nn

from benchmarks.findings.finding import NO_GPU, Finding

FINDING = Finding(
    package="nebulae",
    version="0.6.28",
    where="nebulae/power/time_machine.py:42",
    rule="DEV501",
    what="`TimeMachine.to` cannot load what `drop` wrote on a GPU where there is none.",
    raises=NO_GPU,
    install=("torchvision", "opencv-python-headless", "h5py", "piexif"),
)


def saved(device: torch.device) -> Any:
    from nebulae.power.time_machine import TimeMachine

    folder = tempfile.mkdtemp()
    machine = TimeMachine(folder, folder)
    machine.drop(nn.Linear(2, 2).to(device), file="net.pth")
    return machine


def program(machine: Any) -> None:
    machine.to(nn.Linear(2, 2), file="net.pth")


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program, on_a_gpu=saved))
