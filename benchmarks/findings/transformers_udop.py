"""The position bias of UDOP with `expand=True` makes an `nn.Embedding` on the CPU in its first forward pass."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="transformers",
    version="5.24.0",
    where="transformers/models/udop/modeling_udop.py:933",
    rule="DEV310",
    what=("The position bias of UDOP with `expand=True` makes an `nn.Embedding` on the CPU in its first forward pass."),
)


def program(device: torch.device) -> None:
    from transformers.models.udop.modeling_udop import RelativePositionBias1D

    bias = RelativePositionBias1D(num_heads=2, prefix_bucket=True, expand=True).to(device)
    bias(torch.ones(1, 4, device=device), torch.rand(1, 4, 4, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
