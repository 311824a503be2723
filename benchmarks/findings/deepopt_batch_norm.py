"""`MLPLayer` with `batchnorm` makes its `nn.BatchNorm1d` anew in every forward pass, on the CPU (a hint: the default
level does not show it).
"""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="deepopt",
    version="1.2.0",
    where="deepopt/surrogate_utils.py:98",
    rule="DEV309",
    what=(
        "`MLPLayer` with `batchnorm` makes its `nn.BatchNorm1d` anew in every forward pass, on the CPU (a hint: the"
        " default level does not show it)."
    ),
)


def program(device: torch.device) -> None:
    from deepopt.configuration import ConfigSettings
    from deepopt.surrogate_utils import MLPLayer

    config = ConfigSettings("nnEnsemble")
    config.config_settings.update(batchnorm=True, dropout=False, activation="relu")
    MLPLayer(config, 3, 3, is_first=True, is_last=False).to(device)(torch.randn(4, 3, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
