"""`viterbi_decode` with allowed start or end transitions joins them with infinite ones on the CPU (257, 266, 293 and
294 too).
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding
from benchmarks.findings.stand_in import bare

FINDING = Finding(
    package="tcrf",
    version="0.0.1",
    where="tcrf/crf_utils.py:263",
    rule="DEV102",
    what=(
        "`viterbi_decode` with allowed start or end transitions joins them with infinite ones on the CPU (257,"
        " 266, 293 and 294 too)."
    ),
)


def program(device: torch.device) -> None:
    bare("tcrf")  # which imports a trainer of transformers
    from tcrf.crf_utils import viterbi_decode

    start = torch.zeros(2, device=device)
    viterbi_decode(torch.randn(3, 2, device=device), torch.randn(2, 2, device=device), allowed_start_transitions=start)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
