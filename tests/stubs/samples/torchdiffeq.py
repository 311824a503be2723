"""Samples of torchdiffeq: the times stay on the CPU."""

from __future__ import annotations

import torch

from tests.stubs.sample import Arguments, Sample


class Decay(torch.nn.Module):
    """A state that vanishes."""

    def forward(self, time: torch.Tensor, state: torch.Tensor) -> torch.Tensor:
        return -state


def _given(device: str) -> Arguments:
    return {"func": Decay(), "y0": torch.ones(3, device=device), "t": torch.linspace(0.0, 1.0, 3), "method": "rk4"}


SAMPLES = [Sample("torchdiffeq.odeint", _given), Sample("torchdiffeq.odeint_adjoint", _given)]
