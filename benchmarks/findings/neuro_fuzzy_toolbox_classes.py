"""`ANFIS.init_consequents` with labels of the user's own compares the labels with `torch.arange(...)` on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="neuro-fuzzy-toolbox",
    version="0.3.0",
    where="neuro_fuzzy_toolbox/models/anfis.py:181",
    rule="DEV102",
    what=(
        "`ANFIS.init_consequents` with labels of the user's own compares the labels with `torch.arange(...)` "
        "on the CPU."
    ),
)


def program(device: torch.device) -> None:
    from neuro_fuzzy_toolbox.models.anfis import ANFIS

    x = torch.rand(24, 2, device=device)
    labels = torch.arange(24, device=device) % 2 + 5
    ANFIS([2, 2], outputs=2, output_type="softmax").to(device).init_consequents(x, labels)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
