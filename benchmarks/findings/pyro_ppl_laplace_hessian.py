"""`LinearModelLaplaceGuide` selects gradients by `torch.tensor([i])` on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="pyro-ppl",
    version="1.9.2",
    where="pyro/contrib/oed/glmm/guides.py:151",
    rule="DEV102",
    what="`LinearModelLaplaceGuide` selects gradients by `torch.tensor([i])` on the CPU.",
)


def program(device: torch.device) -> None:
    from pyro.contrib.oed.glmm.guides import LinearModelLaplaceGuide

    x = torch.randn(2, 3, device=device, requires_grad=True)
    LinearModelLaplaceGuide._hessian_diag((x**2).sum(), x, (3,))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
