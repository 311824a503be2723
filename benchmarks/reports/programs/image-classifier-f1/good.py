import argparse

import pytorch_lightning as pl
import torch
import torch.nn as nn
import torch.nn.functional as F
from pytorch_lightning.callbacks import EarlyStopping
from torch.utils.data import DataLoader, TensorDataset
from torchmetrics.classification import MulticlassF1Score
from torchmetrics.functional.classification import multiclass_accuracy


class ImageClassifier(pl.LightningModule):
    def __init__(self, args):
        super().__init__()
        self.args = args
        self.backbone = nn.Sequential(
            nn.Conv2d(3, 8, 3, stride=2, padding=1),
            nn.ReLU(),
            nn.Conv2d(8, 16, 3, stride=2, padding=1),
            nn.ReLU(),
            nn.AdaptiveAvgPool2d(1),
            nn.Flatten(),
        )
        self.head = nn.Linear(16, args.num_classes)
        self.criterion = nn.CrossEntropyLoss()
        self.balanced = MulticlassF1Score(num_classes=args.num_classes)

    def forward(self, images_in):
        return self.head(self.backbone(images_in))

    def training_step(self, batch, batch_idx):
        images_in, truth = batch
        loss = self.criterion(self.forward(images_in), truth)
        self.log("train_loss", loss)
        return loss

    def validation_step(self, batch, batch_idx):
        images_in, truth = batch
        scores = self.forward(images_in)
        loss = self.criterion(scores, truth)
        guesses = torch.argmax(scores, dim=1)
        share = multiclass_accuracy(guesses, truth, num_classes=self.args.num_classes)
        balanced = self.balanced(guesses, truth)
        self.log("val_loss", loss, prog_bar=True)
        self.log("val_acc", share, prog_bar=True)
        self.log("val_f1", balanced, prog_bar=True)
        return loss

    def configure_optimizers(self):
        return torch.optim.AdamW(self.parameters(), lr=self.args.lr)


def pictures(count, num_classes, batch_size):
    labels = torch.randint(0, num_classes, (count,))
    images = torch.rand(count, 3, 32, 32) + F.one_hot(labels, num_classes)[:, :3, None, None]
    return DataLoader(TensorDataset(images, labels), batch_size=batch_size)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--num_classes", type=int, default=5)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--batch_size", type=int, default=16)
    args = parser.parse_args()

    model = ImageClassifier(args)
    trainer = pl.Trainer(
        accelerator="gpu",
        devices=1,
        max_epochs=2,
        num_sanity_val_steps=2,
        callbacks=[EarlyStopping("val_acc", patience=5)],
        logger=False,
        enable_checkpointing=False,
        enable_progress_bar=False,
    )
    trainer.fit(model, pictures(64, args.num_classes, args.batch_size), pictures(32, args.num_classes, args.batch_size))
