"""`Occlusion` of two inputs with several perturbations at once stacks masks from the CPU and the GPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="captum",
    version="0.9.0",
    where="captum/attr/_core/occlusion.py:390",
    rule="DEV102",
    what="`Occlusion` of two inputs with several perturbations at once stacks masks from the CPU and the GPU.",
)


def program(device: torch.device) -> None:
    from captum.attr import Occlusion

    def total(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        return a.sum(1) + b.sum(1)

    inputs = torch.randn(1, 4, device=device), torch.randn(1, 4, device=device)
    Occlusion(total).attribute(inputs, sliding_window_shapes=((2,), (2,)), perturbations_per_eval=4)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
