"""`FAN.get_landmarks` sends the image to the device it was constructed with, not to where the model was moved."""

from __future__ import annotations

import sys

import numpy as np
import torch

from benchmarks.findings.finding import Finding
from benchmarks.findings.stand_in import bare

FINDING = Finding(
    package="facexlib",
    version="0.3.0",
    where="facexlib/alignment/awing_arch.py:366",
    rule="DEV111",
    what=(
        "`FAN.get_landmarks` sends the image to the device it was constructed with, not to where the model was moved."
    ),
    raises="Input type (torch.FloatTensor) and weight type (torch.cuda.FloatTensor) should be the same",
)


def program(device: torch.device) -> None:
    bare("facexlib", "facexlib.alignment")
    vars(np)["float"] = float  # a name that the package uses and NumPy 2 does not have
    from facexlib.alignment.awing_arch import FAN

    model = FAN(num_modules=1, device="cpu").eval()
    for weight in model.parameters():
        torch.nn.init.zeros_(weight)  # no landmark in the last corner: the package reads beyond it
    model.to(device).get_landmarks(np.zeros((32, 32, 3), np.uint8))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
