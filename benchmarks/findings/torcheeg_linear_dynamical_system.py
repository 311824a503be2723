"""`after_hook_linear_dynamical_system` filters tensors with gains that it makes on the CPU (274 too)."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="torcheeg",
    version="1.1.3",
    where="torcheeg/transforms/hooks/after_hook.py:272",
    rule="DEV102",
    what="`after_hook_linear_dynamical_system` filters tensors with gains that it makes on the CPU (274 too).",
)


def program(device: torch.device) -> None:
    from torcheeg.transforms import after_hook_linear_dynamical_system

    after_hook_linear_dynamical_system(list(torch.randn(4, 3, device=device)))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
