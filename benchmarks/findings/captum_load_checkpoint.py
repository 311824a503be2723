"""`_load_flexible_state_dict`, which is to load models `trained on different devices`, cannot load one trained on
a GPU where there is none.
"""

from __future__ import annotations

import sys
import tempfile

import torch
from torch import nn

from benchmarks.findings.finding import NO_GPU, Finding

FINDING = Finding(
    package="captum",
    version="0.9.0",
    where="captum/influence/_utils/common.py:180",
    rule="DEV501",
    what=(
        "`_load_flexible_state_dict`, which is to load models `trained on different devices`, cannot load one"
        " trained on a GPU where there is none."
    ),
    raises=NO_GPU,
)


def saved(device: torch.device) -> str:
    path = f"{tempfile.mkdtemp()}/checkpoint.pt"
    torch.save(nn.Linear(2, 2).to(device).state_dict(), path)
    return path


def program(path: str) -> None:
    from captum.influence._utils.common import _load_flexible_state_dict

    _load_flexible_state_dict(nn.Linear(2, 2), path)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program, on_a_gpu=saved))
