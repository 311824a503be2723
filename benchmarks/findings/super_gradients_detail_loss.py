"""`DetailAggregateModule` with a learned kernel, its default, assigns a moved copy to its parameter in the first
forward pass.
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding
from benchmarks.findings.stand_in import bare, stand_in

FINDING = Finding(
    package="super-gradients",
    version="3.7.1",
    where="super_gradients/training/losses/stdc_loss.py:74",
    rule="DEV304",
    what=(
        "`DetailAggregateModule` with a learned kernel, its default, assigns a moved copy to its parameter in "
        "the first forward pass."
    ),
    raises="cannot assign 'torch.cuda.FloatTensor' as parameter 'fuse_kernel'",
)


def program(device: torch.device) -> None:
    bare("super_gradients", "super_gradients.common", "super_gradients.common.registry")
    bare("super_gradients.training", "super_gradients.training.losses", "super_gradients.training.utils")
    stand_in("torchvision", "utils", "ops")
    stand_in("super_gradients.common.abstractions.abstract_logger")
    stand_in("rapidfuzz")
    stand_in("super_gradients.training.utils.utils")
    from super_gradients.training.losses.stdc_loss import DetailAggregateModule

    masks = torch.zeros(1, 8, 8, dtype=torch.long, device=device)
    DetailAggregateModule(num_classes=2, ignore_label=2)(masks)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
