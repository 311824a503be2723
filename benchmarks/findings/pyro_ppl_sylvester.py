"""`Sylvester.Q` makes its first `torch.eye` on the device of `x` and the following ones on the CPU: no flow of two
or more reflections runs on a GPU.
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="pyro-ppl",
    version="1.9.2",
    where="pyro/distributions/transforms/sylvester.py:99",
    rule="DEV102",
    what=(
        "`Sylvester.Q` makes its first `torch.eye` on the device of `x` and the following ones on the CPU: no"
        " flow of two or more reflections runs on a GPU."
    ),
)


def program(device: torch.device) -> None:
    from pyro.distributions.transforms import Sylvester

    Sylvester(4, count_transforms=3).to(device)(torch.randn(4, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
