"""`compute_bin_probs(s, 16)` raises `s` to the powers `torch.arange(10.0)`, made on the CPU (321 and 326 too)."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="pyro-ppl",
    version="1.9.2",
    where="pyro/contrib/epidemiology/util.py:320",
    rule="DEV102",
    what=(
        "`compute_bin_probs(s, 16)` raises `s` to the powers `torch.arange(10.0)`, made on the CPU (321 and 326 too)."
    ),
)


def program(device: torch.device) -> None:
    from pyro.contrib.epidemiology.util import compute_bin_probs

    compute_bin_probs(torch.rand(3, device=device), num_quant_bins=16)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
