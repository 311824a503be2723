"""`analytic_posterior_cov` adds `torch.eye(p)` on the CPU to a product of its arguments."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="pyro-ppl",
    version="1.9.2",
    where="pyro/contrib/oed/glmm/glmm.py:458",
    rule="DEV102",
    what="`analytic_posterior_cov` adds `torch.eye(p)` on the CPU to a product of its arguments.",
)


def program(device: torch.device) -> None:
    from pyro.contrib.oed.glmm.glmm import analytic_posterior_cov

    analytic_posterior_cov(torch.eye(2, device=device), torch.randn(3, 2, device=device), torch.ones((), device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
