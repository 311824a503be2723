"""Tests that differ on simulated CUDA for a reason of their own, each found by reading: it would differ on a GPU, too.

``library``: the library or its test has the fault, which the line named shows. ``machine``: the test needs what
the machine lacks, such as NCCL's kernels or a driver. ``chance``: the test fails on the CPU from time to time.
"""

from __future__ import annotations

from typing import NamedTuple


class Verdict(NamedTuple):
    """Tests of a suite, or of any, whose name and whose error or line match, and what is the matter with them."""

    suite: str
    test: str
    error: str
    kind: str
    why: str


ANY = "any"
VERDICTS: tuple[Verdict, ...] = (
    Verdict(ANY, ".", "internet connection|offline mode|tiny-random-Llama", "machine", "it downloads a model"),
    Verdict(
        "timm", "test_attention_pool2d_reset", "mat1 is on cuda:0", "library",
        "attention_pool2d.py:123 and 268: `reset` makes the new head on the CPU",
    ),
    Verdict(
        "kornia", "^tests/augmentation/", r"two devices.*\n.*torch.where\(to_apply_expanded", "library",
        "augmentation/base.py:360, _2d/base.py:139, _3d/base.py:105: the mask of what is augmented stays on the CPU",
    ),
)  # fmt: skip
