"""`h_ANFIS.init_premises` makes the parameters of its bell-shaped sets on the CPU: a model on a GPU does not run
after it (278 and 728 too, for other sets).
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="neuro-fuzzy-toolbox",
    version="0.3.0",
    where="neuro_fuzzy_toolbox/func/membership.py:499",
    rule="DEV110",
    what=(
        "`h_ANFIS.init_premises` makes the parameters of its bell-shaped sets on the CPU: a model on a GPU "
        "does not run after it (278 and 728 too, for other sets)."
    ),
)


def program(device: torch.device) -> None:
    from neuro_fuzzy_toolbox.models.anfis import h_ANFIS

    x = torch.rand(24, 2, device=device)
    model = h_ANFIS(2, 2).to(device)
    model.init_premises(x)
    model(x)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
