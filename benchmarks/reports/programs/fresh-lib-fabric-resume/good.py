import argparse
import math
import time
from pathlib import Path

import torch
import torch.nn as nn
import torch.nn.functional as F
from lightning import Fabric
from torch.optim import AdamW
from torch.utils.data import DataLoader, Dataset


class Volumes(Dataset):
    """Pieces of scans with a mask."""

    def __init__(self, n, size=24, seed=0):
        g = torch.Generator().manual_seed(seed)
        self.x = torch.randn(n, 1, size, size, size, generator=g)
        self.y = (self.x.abs() > 1).float()

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return {"image": self.x[i], "label": self.y[i]}


class SmallUNet(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.inc = self.block(1, width)
        self.down = nn.Sequential(nn.MaxPool3d(2), self.block(width, 2 * width))
        self.up = nn.ConvTranspose3d(2 * width, width, 2, stride=2)
        self.out = nn.Sequential(self.block(2 * width, width), nn.Conv3d(width, 1, 1))

    @staticmethod
    def block(a, b):
        return nn.Sequential(nn.Conv3d(a, b, 3, padding=1), nn.InstanceNorm3d(b), nn.LeakyReLU())

    def forward(self, x):
        a = self.inc(x)
        return self.out(torch.cat([a, self.up(self.down(a))], dim=1))


def dice_loss(logits, target, eps=1e-5):
    p = torch.sigmoid(logits)
    inter = (p * target).sum(dim=(1, 2, 3, 4))
    return 1 - (2 * inter / (p.sum(dim=(1, 2, 3, 4)) + target.sum(dim=(1, 2, 3, 4)) + eps)).mean()


def lr_lambda(step, warmup, total):
    if step < warmup:
        return step / max(1, warmup)
    return 0.5 * (1 + math.cos(math.pi * (step - warmup) / max(1, total - warmup)))


def save_checkpoint(fabric, path, model, optimizer, scheduler, step):
    state = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "scheduler": scheduler.state_dict(),
        "step": step,
    }
    if fabric.is_global_zero:
        torch.save(state, path)
    fabric.barrier()


def evaluate(fabric, model, loader):
    model.eval()
    scores = []
    with torch.no_grad():
        for batch in loader:
            scores.append(1 - dice_loss(model(batch["image"]), batch["label"]))
    model.train()
    return fabric.all_reduce(torch.stack(scores).mean(), reduce_op="mean").item()


def main(args):
    fabric = Fabric(accelerator="auto", devices=args.devices, precision=args.precision)
    fabric.launch()
    fabric.seed_everything(args.seed)
    model = SmallUNet()
    optimizer = AdamW(model.parameters(), lr=args.lr, weight_decay=1e-5)
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda s: lr_lambda(s, 50, args.max_steps))
    step = 0
    path = Path(args.output_dir) / "last.pt"
    path.parent.mkdir(parents=True, exist_ok=True)
    model, optimizer = fabric.setup(model, optimizer)
    if args.resume and path.exists():
        state = torch.load(path, map_location="cpu")
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        scheduler.load_state_dict(state["scheduler"])
        step = state["step"]
        fabric.print(f"resumed at step {step}")
    train_loader = DataLoader(Volumes(64), batch_size=args.batch_size, shuffle=True, num_workers=2)
    val_loader = DataLoader(Volumes(8, seed=1), batch_size=args.batch_size)
    train_loader, val_loader = fabric.setup_dataloaders(train_loader, val_loader)
    t = time.time()
    while step < args.max_steps:
        for batch in train_loader:
            logits = model(batch["image"])
            loss = dice_loss(logits, batch["label"]) + F.binary_cross_entropy_with_logits(logits, batch["label"])
            fabric.backward(loss)
            fabric.clip_gradients(model, optimizer, max_norm=5.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            step += 1
            if step % args.log_every == 0:
                fabric.print(f"step {step} loss {loss.item():.4f} {time.time() - t:.1f}s")
            if step % args.save_every == 0:
                fabric.print(f"dice {evaluate(fabric, model, val_loader):.4f}")
                save_checkpoint(fabric, path, model, optimizer, scheduler, step)
            if step >= args.max_steps:
                break


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--output-dir", default="runs/seg")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--devices", type=int, default=1)
    parser.add_argument("--precision", default="32-true")
    parser.add_argument("--batch-size", type=int, default=4)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--max-steps", type=int, default=1000)
    parser.add_argument("--log-every", type=int, default=20)
    parser.add_argument("--save-every", type=int, default=200)
    parser.add_argument("--seed", type=int, default=42)
    main(parser.parse_args())
