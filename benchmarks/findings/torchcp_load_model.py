"""`BaseTrainer.load_model` cannot load what `save_model` wrote on a GPU where there is none, also with
`device='cpu'`.
"""

from __future__ import annotations

import sys
import tempfile
from typing import Any

import torch
from torch import nn

from benchmarks.findings.finding import NO_GPU, Finding

FINDING = Finding(
    package="torchcp",
    version="1.2.1",
    where="torchcp/classification/trainer/base_trainer.py:94",
    rule="DEV501",
    what=(
        "`BaseTrainer.load_model` cannot load what `save_model` wrote on a GPU where there is none, also with"
        " `device='cpu'`."
    ),
    raises=NO_GPU,
    install=("transformers", "torchvision", "torchsort", "torch_geometric"),
)


def trainer(device: torch.device | str) -> Any:
    from torchcp.classification.trainer.base_trainer import Trainer

    return Trainer(nn.Linear(2, 2), device=device, verbose=False)


def saved(device: torch.device) -> str:
    path = f"{tempfile.mkdtemp()}/model.pt"
    trainer(device).save_model(path)
    return path


def program(path: str) -> None:
    trainer("cpu").load_model(path)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program, on_a_gpu=saved))
