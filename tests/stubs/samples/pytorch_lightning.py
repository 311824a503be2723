"""Samples of Lightning under its former name, which is a package of its own."""

from __future__ import annotations

from typing import Any

import pytorch_lightning
import torch
from torch.utils.data import DataLoader, TensorDataset

from tests.stubs.sample import Arguments, Sample


class One(pytorch_lightning.LightningModule):
    """One layer."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = torch.nn.Linear(4, 2)

    def training_step(self, batch: Any, batch_idx: int) -> Any:
        return self.layer(batch[0]).sum()

    def configure_optimizers(self) -> Any:
        return torch.optim.SGD(self.parameters(), lr=0.1)


def trained(device: str) -> Arguments:
    quiet = dict.fromkeys(("logger", "enable_checkpointing", "enable_progress_bar", "enable_model_summary"), False)
    trainer = pytorch_lightning.Trainer(
        accelerator="cpu" if device == "cpu" else "gpu", devices=1, max_steps=1, **quiet
    )
    batches = DataLoader(TensorDataset(torch.ones(4, 4)), batch_size=2)
    return {"self": trainer, "model": One(), "train_dataloaders": batches}


SAMPLES = [Sample("pytorch_lightning.Trainer.fit", trained)]
