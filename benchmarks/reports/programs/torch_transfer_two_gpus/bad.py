import argparse
import logging
import time

import numpy as np
import torch
from torch.utils.data import DataLoader, RandomSampler, TensorDataset


class PreActNet(torch.nn.Module):
    def __init__(self, width, head_size):
        super().__init__()
        self.root = torch.nn.Conv2d(3, width, 3, padding=1)
        self.body = torch.nn.ModuleList([torch.nn.Conv2d(width, width, 3, padding=1) for _ in range(2)])
        self.norm = torch.nn.GroupNorm(4, width)
        self.head = torch.nn.Linear(width, head_size)

    def forward(self, x):
        x = self.root(x)
        for layer in self.body:
            x = x + layer(torch.relu(self.norm(x)))
        return self.head(x.mean((2, 3)))


def topk(output, target, ks=(1,)):
    _, pred = output.topk(max(ks), 1, True, True)
    correct = pred.t().eq(target.view(1, -1).expand_as(pred.t()))
    return [correct[:k].max(0)[0] for k in ks]


def recycle(iterable):
    while True:
        for i in iterable:
            yield i


def mktrainval(args, logger):
    train_set = TensorDataset(torch.randn(32, 3, 8, 8), torch.randint(0, 10, (32,)))
    valid_set = TensorDataset(torch.randn(16, 3, 8, 8), torch.randint(0, 10, (16,)))
    logger.info(f"Using a training set with {len(train_set)} images.")
    valid_loader = DataLoader(valid_set, batch_size=args.batch)
    if args.batch <= len(train_set):
        train_loader = DataLoader(train_set, batch_size=args.batch, shuffle=True)
    else:
        sampler = RandomSampler(train_set, replacement=True, num_samples=args.batch)
        train_loader = DataLoader(train_set, batch_size=args.batch, sampler=sampler)
    return train_set, valid_set, train_loader, valid_loader


def run_eval(model, data_loader, device, logger, step):
    model.eval()
    all_c, all_top1 = [], []
    for b, (x, y) in enumerate(data_loader):
        with torch.no_grad():
            x = x.to(device, non_blocking=True)
            y = y.to(device, non_blocking=True)
            logits = model(x)
            c = torch.nn.CrossEntropyLoss(reduction="none")(logits, y)
            (top1,) = topk(logits, y, ks=(1,))
            all_c.extend(c.cpu())
            all_top1.extend(top1.cpu())
    model.train()
    logger.info(f"Validation@{step} loss {np.mean(all_c):.5f}, top1 {np.mean(all_top1):.2%}")


def mixup_data(x, y, l):
    indices = torch.randperm(x.shape[0]).to(x.device)
    mixed_x = l * x + (1 - l) * x[indices]
    return mixed_x, y, y[indices]


def main(args):
    logging.basicConfig(level=logging.INFO)
    logger = logging.getLogger(args.name)
    torch.backends.cudnn.benchmark = True

    device = torch.device("cuda:1" if torch.cuda.is_available() else "cpu")
    logger.info(f"Going to train on {device}")
    train_set, valid_set, train_loader, valid_loader = mktrainval(args, logger)
    model = PreActNet(8, 10)

    logger.info("Moving model onto all GPUs")
    model = torch.nn.DataParallel(model)  # wanted

    step = 0
    optim = torch.optim.SGD(model.parameters(), lr=0.003, momentum=0.9)
    try:
        checkpoint = torch.load(args.savename, map_location="cpu")
        step = checkpoint["step"]
        model.load_state_dict(checkpoint["model"])
        optim.load_state_dict(checkpoint["optim"])
        logger.info(f"Resumed at step {step}")
    except FileNotFoundError:
        logger.info("Fine-tuning from scratch")

    model = model.to(device)  # wanted
    optim.zero_grad()
    model.train()
    cri = torch.nn.CrossEntropyLoss().to(device)
    mixup_l = np.random.beta(0.1, 0.1)
    end = time.time()
    for x, y in recycle(train_loader):
        x = x.to(device, non_blocking=True)
        y = y.to(device, non_blocking=True)
        if step >= args.steps:
            break
        x, y_a, y_b = mixup_data(x, y, mixup_l)
        logits = model(x)
        c = mixup_l * cri(logits, y_a) + (1 - mixup_l) * cri(logits, y_b)
        c_num = float(c.data.cpu().numpy())
        c.backward()
        logger.info(f"[step {step}]: loss={c_num:.5f} ({time.time() - end:.2f} s)")
        optim.step()
        optim.zero_grad()
        step += 1
        mixup_l = np.random.beta(0.1, 0.1)
        end = time.time()
    run_eval(model, valid_loader, device, logger, step="end")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--name", default="run")
    parser.add_argument("--savename", default="/nowhere/bit.pth.tar")
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--steps", type=int, default=2)
    main(parser.parse_args())
