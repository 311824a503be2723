import lightning as L
import torch
import torch.nn.functional as F
from lightning.pytorch.callbacks import Callback, ModelCheckpoint
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

SETTINGS = dict(accelerator="gpu", devices=1, max_epochs=1, logger=False, enable_progress_bar=False, enable_model_summary=False)


def loader():
    return DataLoader(TensorDataset(torch.randn(8, 4), torch.randint(0, 2, (8,))), batch_size=4)


class Classifier(L.LightningModule):
    def __init__(self, width=8):
        super().__init__()
        self.save_hyperparameters()
        self.net = nn.Sequential(nn.Linear(4, width), nn.ReLU(), nn.Linear(width, 2))

    def forward(self, x):
        return self.net(x)  # or here

    def training_step(self, batch, batch_idx):
        x, y = batch
        return F.cross_entropy(self(x), y)

    def predict_step(self, batch, batch_idx):
        return self(batch[0]).softmax(-1)

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters(), lr=1e-3)


def bad_used_after_fit():
    model = Classifier()
    trainer = L.Trainer(enable_checkpointing=False, **SETTINGS)
    trainer.fit(model, loader())
    model.eval()
    x = torch.randn(3, 4).cuda()
    with torch.no_grad():
        return model(x)  # wanted


def ok_used_after_fit():
    model = Classifier()
    trainer = L.Trainer(enable_checkpointing=False, **SETTINGS)
    trainer.fit(model, loader())
    model.eval()
    x = torch.randn(3, 4)
    with torch.no_grad():
        return model(x)


def bad_loaded_from_a_checkpoint(path="best.ckpt"):  # not run
    model = Classifier.load_from_checkpoint(path, map_location="cuda")
    model.eval()
    scores = []
    for x, y in loader():
        with torch.no_grad():
            scores.append(model(x))  # wanted
    return torch.cat(scores)


def ok_loaded_from_a_checkpoint(path="best.ckpt"):  # not run
    model = Classifier.load_from_checkpoint(path, map_location="cuda")
    model.eval()
    scores = []
    for x, y in loader():
        with torch.no_grad():
            scores.append(model(x.to(model.device)))
    return torch.cat(scores)


def bad_loaded_and_moved(path="best.ckpt"):  # not run
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = Classifier.load_from_checkpoint(path).to(device)
    model.freeze()
    grid = torch.linspace(0, 1, 8).reshape(2, 4)
    return model(grid).argmax(1)  # wanted


def ok_loaded_and_moved(path="best.ckpt"):  # not run
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = Classifier.load_from_checkpoint(path).to(device)
    model.freeze()
    grid = torch.linspace(0, 1, 8).reshape(2, 4).to(device)
    return model(grid).argmax(1)


class WatchesSamplesLeft(Callback):
    def __init__(self, samples):
        super().__init__()
        self.samples = samples

    def on_train_epoch_end(self, trainer, pl_module):
        with torch.no_grad():
            scores = pl_module(self.samples)  # wanted, not found: what a callback is given has no place
        print(scores.mean())


def bad_callback_with_samples():
    watcher = WatchesSamplesLeft(torch.randn(2, 4))
    L.Trainer(enable_checkpointing=False, callbacks=[watcher], **SETTINGS).fit(Classifier(), loader())


class WatchesSamplesRight(Callback):
    def __init__(self, samples):
        super().__init__()
        self.samples = samples

    def on_train_epoch_end(self, trainer, pl_module):
        with torch.no_grad():
            scores = pl_module(self.samples.to(pl_module.device))
        print(scores.mean())


def ok_callback_with_samples():
    watcher = WatchesSamplesRight(torch.randn(2, 4))
    L.Trainer(enable_checkpointing=False, callbacks=[watcher], **SETTINGS).fit(Classifier(), loader())


def bad_predictions_of_the_trainer():
    trainer = L.Trainer(enable_checkpointing=False, **SETTINGS)
    predicted = torch.cat(trainer.predict(Classifier(), loader()))
    weights = torch.tensor([0.3, 0.7], device="cuda")
    return (predicted * weights).sum(-1)  # wanted


def ok_predictions_of_the_trainer():
    trainer = L.Trainer(enable_checkpointing=False, **SETTINGS)
    predicted = torch.cat(trainer.predict(Classifier(), loader()))
    weights = torch.tensor([0.3, 0.7])
    return (predicted * weights).sum(-1)


class SamplesLeft(Classifier):
    def training_step(self, batch, batch_idx):
        x, y = batch
        loss = F.cross_entropy(self(x), y)
        noise = torch.randn(x.size(0), 4)
        smooth = F.mse_loss(self(x + 0.1 * noise), self(x))  # wanted
        return loss + smooth


def bad_noise_in_a_step():
    L.Trainer(enable_checkpointing=False, **SETTINGS).fit(SamplesLeft(), loader())


class SamplesRight(Classifier):
    def training_step(self, batch, batch_idx):
        x, y = batch
        loss = F.cross_entropy(self(x), y)
        noise = torch.randn(x.size(0), 4, device=self.device)
        smooth = F.mse_loss(self(x + 0.1 * noise), self(x))
        return loss + smooth


def ok_noise_in_a_step():
    L.Trainer(enable_checkpointing=False, **SETTINGS).fit(SamplesRight(), loader())
