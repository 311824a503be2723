"""`write` appends `torch.zeros(...)` on the CPU to the sequences a model has sampled."""

from __future__ import annotations

import sys
import tempfile

import numpy as np
import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="pyro-ppl",
    version="1.9.2",
    where="pyro/contrib/mue/dataloaders.py:161",
    rule="DEV102",
    what="`write` appends `torch.zeros(...)` on the CPU to the sequences a model has sampled.",
)


def program(device: torch.device) -> None:
    from pyro.contrib.mue.dataloaders import write

    with tempfile.TemporaryDirectory() as folder:
        write(
            torch.eye(4, dtype=torch.double, device=device).unsqueeze(0),
            np.array(list("ACGT")),
            f"{folder}/sequences.fasta",
        )


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
