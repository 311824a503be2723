"""`MissingDataDiscreteHMM.filter` (and `smooth`) fills `torch.zeros(shape)` on the CPU and adds it to the
transitions.
"""

from __future__ import annotations

import sys
from typing import Any

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="pyro-ppl",
    version="1.9.2",
    where="pyro/contrib/mue/missingdatahmm.py:163",
    rule="DEV102",
    what=(
        "`MissingDataDiscreteHMM.filter` (and `smooth`) fills `torch.zeros(shape)` on the CPU and adds it to "
        "the transitions."
    ),
)


def model(device: torch.device) -> Any:
    from pyro.contrib.mue.missingdatahmm import MissingDataDiscreteHMM

    initial, transition, observation = torch.randn(3), torch.randn(3, 3), torch.randn(3, 4)
    return MissingDataDiscreteHMM(*(logits.to(device).log_softmax(-1) for logits in (initial, transition, observation)))


def program(device: torch.device) -> None:
    model(device).filter(torch.eye(4, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
