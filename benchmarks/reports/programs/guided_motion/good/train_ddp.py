import argparse
import os

import numpy as np
import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

from motion_model import MotionDenoiser


def speech_motion(count=32, frames=12):
    rng = np.random.default_rng(0)
    audio = rng.standard_normal((count, frames, 8)).astype(np.float32)
    pose = np.cumsum(audio[..., :6], axis=1) * 0.2
    return TensorDataset(torch.from_numpy(pose), torch.from_numpy(audio))


class TrainLoop:
    def __init__(self, args, model, loader, device):
        self.args, self.model, self.loader, self.device = args, model, loader, device
        self.opt = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=args.lr)
        betas = torch.linspace(1e-4, 0.05, args.steps, device=device)
        self.alphas_cumprod = torch.cumprod(1 - betas, dim=0)

    def run_step(self, pose, audio):
        times = torch.randint(0, self.args.steps, (len(pose),), device=self.device)
        level = self.alphas_cumprod[times][:, None, None]
        noised = level.sqrt() * pose + (1 - level).sqrt() * torch.randn_like(pose)
        loss = F.mse_loss(self.model(noised, times, audio), pose)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()

    def run_loop(self):
        for epoch in range(self.args.epochs):
            self.loader.sampler.set_epoch(epoch)
            for pose, audio in self.loader:
                loss = self.run_step(pose.to(self.device), audio.to(self.device))
            if dist.get_rank() == 0:
                print(f"epoch {epoch}: loss {loss:.4f}")
                torch.save(self.model.module.state_dict(), self.args.save)


def main(args):
    rank, local_rank = int(os.environ["RANK"]), int(os.environ["LOCAL_RANK"])
    device = torch.device("cuda", local_rank)
    torch.cuda.set_device(device)
    dist.init_process_group("nccl", rank=rank, world_size=int(os.environ["WORLD_SIZE"]))
    data = speech_motion()
    loader = DataLoader(data, batch_size=args.batch_size, sampler=DistributedSampler(data), drop_last=True)
    model = MotionDenoiser(args).to(device)
    model = DDP(model, device_ids=[local_rank])
    TrainLoop(args, model, loader, device).run_loop()
    dist.destroy_process_group()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--guide_weights", default="guide.pt")
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--batch_size", type=int, default=8)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--save", default="motion.pt")
    main(parser.parse_args())
