"""Calls of what the stub of torch.quasirandom describes."""

from __future__ import annotations

from torch.quasirandom import SobolEngine

from tests.stubs.sample import Sample

SAMPLES = [
    Sample("torch.quasirandom.SobolEngine", lambda device: {"dimension": 2}),
    Sample("torch.quasirandom.SobolEngine.draw", lambda device: {"self": SobolEngine(2), "n": 3}),
    Sample("torch.quasirandom.SobolEngine.draw", lambda device: {"self": SobolEngine(2, scramble=True), "n": 3}),
    Sample("torch.quasirandom.SobolEngine.draw_base2", lambda device: {"self": SobolEngine(2), "m": 2}),
]
