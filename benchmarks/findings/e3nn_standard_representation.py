"""`standard_representation(p, device=...)` hands its device to the basis and not to the permutation between them."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="e3nn",
    version="0.6.0",
    where="e3nn/math/perm.py:144",
    rule="DEV102",
    what=(
        "`standard_representation(p, device=...)` hands its device to the basis and not to the permutation "
        "between them."
    ),
)


def program(device: torch.device) -> None:
    from e3nn.math.perm import standard_representation

    standard_representation((2, 0, 1), device=device)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
