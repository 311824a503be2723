"""`quantize_enumerate` adds `torch.arange(...)` from the CPU to the input."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="pyro-ppl",
    version="1.9.2",
    where="pyro/contrib/epidemiology/util.py:373",
    rule="DEV102",
    what="`quantize_enumerate` adds `torch.arange(...)` from the CPU to the input.",
)


def program(device: torch.device) -> None:
    from pyro.contrib.epidemiology.util import quantize_enumerate

    quantize_enumerate(torch.rand(3, device=device) * 5, 0, 5)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
