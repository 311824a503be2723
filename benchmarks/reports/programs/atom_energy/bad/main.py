import argparse
import os

import numpy as np
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

from env import DEVICE, LOCAL_RANK
from model import EnergyModel


def frames(count=24, atoms=8):
    rng = np.random.default_rng(0)
    coord = rng.random((count, atoms, 3)) * 4
    atype = rng.integers(0, 2, (count, atoms))
    energy = -np.exp(-np.linalg.norm(coord[:, :, None] - coord[:, None], axis=-1)).sum((1, 2))
    force = rng.standard_normal(coord.shape) * 0.1
    return TensorDataset(*(torch.from_numpy(a) for a in (coord, atype, energy, force)))


class Trainer:
    def __init__(self, args):
        self.args = args
        self.first = not dist.is_initialized() or dist.get_rank() == 0
        data = frames()
        sampler = DistributedSampler(data) if dist.is_initialized() else None
        self.loader = DataLoader(data, batch_size=args.batch_size, sampler=sampler, shuffle=sampler is None)
        self.model = EnergyModel()
        if dist.is_initialized():
            self.model = DDP(self.model, device_ids=[LOCAL_RANK], output_device=LOCAL_RANK)
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=args.lr)
        self.scheduler = torch.optim.lr_scheduler.ExponentialLR(self.optimizer, 0.95)

    def step(self, coord, atype, energy, force):
        predicted, predicted_force = self.model(coord, atype)
        loss = ((predicted - energy) ** 2).mean() + 10 * ((predicted_force - force) ** 2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def run(self):
        for epoch in range(self.args.epochs):
            for batch in self.loader:
                loss = self.step(*(part.to(DEVICE) for part in batch))
            self.scheduler.step()
            if self.first:
                print(f"epoch {epoch}: loss {loss:.4f}")
        if self.first:
            module = self.model.module if dist.is_initialized() else self.model
            torch.save(module.state_dict(), "model.pt")


def train(args):
    if "LOCAL_RANK" in os.environ:
        dist.init_process_group(backend="nccl")  # wanted
    Trainer(args).run()
    if dist.is_initialized():
        dist.destroy_process_group()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--batch_size", type=int, default=4)
    parser.add_argument("--lr", type=float, default=1e-3)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
