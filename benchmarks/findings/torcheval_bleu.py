"""`bleu_score(device=...)` without `weights` makes them on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="torcheval",
    version="0.0.7",
    where="torcheval/metrics/functional/text/bleu.py:128",
    rule="DEV102",
    what="`bleu_score(device=...)` without `weights` makes them on the CPU.",
)


def program(device: torch.device) -> None:
    from torcheval.metrics.functional import bleu_score

    bleu_score("the squirrel is eating the nut", ["a squirrel is eating a nut"], n_gram=2, device=device)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
