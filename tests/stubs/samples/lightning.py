"""Samples of Lightning: modules of one layer, one step on one GPU."""

from __future__ import annotations

import logging
import warnings
from typing import Any

import lightning
import torch
from lightning.fabric import Fabric
from torch.utils.data import DataLoader, TensorDataset

from tests.stubs.sample import Arguments, Sample

logging.getLogger("lightning").setLevel(logging.ERROR)
warnings.filterwarnings("ignore", module="lightning")


class One(lightning.LightningModule):
    """One layer."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = torch.nn.Linear(4, 2)

    def training_step(self, batch: Any, batch_idx: int) -> Any:
        return self.layer(batch[0]).sum()

    def validation_step(self, batch: Any, batch_idx: int) -> None:
        self.layer(batch[0])

    test_step = validation_step

    def forward(self, x: Any) -> Any:
        return self.layer(x)

    def predict_step(self, batch: Any, batch_idx: int) -> Any:
        return self.layer(batch[0])

    def configure_optimizers(self) -> Any:
        return torch.optim.SGD(self.parameters(), lr=0.1)


def loader() -> Any:
    return DataLoader(TensorDataset(torch.ones(4, 4)), batch_size=2)


def trainer(device: str) -> Any:
    quiet = dict.fromkeys(("logger", "enable_checkpointing", "enable_progress_bar", "enable_model_summary"), False)
    return lightning.Trainer(accelerator="cpu" if device == "cpu" else "gpu", devices=1, max_steps=1, **quiet)


def trained(device: str) -> Arguments:
    return {"self": trainer(device), "model": One(), "train_dataloaders": loader()}


def tried(device: str) -> Arguments:
    return {"self": trainer(device), "model": One(), "dataloaders": loader()}


def fabric(device: str) -> Any:
    return Fabric(accelerator="cpu" if device == "cpu" else "cuda", devices=1)


SAMPLES = [
    Sample("lightning.fabric.Fabric", lambda device: {"devices": 1}),
    Sample("lightning.fabric.Fabric", lambda device: {"accelerator": device.partition(":")[0], "devices": 1}),
    Sample("lightning.fabric.Fabric.setup_module", lambda device: {"self": fabric(device), "module": One()}),
    Sample("lightning.fabric.Fabric.to_device", lambda device: {"self": fabric(device), "obj": torch.ones(2)}),
    Sample("lightning.fabric.Fabric.to_device", lambda device: {"self": fabric(device), "obj": [{"x": torch.ones(2)}]}),
    Sample("lightning.fabric.Fabric.device", lambda device: {"self": fabric(device)}),
    Sample("lightning.Trainer", lambda device: {}),
    Sample("lightning.Trainer.fit", trained),
    Sample("lightning.Trainer.validate", tried),
    Sample("lightning.Trainer.test", tried),
    Sample("lightning.Trainer.predict", lambda device: {"self": trainer(device), "model": One(), "dataloaders": loader()}),
]
