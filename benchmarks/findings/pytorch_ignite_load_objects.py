"""`Checkpoint.load_objects(checkpoint=path)` cannot load on a machine without GPU what was saved on one."""

from __future__ import annotations

import sys
import tempfile

import torch
from torch import nn

from benchmarks.findings.finding import NO_GPU, Finding

FINDING = Finding(
    package="pytorch-ignite",
    version="0.5.5",
    where="ignite/handlers/checkpoint.py:663",
    rule="DEV501",
    what=("`Checkpoint.load_objects(checkpoint=path)` cannot load on a machine without GPU what was saved on one."),
    raises=NO_GPU,
)


def saved(device: torch.device) -> str:
    path = f"{tempfile.mkdtemp()}/checkpoint.pt"
    torch.save({"model": nn.Linear(2, 2).to(device).state_dict()}, path)
    return path


def program(path: str) -> None:
    from ignite.handlers import Checkpoint

    Checkpoint.load_objects({"model": nn.Linear(2, 2)}, path)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program, on_a_gpu=saved))
