import lightning as L
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, random_split

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
SEED = 17


class Windows(Dataset):
    """Windows of a noisy sine and the value after each."""

    def __init__(self, count=400, width=24):
        t = torch.arange(count + width + 1, dtype=torch.float32)
        self.series = torch.sin(t / 9) + 0.1 * torch.randn(count + width + 1)
        self.count = count
        self.width = width

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        window = self.series[index : index + self.width]
        return window.unsqueeze(-1), self.series[index + self.width]


class Forecaster(L.LightningModule):
    def __init__(self, hidden=32, rate=1e-3):
        super().__init__()
        self.save_hyperparameters()
        self.rnn = nn.GRU(1, hidden, batch_first=True)
        self.head = nn.Linear(hidden, 1)
        self.loss = nn.SmoothL1Loss()

    def forward(self, x):
        _, state = self.rnn(x)
        return self.head(state[-1]).squeeze(-1)

    def training_step(self, batch, index):
        x, y = batch
        loss = self.loss(self(x), y)
        self.log("train_loss", loss)
        return loss

    def validation_step(self, batch, index):
        x, y = batch
        self.log("val_loss", self.loss(self(x), y))

    def configure_optimizers(self):
        return torch.optim.AdamW(self.parameters(), lr=self.hparams.rate)


def loaders(dataset, batch_size=32):
    held_out = len(dataset) // 5
    train, val = random_split(dataset, [len(dataset) - held_out, held_out])
    generator = torch.Generator()
    generator.manual_seed(SEED)
    train_loader = DataLoader(train, batch_size=batch_size, shuffle=True, generator=generator)
    val_loader = DataLoader(val, batch_size=batch_size, shuffle=False)
    return train_loader, val_loader


def main():
    L.seed_everything(SEED)
    train_loader, val_loader = loaders(Windows())
    trainer = L.Trainer(
        accelerator="auto", devices=1, max_epochs=2, logger=False, enable_checkpointing=False, enable_progress_bar=False
    )
    trainer.fit(Forecaster(), train_loader, val_loader)


if __name__ == "__main__":
    main()
