"""`population_encode` makes the centres of its neurons on the CPU, wherever the input is."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import SIMULATED, Finding

FINDING = Finding(
    package="norse",
    version="1.1.0",
    where="norse/torch/functional/encode.py:126",
    rule=SIMULATED,
    what="`population_encode` makes the centres of its neurons on the CPU, wherever the input is.",
    install=("nir", "nirtorch"),
)


def program(device: torch.device) -> None:
    from norse.torch.functional.encode import population_encode

    population_encode(torch.tensor([0.0, 0.5, 1.0], device=device), 3)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
