"""`rtril` multiplies the matrix by `torch.ones(...)`, made on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="pyro-ppl",
    version="1.9.2",
    where="pyro/contrib/util.py:72",
    rule="DEV102",
    what="`rtril` multiplies the matrix by `torch.ones(...)`, made on the CPU.",
)


def program(device: torch.device) -> None:
    from pyro.contrib.util import rtril

    rtril(torch.randn(3, 3, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
