"""`viterbi_decode` with observed tags starts from scores that it makes on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding
from benchmarks.findings.stand_in import bare

FINDING = Finding(
    package="tcrf",
    version="0.0.1",
    where="tcrf/crf_utils.py:303",
    rule="DEV102",
    what="`viterbi_decode` with observed tags starts from scores that it makes on the CPU.",
)


def program(device: torch.device) -> None:
    bare("tcrf")  # which imports a trainer of transformers
    from tcrf.crf_utils import viterbi_decode

    viterbi_decode(torch.randn(3, 2, device=device), torch.randn(2, 2, device=device), tag_observations=[0, -1, -1])


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
