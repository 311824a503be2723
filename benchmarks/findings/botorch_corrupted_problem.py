"""`CorruptedTestProblem.forward` chooses outliers by `torch.rand(...)` on the CPU in `torch.where`."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="botorch",
    version="0.18.1",
    where="botorch/test_functions/base.py:517",
    rule="DEV102",
    what="`CorruptedTestProblem.forward` chooses outliers by `torch.rand(...)` on the CPU in `torch.where`.",
)


def program(device: torch.device) -> None:
    from botorch.test_functions import Branin
    from botorch.test_functions.base import CorruptedTestProblem

    def outliers(problem: object, X: torch.Tensor, bounds: object) -> torch.Tensor:
        return torch.zeros(X.shape[:-1], device=X.device)

    problem = CorruptedTestProblem(Branin(), outliers, outlier_fraction=0.5).to(device)
    problem(torch.rand(3, 2, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
