"""The `CubaLIF` that `from_nir` makes keeps its weights as plain tensors, which stay on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import SIMULATED, Finding

FINDING = Finding(
    package="norse",
    version="1.1.0",
    where="norse/torch/utils/import_nir.py:50",
    rule=SIMULATED,
    what="The `CubaLIF` that `from_nir` makes keeps its weights as plain tensors, which stay on the CPU.",
    install=("nir", "nirtorch"),
)


def program(device: torch.device) -> None:
    import nir
    import norse
    import numpy as np

    one = np.ones(2, dtype=np.float32)
    parts = ("tau_syn", "tau_mem", "r", "v_leak", "v_threshold", "v_reset", "w_in")
    neuron = nir.CubaLIF(**dict.fromkeys(parts, one))
    graph = nir.NIRGraph.from_list(nir.Linear(weight=np.ones((2, 3), dtype=np.float32)), neuron)
    norse.torch.from_nir(graph).to(device)(torch.ones(1, 3, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
