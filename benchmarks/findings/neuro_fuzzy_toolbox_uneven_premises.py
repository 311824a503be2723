"""`ANFIS.init_premises`, where inputs may have unlike numbers of sets, makes their parameters on the CPU (761 too)."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="neuro-fuzzy-toolbox",
    version="0.3.0",
    where="neuro_fuzzy_toolbox/func/membership.py:534",
    rule="DEV110",
    what=(
        "`ANFIS.init_premises`, where inputs may have unlike numbers of sets, makes their parameters on the "
        "CPU (761 too)."
    ),
)


def program(device: torch.device) -> None:
    from neuro_fuzzy_toolbox.models.anfis import ANFIS

    x = torch.rand(24, 2, device=device)
    model = ANFIS([3, 2]).to(device)
    model.init_premises(x)
    model(x)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
