"""`signed_poisson_encode` compares `torch.rand(...)`, made on the CPU, with the input; `poisson_encode` does not."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="norse",
    version="1.1.0",
    where="norse/torch/functional/encode.py:221",
    rule="DEV102",
    what="`signed_poisson_encode` compares `torch.rand(...)`, made on the CPU, with the input; "
    "`poisson_encode` does not.",
    install=("nir", "nirtorch"),
)


def program(device: torch.device) -> None:
    from norse.torch.functional.encode import signed_poisson_encode

    signed_poisson_encode(torch.rand(3, 2, device=device), seq_length=4)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
