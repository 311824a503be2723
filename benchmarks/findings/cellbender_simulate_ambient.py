"""`generate_sample_model_dataset` adds `torch.zeros(n_genes)`, made on the CPU, to the ambient profile, which it has
moved to the GPU that it found: no simulation on a machine with a GPU.
"""

from __future__ import annotations

import importlib
import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="cellbender",
    version="0.4.0",
    where="cellbender/remove_background/data/extras/simulate.py:441",
    rule="DEV101",
    what=(
        "`generate_sample_model_dataset` adds `torch.zeros(n_genes)`, made on the CPU, to the ambient profile,"
        " which it has moved to the GPU that it found: no simulation on a machine with a GPU."
    ),
    install=("pyro-ppl", "anndata", "scikit-learn"),
)


def program(device: torch.device) -> None:
    from cellbender.remove_background.data.extras import simulate

    importlib.reload(simulate)  # it looks for a GPU when it is imported
    simulate.generate_sample_model_dataset(
        n_droplets=20, n_genes=10, cells_of_each_type=[4, 4], cell_mean_umi=[500, 600], empty_mean_umi=50
    )


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
