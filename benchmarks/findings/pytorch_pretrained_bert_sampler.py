"""`LogUniformSampler.sample` picks from its table, which stays on the CPU, by labels on the GPU and moves the result
only then.
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import INDICES, Finding
from benchmarks.findings.stand_in import bare

FINDING = Finding(
    package="pytorch-pretrained-bert",
    version="0.6.2",
    where="pytorch_pretrained_bert/modeling_transfo_xl_utilities.py:273",
    rule="DEV104",
    what=(
        "`LogUniformSampler.sample` picks from its table, which stays on the CPU, by labels on the GPU and "
        "moves the result only then."
    ),
    raises=INDICES,
)


def program(device: torch.device) -> None:
    bare("pytorch_pretrained_bert")
    from pytorch_pretrained_bert.modeling_transfo_xl_utilities import LogUniformSampler

    LogUniformSampler(range_max=20, n_sample=3).sample(torch.tensor([[4, 7]], device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
