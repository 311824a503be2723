"""`_generate_parent_graph`, behind the exact learning of a structure, counts into `torch.zeros(...)` on the CPU
(1077 too), also where it is given the numbers of categories on the CPU.
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="torchegranate",
    version="0.5.0",
    where="torchegranate/bayesian_network.py:1058",
    rule="DEV102",
    what=(
        "`_generate_parent_graph`, behind the exact learning of a structure, counts into `torch.zeros(...)` "
        "on the CPU (1077 too), also where it is given the numbers of categories on the CPU."
    ),
)


def program(device: torch.device) -> None:
    from torchegranate.bayesian_network import _generate_parent_graph

    data = torch.tensor([[0, 1], [1, 0], [1, 1], [0, 0]], device=device)
    weights = torch.ones(4, device=device)
    _generate_parent_graph(data, weights, n_categories=torch.tensor([2, 2]), column_idx=1, max_parents=1)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
