import lightning.pytorch as pl
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class TopDecileLoss(nn.Module):
    """A squared error in which the best predicted tenth counts more."""

    def __init__(self, alpha=5):
        super().__init__()
        self.alpha = alpha

    def forward(self, predicted: torch.Tensor, actual: torch.Tensor) -> torch.Tensor:
        squares = torch.pow(actual - predicted, 2)

        tenth = int(predicted.size(0) * 0.1)
        threshold = torch.topk(predicted, tenth).values[-1]

        importance = torch.ones(predicted.size(0), dtype=torch.float32)
        scaled = importance * squares  # wanted
        scaled = torch.where(predicted >= threshold, self.alpha * scaled, scaled)
        return torch.mean(torch.abs(scaled))


class ReturnModel(pl.LightningModule):
    def __init__(self, features=12, hidden=32, rate=1e-3):
        super().__init__()
        self.rate = rate
        self.net = nn.Sequential(
            nn.Linear(features, hidden),
            nn.BatchNorm1d(hidden),
            nn.ReLU(),
            nn.Linear(hidden, 1),
        )
        self.criterion = TopDecileLoss()

    def forward(self, x):
        return self.net(x).squeeze(-1)

    def step(self, batch, name):
        x, y = batch
        loss = self.criterion(self(x), y)
        self.log(f"{name}_loss", loss)
        return loss

    def training_step(self, batch, batch_idx):
        return self.step(batch, "train")

    def validation_step(self, batch, batch_idx):
        self.step(batch, "val")

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters(), lr=self.rate)


def stocks(days, batch_size=40, shuffle=False):
    x = torch.randn(days * 40, 12)
    y = x[:, :3].sum(dim=1) + 0.5 * torch.randn(days * 40)
    return DataLoader(TensorDataset(x, y), batch_size=batch_size, shuffle=shuffle)


if __name__ == "__main__":
    pl.seed_everything(1)
    trainer = pl.Trainer(
        accelerator="gpu", devices=1, max_epochs=2, logger=False, enable_checkpointing=False, enable_progress_bar=False
    )
    trainer.fit(ReturnModel(), stocks(8, shuffle=True), stocks(2))
