"""`BasicModel_GradientLayerAttribution` of the testing helpers applies an `nn.Linear` made in `forward`."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="captum",
    version="0.9.0",
    where="captum/testing/helpers/basic_models.py:457",
    rule="DEV310",
    what=("`BasicModel_GradientLayerAttribution` of the testing helpers applies an `nn.Linear` made in `forward`."),
)


def program(device: torch.device) -> None:
    from captum.testing.helpers.basic_models import BasicModel_GradientLayerAttribution

    BasicModel_GradientLayerAttribution().to(device)(torch.randn(1, 3, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
