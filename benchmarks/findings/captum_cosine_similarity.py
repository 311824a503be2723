"""`cosine_similarity`, the default metric of `SimilarityInfluence`, puts `Tensor([replace_nan])` on the CPU into
`torch.where` (49 too).
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="captum",
    version="0.9.0",
    where="captum/influence/_core/similarity_influence.py:48",
    rule="DEV102",
    what=(
        "`cosine_similarity`, the default metric of `SimilarityInfluence`, puts `Tensor([replace_nan])` on "
        "the CPU into `torch.where` (49 too)."
    ),
)


def program(device: torch.device) -> None:
    from captum.influence._core.similarity_influence import cosine_similarity

    cosine_similarity(torch.randn(2, 3, device=device), torch.randn(4, 3, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
