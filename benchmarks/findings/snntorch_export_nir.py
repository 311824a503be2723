"""`export_to_nir` takes weights to NumPy without `.cpu()` (70 to 186 too)."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import NUMPY, SIMULATED, Finding

FINDING = Finding(
    package="snntorch",
    version="1.0.0",
    where="snntorch/export_nir.py:90",
    rule=SIMULATED,
    what="`export_to_nir` takes weights to NumPy without `.cpu()` (70 to 186 too).",
    raises=NUMPY,
    install=("nir", "nirtorch"),
)


def program(device: torch.device) -> None:
    import snntorch
    from snntorch.export_nir import export_to_nir

    lif = snntorch.Leaky(beta=0.9 * torch.ones(2), threshold=torch.ones(2), init_hidden=True)
    net = torch.nn.Sequential(torch.nn.Linear(3, 2), lif).to(device)
    export_to_nir(net, torch.ones(1, 3, device=device), ignore_dims=[0])


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
