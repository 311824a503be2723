"""`SimpleViT` keeps its position table by the shape of the input alone: used on the CPU and then moved, it adds the
table of the CPU to an input of the GPU.
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="torcheeg",
    version="1.1.3",
    where="torcheeg/models/transformer/simple_vit.py:40",
    rule="DEV315",
    what=(
        "`SimpleViT` keeps its position table by the shape of the input alone: used on the CPU and then moved, it"
        " adds the table of the CPU to an input of the GPU."
    ),
)


def program(device: torch.device) -> None:
    from torcheeg.models import SimpleViT

    model = SimpleViT(chunk_size=4, grid_size=(4, 4), t_patch_size=2, s_patch_size=(2, 2), hid_channels=12, depth=1)
    images = torch.randn(2, 4, 4, 4)
    model(images)
    model.to(device)(images.to(device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
