"""`Trainer.load_network` cannot load on a machine without GPU what was saved on one."""

from __future__ import annotations

import sys
import tempfile

import torch

from benchmarks.findings.finding import NO_GPU, Finding
from benchmarks.findings.stand_in import stand_in

FINDING = Finding(
    package="lpips",
    version="0.1.4",
    where="lpips/trainer.py:187",
    rule="DEV501",
    what="`Trainer.load_network` cannot load on a machine without GPU what was saved on one.",
    raises=NO_GPU,
    install=(
        "matplotlib",
        "scikit-image",
    ),
)


def saved(device: torch.device) -> str:
    stand_in("torchvision", "models", "transforms")
    from lpips.trainer import Trainer

    folder = tempfile.mkdtemp()
    Trainer.save_network(Trainer.__new__(Trainer), torch.nn.Linear(2, 2).to(device), folder, "head", "latest")
    return folder


def program(folder: str) -> None:
    stand_in("torchvision", "models", "transforms")
    from lpips.trainer import Trainer

    trainer = Trainer.__new__(Trainer)
    trainer.save_dir = folder
    trainer.load_network(torch.nn.Linear(2, 2), "head", "latest")


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program, on_a_gpu=saved))
