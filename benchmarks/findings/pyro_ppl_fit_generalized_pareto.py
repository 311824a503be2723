"""`fit_generalized_pareto` (behind `psis_diagnostic`) divides a CPU tensor by elements of the data."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="pyro-ppl",
    version="1.9.2",
    where="pyro/ops/stats.py:445",
    rule="DEV102",
    what="`fit_generalized_pareto` (behind `psis_diagnostic`) divides a CPU tensor by elements of the data.",
)


def program(device: torch.device) -> None:
    from pyro.ops.stats import fit_generalized_pareto

    fit_generalized_pareto(torch.rand(50, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
