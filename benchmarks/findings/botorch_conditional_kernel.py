"""`HierarchicalConditionalKernelGP` with an input transform writes CPU values into a copy of the training data: it
cannot be built from data on a GPU.
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="botorch",
    version="0.18.1",
    where="botorch/models/hierarchical/conditional_kernel_gp.py:286",
    rule="DEV102",
    what=(
        "`HierarchicalConditionalKernelGP` with an input transform writes CPU values into a copy of the "
        "training data: it cannot be built from data on a GPU."
    ),
)


def program(device: torch.device) -> None:
    from botorch.models.hierarchical.conditional_kernel_gp import HierarchicalConditionalKernelGP
    from botorch.models.transforms.input import Normalize

    x = torch.rand(6, 3, dtype=torch.double, device=device)
    x[:, 0] = torch.arange(6, device=device) % 2
    y = torch.rand(6, 1, dtype=torch.double, device=device)
    HierarchicalConditionalKernelGP(x, y, {0: {0.0: [1], 1.0: [2]}}, input_transform=Normalize(d=3))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
