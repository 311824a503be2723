"""No samples of PyTorch-Ignite: what its engines do shows while they run (tests/stubs/programs/ignite.py)."""

from __future__ import annotations

from tests.stubs.sample import Sample

SAMPLES: list[Sample] = []
