"""`FBCCNN.feature_dim` sends zeros of the CPU through the layers of the model (the same in `MTCNN`, `STNet`,
`LGGNet`, `BCGAN`, `BGAN` and `BVAE`).
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="torcheeg",
    version="1.1.3",
    where="torcheeg/models/cnn/fbccnn.py:71",
    rule="DEV102",
    what=(
        "`FBCCNN.feature_dim` sends zeros of the CPU through the layers of the model (the same in `MTCNN`,"
        " `STNet`, `LGGNet`, `BCGAN`, `BGAN` and `BVAE`)."
    ),
)


def program(device: torch.device) -> None:
    from torcheeg.models import FBCCNN

    FBCCNN(in_channels=2, grid_size=(3, 3)).to(device).feature_dim  # noqa: B018


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
