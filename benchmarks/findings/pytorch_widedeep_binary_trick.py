"""`MultiTargetClassificationLoss(binary_trick=True)` looks the targets up in `torch.eye(...)`, made on the CPU (202
too).
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import INDICES, Finding

FINDING = Finding(
    package="pytorch-widedeep",
    version="1.7.0",
    where="pytorch_widedeep/losses_multitarget.py:197",
    rule="DEV104",
    what=(
        "`MultiTargetClassificationLoss(binary_trick=True)` looks the targets up in `torch.eye(...)`, made on the"
        " CPU (202 too)."
    ),
    raises=INDICES,
    install=("gensim", "spacy", "fastparquet", "torchvision"),
)


def program(device: torch.device) -> None:
    from pytorch_widedeep.losses_multitarget import MultiTargetClassificationLoss

    loss = MultiTargetClassificationLoss(binary_config=[0, 1], binary_trick=True)
    loss(torch.randn(3, 4, device=device), torch.ones(3, 2, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
