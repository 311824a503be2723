"""`PGMExplainer(is_perturbation_scaled=True)` multiplies features by `torch.rand(...)` on the CPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="torch-geometric",
    version="2.8.1",
    where="torch_geometric/contrib/explain/pgm_explainer.py:103",
    rule="DEV102",
    what="`PGMExplainer(is_perturbation_scaled=True)` multiplies features by `torch.rand(...)` on the CPU.",
)


def program(device: torch.device) -> None:
    from torch_geometric.contrib.explain import PGMExplainer

    explainer = PGMExplainer(feature_index=[0], is_perturbation_scaled=True)
    explainer._perturb_features_on_nodes(torch.rand(4, 8, device=device), torch.tensor([0, 1], device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
