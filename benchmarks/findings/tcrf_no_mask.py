"""`ConditionalRandomField` without a mask makes one on the CPU and mixes it with the scores."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding
from benchmarks.findings.stand_in import bare

FINDING = Finding(
    package="tcrf",
    version="0.0.1",
    where="tcrf/crf.py:183",
    rule="DEV102",
    what="`ConditionalRandomField` without a mask makes one on the CPU and mixes it with the scores.",
)


def program(device: torch.device) -> None:
    bare("tcrf")  # which imports a trainer of transformers
    from tcrf.crf import ConditionalRandomField

    crf = ConditionalRandomField(2, "BIO", {0: "O", 1: "B-a"}).to(device)
    crf(torch.randn(2, 3, 2, device=device), torch.zeros(2, 3, dtype=torch.long, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
