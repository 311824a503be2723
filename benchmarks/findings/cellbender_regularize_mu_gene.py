"""`PRmu` per gene (`--posterior-regularization PRmu_gene`) makes the factors of a chunk by `torch.tensor([...])` on
the CPU and multiplies them with the counts on the GPU.
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="cellbender",
    version="0.4.0",
    where="cellbender/remove_background/posterior.py:1366",
    rule="DEV102",
    what=(
        "`PRmu` per gene (`--posterior-regularization PRmu_gene`) makes the factors of a chunk by"
        " `torch.tensor([...])` on the CPU and multiplies them with the counts on the GPU."
    ),
    install=("pyro-ppl", "anndata", "scipy"),
)


def program(device: torch.device) -> None:
    import numpy as np
    from cellbender.remove_background.posterior import IndexConverter, PRmu
    from scipy.sparse import coo_matrix

    log_probability = np.log(np.array([[0.5, 0.3, 0.2], [0.2, 0.5, 0.3]]))
    PRmu._chunked_compute_regularized_posterior(
        noise_count_posterior_coo=coo_matrix(log_probability),
        noise_offsets={0: 0},
        index_converter=IndexConverter(total_n_cells=1, total_n_genes=2),
        beta=torch.zeros(2, device=device),
        device=device.type,
        n_chunks=1,
    )


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
