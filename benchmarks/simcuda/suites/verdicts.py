"""Tests that differ on simulated CUDA for a reason of their own, each found by reading: it would differ on a GPU, too.

``library``: the library or its test has the fault, which the line named shows. ``machine``: the test needs what
the machine lacks, such as NCCL's kernels or a driver. ``chance``: the test fails on the CPU from time to time.
"""

from __future__ import annotations

from typing import NamedTuple


class Verdict(NamedTuple):
    """Tests of a suite whose name and error match, and what is the matter with them."""

    suite: str
    test: str
    error: str
    kind: str
    why: str


VERDICTS: tuple[Verdict, ...] = ()
