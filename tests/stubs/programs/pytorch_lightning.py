import numpy as np
import pytorch_lightning as pl
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from torchmetrics.classification import BinaryAccuracy


def loader():
    return DataLoader(TensorDataset(torch.randn(8, 4), torch.randint(0, 2, (8,))), batch_size=4)


def gpu_trainer():
    return pl.Trainer(
        accelerator="gpu",
        devices=1,
        max_epochs=1,
        logger=False,
        enable_checkpointing=False,
        enable_progress_bar=False,
        enable_model_summary=False,
    )


class StacksScoresOnTheGpu(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 1)
        self.scores = []

    def validation_step(self, batch, batch_idx):
        inputs, _ = batch
        self.scores.append(self.net(inputs).squeeze(-1))

    def on_validation_epoch_end(self):
        scores = torch.cat(self.scores).numpy()  # wanted
        self.log("median", float(np.median(scores)))
        self.scores.clear()


class StacksScoresLeftBehind(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 1)
        self.scores = []

    def validation_step(self, batch, batch_idx):
        inputs, _ = batch
        self.scores.append(self.net(inputs).squeeze(-1).cpu())

    def on_validation_epoch_end(self):
        scores = torch.cat(self.scores).numpy()
        self.log("median", float(np.median(scores)))
        self.scores.clear()


def bad_scores_of_an_epoch_become_an_array():
    gpu_trainer().validate(StacksScoresOnTheGpu(), loader(), verbose=False)


def ok_scores_of_an_epoch_become_an_array():
    gpu_trainer().validate(StacksScoresLeftBehind(), loader(), verbose=False)


class KeepsMetricsPerStageInADict(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 1)
        self.accuracy = {"train": BinaryAccuracy(), "val": BinaryAccuracy()}

    def training_step(self, batch, batch_idx):
        inputs, labels = batch
        logits = self.net(inputs).squeeze(-1)
        self.accuracy["train"].update(logits, labels)  # wanted
        return nn.functional.binary_cross_entropy_with_logits(logits, labels.float())

    def configure_optimizers(self):
        return torch.optim.AdamW(self.parameters())


class KeepsMetricsPerStageInAModuleDict(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 1)
        self.accuracy = nn.ModuleDict({"train_": BinaryAccuracy(), "val_": BinaryAccuracy()})

    def training_step(self, batch, batch_idx):
        inputs, labels = batch
        logits = self.net(inputs).squeeze(-1)
        self.accuracy["train_"].update(logits, labels)
        return nn.functional.binary_cross_entropy_with_logits(logits, labels.float())

    def configure_optimizers(self):
        return torch.optim.AdamW(self.parameters())


def bad_metrics_of_a_module_sit_in_a_dict():
    gpu_trainer().fit(KeepsMetricsPerStageInADict(), loader())


def ok_metrics_of_a_module_sit_in_a_dict():
    gpu_trainer().fit(KeepsMetricsPerStageInAModuleDict(), loader())


class StartsFromACpuState(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(4, 8)
        self.out = nn.Linear(8, 1)

    def forward(self, inputs):
        state = torch.zeros(inputs.size(0), 8)
        state = self.cell(inputs, state)  # wanted
        return self.out(state).squeeze(-1)

    def training_step(self, batch, batch_idx):
        inputs, labels = batch
        return nn.functional.binary_cross_entropy_with_logits(self(inputs), labels.float())

    def configure_optimizers(self):
        return torch.optim.AdamW(self.parameters())


class StartsFromAStateBesideItsInput(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(4, 8)
        self.out = nn.Linear(8, 1)

    def forward(self, inputs):
        state = torch.zeros(inputs.size(0), 8, device=inputs.device)
        state = self.cell(inputs, state)
        return self.out(state).squeeze(-1)

    def training_step(self, batch, batch_idx):
        inputs, labels = batch
        return nn.functional.binary_cross_entropy_with_logits(self(inputs), labels.float())

    def configure_optimizers(self):
        return torch.optim.AdamW(self.parameters())


def bad_first_state_is_made_behind():
    gpu_trainer().fit(StartsFromACpuState(), loader())


def ok_first_state_is_made_behind():
    gpu_trainer().fit(StartsFromAStateBesideItsInput(), loader())
