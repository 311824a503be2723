"""`LatentQuantize(optimize_values=False)` keeps its values in a list of plain tensors, which is not moved with it."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="vector-quantize-pytorch",
    version="1.32.0",
    where="vector_quantize_pytorch/latent_quantization.py:138",
    rule="DEV302",
    what=(
        "`LatentQuantize(optimize_values=False)` keeps its values in a list of plain tensors, which is not "
        "moved with it."
    ),
)


def program(device: torch.device) -> None:
    from vector_quantize_pytorch import LatentQuantize

    quantizer = LatentQuantize(levels=[3, 5], dim=2, optimize_values=False).to(device)
    quantizer(torch.randn(1, 2, 6, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
