"""Rows of a `MultitaskMultivariateNormal` chosen by a tensor meet `torch.arange(...)` for its tasks."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import SIMULATED, Finding

FINDING = Finding(
    package="gpytorch",
    version="1.15.2",
    where="gpytorch/distributions/multitask_multivariate_normal.py:388",
    rule=SIMULATED,
    what="Rows of a `MultitaskMultivariateNormal` chosen by a tensor meet `torch.arange(...)` for its tasks.",
    raises="meshgrid expects all tensors to have the same device",
)


def program(device: torch.device) -> None:
    from gpytorch.distributions import MultitaskMultivariateNormal

    normal = MultitaskMultivariateNormal(torch.zeros(3, 2, device=device), torch.eye(6, device=device))
    normal[torch.tensor([0, 1], device=device), :]


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
