import argparse
import os

import numpy as np
import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel as DDP

from views_dataset import ObjectViews, collate

torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
dist.init_process_group(backend="nccl", rank=int(os.environ["RANK"]), world_size=int(os.environ["WORLD_SIZE"]))
np.random.seed(0)


class TriplaneField(nn.Module):
    def __init__(self, objects, channels=4, size=16):
        super().__init__()
        self.planes_of = nn.Parameter(torch.randn(objects, 3 * channels, size, size) * 0.1)
        self.decoder = nn.Sequential(nn.Linear(3 * channels + 3, 32), nn.ReLU(), nn.Linear(32, 3))
        self.channels = channels

    def forward(self, rays, label):
        points = torch.tanh(rays[..., :3])
        planes = self.planes_of[label].reshape(-1, self.channels, *self.planes_of.shape[-2:])
        pairs = torch.stack([points[..., [0, 1]], points[..., [0, 2]], points[..., [1, 2]]], dim=1)
        features = F.grid_sample(planes, pairs.reshape(len(planes), 1, -1, 2), align_corners=True)
        features = features.reshape(len(rays), 3 * self.channels, -1).transpose(1, 2)
        return torch.sigmoid(self.decoder(torch.cat([features, rays[..., 3:]], dim=-1)))


def train(args):
    data = ObjectViews(args)
    sampler = torch.utils.data.distributed.DistributedSampler(data)
    loader = torch.utils.data.DataLoader(data, batch_size=args.batch_size, num_workers=args.workers,
                                         sampler=sampler, collate_fn=collate)
    field = DDP(TriplaneField(args.objects).cuda(), device_ids=[torch.cuda.current_device()])
    optimizer = torch.optim.Adam(field.parameters(), lr=args.rate)

    step = 0
    while step < args.steps:
        loader.sampler.set_epoch(step // len(loader))
        for batch in loader:
            rays, target = batch["rays_in"].cuda(), batch["colours_in"].cuda()
            label = batch["label"].cuda().squeeze(-1)
            optimizer.zero_grad()
            loss = F.mse_loss(field(rays, label), target)
            planes = field.module.planes_of[label]
            loss = loss + 1e-4 * (planes[..., :-1] - planes[..., 1:]).abs().mean() + 5e-5 * (planes ** 2).mean()
            loss.backward()
            optimizer.step()
            if step % args.print_every == 0 and dist.get_rank() == 0:
                print(f"[train] step {step} loss {loss.item():.4f} psnr {-10 * np.log10(loss.item()):.2f}")
            step += 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--objects", type=int, default=8)
    parser.add_argument("--rays", type=int, default=16)
    parser.add_argument("--batch_size", type=int, default=4)
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--rate", type=float, default=5e-3)
    parser.add_argument("--steps", type=int, default=4)
    parser.add_argument("--print_every", type=int, default=1)
    train(parser.parse_args())
