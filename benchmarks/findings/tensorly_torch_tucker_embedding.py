"""`FactorizedEmbedding` by Tucker gives the indices to `np.unravel_index`, which takes none from a GPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import NUMPY, SIMULATED, Finding

FINDING = Finding(
    package="tensorly-torch",
    version="0.5.0",
    where="tltorch/factorized_tensors/tensorized_matrices.py:273",
    rule=SIMULATED,
    what="`FactorizedEmbedding` by Tucker gives the indices to `np.unravel_index`, which takes none from a GPU.",
    raises=NUMPY,
    install=("tensorly", "scipy", "opt-einsum"),
)


def program(device: torch.device) -> None:
    from tltorch import FactorizedEmbedding

    embedding = FactorizedEmbedding(16, 16, n_tensorized_modes=3, factorization="Tucker", rank=4).to(device)
    embedding(torch.tensor([1, 3, 5], device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
