"""`unif01_goodness_of_fit` counts samples into `torch.zeros(bin_count)` on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="pyro-ppl",
    version="1.9.2",
    where="pyro/distributions/testing/gof.py:154",
    rule="DEV102",
    what="`unif01_goodness_of_fit` counts samples into `torch.zeros(bin_count)` on the CPU.",
)


def program(device: torch.device) -> None:
    from pyro.distributions.testing.gof import unif01_goodness_of_fit

    unif01_goodness_of_fit(torch.rand(1000, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
