"""`gSDEModule` moves its transform in `to`, which is not called where a module around it is moved."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="torchrl",
    version="0.14.1",
    where="torchrl/modules/models/exploration.py:523",
    rule="DEV311",
    what="`gSDEModule` moves its transform in `to`, which is not called where a module around it is moved.",
)


def program(device: torch.device) -> None:
    from torch.distributions import AffineTransform
    from torchrl.envs.utils import ExplorationType, set_exploration_type
    from torchrl.modules.models.exploration import gSDEModule

    noise = gSDEModule(2, 3, transform=AffineTransform(torch.zeros(2), torch.full((2,), 0.5)))
    policy = torch.nn.ModuleDict({"noise": noise}).to(device)
    with set_exploration_type(ExplorationType.RANDOM):
        policy["noise"](torch.zeros(1, 2, device=device), torch.ones(1, 3, device=device), None)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
