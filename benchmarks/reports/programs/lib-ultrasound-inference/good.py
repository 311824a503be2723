import argparse

import numpy as np
import pytorch_lightning as pl
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset


class Params:
    def __init__(self, device="cuda:0", batch_size=1, debug=False, lr=1e-4):
        self.device = device
        self.batch_size = batch_size
        self.debug = debug
        self.lr = lr


class CTSlices(Dataset):
    def __init__(self, count=8, size=64):
        rng = np.random.default_rng(3)
        self.volume = rng.random((count, size, size)).astype(np.float32)

    def __len__(self):
        return len(self.volume)

    def __getitem__(self, i):
        ct = torch.from_numpy(self.volume[i]).unsqueeze(0)
        label = (ct > 0.7).float()
        return ct, label, f"slice_{i}"


class Renderer(nn.Module):
    """A learnable, very small simulation of ultrasound."""

    def __init__(self, params, size=64):
        super().__init__()
        self.params = params
        self.impedance = nn.Parameter(torch.rand(5))
        self.depth = torch.linspace(0, 1, size).to(params.device)

    def forward(self, ct):
        attenuation = torch.exp(-self.depth.view(1, 1, -1, 1) * self.impedance[0].abs())
        edges = torch.diff(ct, dim=2, prepend=ct[:, :, :1])
        return attenuation * (ct * self.impedance[1] + edges.abs() * self.impedance[2])


class UNetLike(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Conv2d(1, 8, 3, padding=1), nn.ReLU(), nn.Conv2d(8, 1, 3, padding=1))

    def forward(self, x):
        return torch.sigmoid(self.layers(x))


class DiceLoss(nn.Module):
    def forward(self, pred, target):
        inter = (pred * target).sum()
        return 1 - (2 * inter + 1) / (pred.sum() + target.sum() + 1)


class SegmentationRendered(pl.LightningModule):
    def __init__(self, params, inner_model):
        super().__init__()
        self.params = params
        self.inner_model = inner_model
        self.renderer = Renderer(params)
        self.dice = DiceLoss()

    def loss_function(self, output, label):
        return self.dice(output, label), (output > 0.5).float()

    def rendering_forward(self, ct):
        ct = ct.to(self.params.device)
        return self.renderer(ct)

    def seg_forward(self, us_sim, label):
        output = self.inner_model(us_sim)
        loss, pred = self.loss_function(output, label)
        if self.params.debug:
            print(loss.item())
        return loss, pred

    def step(self, ct, label):
        us_sim = self.rendering_forward(ct)
        return (*self.seg_forward(us_sim, label), us_sim)

    def training_step(self, batch, batch_idx):
        ct, label, _ = batch
        loss, pred, _ = self.step(ct, label)
        self.log("train_loss", loss)
        return loss

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters(), lr=self.params.lr)


def infer(args):
    params = Params(device=args.device, debug=args.debug)
    module = SegmentationRendered(params, UNetLike())
    module.to(params.device)
    module.eval()
    loader = DataLoader(CTSlices(), batch_size=params.batch_size, shuffle=False)
    losses = []
    with torch.no_grad():
        for ct, label, name in loader:
            loss, pred, us_sim = module.step(ct, label.to(params.device))
            losses.append(loss.item())
            np.save(f"{name[0]}.npy", pred.cpu().numpy())
    print(np.mean(losses))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cuda:0")
    parser.add_argument("--debug", action="store_true")
    infer(parser.parse_args())
