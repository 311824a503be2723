"""`Composite` adds the determinants of its flows to `torch.zeros(batch_size)`, made on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import SIMULATED, Finding

FINDING = Finding(
    package="normflows",
    version="1.7.3",
    where="normflows/flows/base.py:69",
    rule=SIMULATED,
    what="`Composite` adds the determinants of its flows to `torch.zeros(batch_size)`, made on the CPU.",
)


def program(device: torch.device) -> None:
    from normflows.flows import Planar
    from normflows.flows.base import Composite

    Composite([Planar((2,)), Planar((2,))]).to(device)(torch.rand(5, 2, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
