"""`SGDG` makes its momentum by `.cuda()`, on the current GPU also where the parameter is on another one."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding
from benchmarks.findings.stand_in import bare

FINDING = Finding(
    package="amd-quark",
    version="0.13",
    where="quark/torch/algorithm/rotation/cayley.py:158",
    rule="DEV201",
    what="`SGDG` makes its momentum by `.cuda()`, on the current GPU also where the parameter is on another one.",
    device="cuda:1",
)


def program(device: torch.device) -> None:
    bare("quark", "quark.torch", "quark.torch.algorithm", "quark.torch.algorithm.rotation")
    from quark.torch.algorithm.rotation.cayley import SGDG

    weight = torch.nn.Parameter(torch.eye(3, device=device))
    weight.grad = torch.rand(3, 3, device=device)
    SGDG([weight], lr=0.1, stiefel=True).step()


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
