"""`JointCategorical` keeps its sums in plain tensors on the CPU: what it learned on a GPU cannot be taken over."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="torchegranate",
    version="0.5.0",
    where="torchegranate/distributions/joint_categorical.py:144",
    rule="DEV302",
    what=(
        "`JointCategorical` keeps its sums in plain tensors on the CPU: what it learned on a GPU cannot be taken over."
    ),
)


def program(device: torch.device) -> None:
    from torchegranate.distributions import JointCategorical

    made = JointCategorical([[0.5, 0.0], [0.25, 0.25]], inertia=0.1, check_data=False).to(device)
    made.summarize(torch.tensor([[0, 0], [1, 0], [1, 1]], device=device))
    made.from_summaries()


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
