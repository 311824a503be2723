"""What several findings do: train for two steps, save the optimizer, and go on from a file that was read to the CPU."""

from __future__ import annotations

import io
from collections.abc import Callable

import torch


def resume(optimizer: Callable[[list[torch.nn.Parameter]], torch.optim.Optimizer], device: torch.device) -> None:
    """Take two steps with what ``optimizer`` makes for a parameter on ``device``, and one more after a restart."""
    weight = torch.nn.Parameter(torch.ones(3, device=device))

    def step(one: torch.optim.Optimizer) -> None:
        one.zero_grad()
        weight.pow(2).sum().backward()
        one.step()

    before = optimizer([weight])
    step(before)
    step(before)
    saved = io.BytesIO()
    torch.save(before.state_dict(), saved)
    saved.seek(0)
    after = optimizer([weight])
    after.load_state_dict(torch.load(saved, map_location="cpu"))
    step(after)
