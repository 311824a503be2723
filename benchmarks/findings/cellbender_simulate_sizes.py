"""`sample_from_model` draws the sizes and efficiencies of the droplets on the CPU and multiplies them by the
profile, which is on the GPU (671, 677 and 680 too).
"""

from __future__ import annotations

import importlib
import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="cellbender",
    version="0.4.0",
    where="cellbender/remove_background/data/extras/simulate.py:674",
    rule="DEV102",
    what=(
        "`sample_from_model` draws the sizes and efficiencies of the droplets on the CPU and multiplies them by"
        " the profile, which is on the GPU (671, 677 and 680 too)."
    ),
    fails_in="cellbender/remove_background/model.py",
    install=("pyro-ppl", "anndata", "scikit-learn"),
)


def program(device: torch.device) -> None:
    from cellbender.remove_background.data.extras import simulate

    importlib.reload(simulate)  # it looks for a GPU when it is imported
    profile = torch.full((4,), 0.25, device=simulate.DEVICE)
    simulate.sample_from_model(
        num=3, chi=profile, d_mu=5.0, d_sigma=0.1, v_mu=3.0, v_sigma=0.1, y=1, chi_ambient=profile, eps_param=50.0
    )


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
