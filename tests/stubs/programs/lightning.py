import lightning as L
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def loader():
    return DataLoader(TensorDataset(torch.randn(8, 4), torch.randint(0, 2, (8,))), batch_size=4)


def quiet_trainer():
    return L.Trainer(
        accelerator="gpu",
        devices=1,
        max_steps=1,
        logger=False,
        enable_checkpointing=False,
        enable_progress_bar=False,
        enable_model_summary=False,
    )


class KeepsClassWeightsInAnAttribute(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(4, 2)
        self.class_weights = torch.tensor([1.0, 3.0])

    def training_step(self, batch, batch_idx):
        inputs, labels = batch
        return nn.functional.cross_entropy(self.head(inputs), labels, weight=self.class_weights)  # wanted

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)


class KeepsClassWeightsInABuffer(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(4, 2)
        self.register_buffer("class_weights", torch.tensor([1.0, 3.0]))

    def training_step(self, batch, batch_idx):
        inputs, labels = batch
        return nn.functional.cross_entropy(self.head(inputs), labels, weight=self.class_weights)

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)


def bad_class_weights_are_no_buffer():
    quiet_trainer().fit(KeepsClassWeightsInAnAttribute(), loader())


def ok_class_weights_are_no_buffer():
    quiet_trainer().fit(KeepsClassWeightsInABuffer(), loader())


class DrawsLatentsLeftBehind(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.generator = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 4))

    def training_step(self, batch, batch_idx):
        real, _ = batch
        latents = torch.randn(real.shape[0], 3)
        generated = self.generator(latents)  # wanted
        return nn.functional.mse_loss(generated, real)

    def configure_optimizers(self):
        return torch.optim.Adam(self.generator.parameters(), lr=2e-4)


class DrawsLatentsOnItsDevice(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.generator = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 4))

    def training_step(self, batch, batch_idx):
        real, _ = batch
        latents = torch.randn(real.shape[0], 3, device=self.device)
        generated = self.generator(latents)
        return nn.functional.mse_loss(generated, real)

    def configure_optimizers(self):
        return torch.optim.Adam(self.generator.parameters(), lr=2e-4)


def bad_latents_are_drawn_behind():
    quiet_trainer().fit(DrawsLatentsLeftBehind(), loader())


def ok_latents_are_drawn_behind():
    quiet_trainer().fit(DrawsLatentsOnItsDevice(), loader())


def bad_model_is_used_on_the_gpu_after_fit():
    model = KeepsClassWeightsInABuffer()
    quiet_trainer().fit(model, loader())
    model.eval()
    inputs = torch.randn(2, 4).to("cuda")
    with torch.no_grad():
        return model.head(inputs)  # wanted


def ok_model_is_used_on_the_gpu_after_fit():
    model = KeepsClassWeightsInABuffer()
    quiet_trainer().fit(model, loader())
    model.eval()
    inputs = torch.randn(2, 4).to(model.device)
    with torch.no_grad():
        return model.head(inputs)
