from __future__ import print_function

import argparse
import os
import random
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
import torch.utils.data as data

parser = argparse.ArgumentParser(description="semi-supervised expressions")
parser.add_argument("--epochs", default=2, type=int)
parser.add_argument("--batch-size", default=8, type=int)
parser.add_argument("--lr", default=5e-4, type=float)
parser.add_argument("--manualSeed", type=int, default=5)
parser.add_argument("--gpu", default="0", type=str, help="id(s) for CUDA_VISIBLE_DEVICES")
parser.add_argument("--train-iteration", type=int, default=3)
parser.add_argument("--ema-decay", default=0.999, type=float)
args = parser.parse_args()

os.environ.setdefault("CUDA_VISIBLE_DEVICES", args.gpu)
use_cuda = torch.cuda.is_available()
random.seed(args.manualSeed)
np.random.seed(args.manualSeed)
torch.manual_seed(args.manualSeed)


class Faces(data.Dataset):
    def __init__(self, n, labeled):
        self.x = np.random.rand(n, 3, 24, 24).astype(np.float32)
        self.y = np.random.randint(0, 7, n)
        self.labeled = labeled

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        x = torch.from_numpy(self.x[i])
        if self.labeled:
            return x, int(self.y[i])
        return (x, x.flip(-1), x + 0.1 * torch.randn_like(x)), int(self.y[i])


class Net(nn.Module):
    def __init__(self, num_classes=7):
        super().__init__()
        self.conv = nn.Sequential(nn.Conv2d(3, 16, 3, stride=2), nn.ReLU(), nn.Conv2d(16, 32, 3, stride=2), nn.ReLU())
        self.fc, self.project = nn.Linear(32, num_classes), nn.Linear(32, 16)

    def forward(self, x):
        h = self.conv(x).mean((2, 3))
        return self.fc(h), F.normalize(self.project(h), dim=1)


class WeightEMA(object):
    def __init__(self, model, ema_model, alpha=0.999):
        self.alpha = alpha
        self.params = list(model.state_dict().values())
        self.ema_params = list(ema_model.state_dict().values())

    def step(self):
        for param, ema in zip(self.params, self.ema_params):
            ema.mul_(self.alpha)
            ema.add_(param * (1 - self.alpha))


def create_model(ema=False):
    model = Net().cuda()
    if ema:
        for param in model.parameters():
            param.detach_()
    return model


def mask_generate(max_probs, max_idx, batch, threshold):
    mask_ori = torch.zeros(batch).cuda()
    for i in range(7):
        idx = np.where(max_idx.cpu() == i)[0]
        m = max_probs[idx].ge(threshold[i]).float()
        for k in range(len(idx)):
            mask_ori[idx[k]] += m[k]
    return mask_ori


def contrast(features):
    a, b = features[:, 0], features[:, 1]
    logits = a @ b.t() / 0.1
    return F.cross_entropy(logits, torch.arange(len(a), device=a.device))


def train(labeled, unlabeled, model, optimizer, ema, criterion, threshold):
    losses = []
    labeled_iter, unlabeled_iter = iter(labeled), iter(unlabeled)
    model.train()
    for batch_idx in range(args.train_iteration):
        try:
            inputs_x, targets_x = next(labeled_iter)
        except StopIteration:
            labeled_iter = iter(labeled)
            inputs_x, targets_x = next(labeled_iter)
        try:
            (inputs_u, inputs_u2, inputs_strong), _ = next(unlabeled_iter)
        except StopIteration:
            unlabeled_iter = iter(unlabeled)
            (inputs_u, inputs_u2, inputs_strong), _ = next(unlabeled_iter)
        batch_size = inputs_x.size(0)
        if use_cuda:
            inputs_x, targets_x = inputs_x.cuda(), targets_x.cuda(non_blocking=True)
            inputs_u = inputs_u.cuda()
            inputs_u2 = inputs_u2.cuda()
            inputs_strong = inputs_strong.cuda()
        outputs_u, feature_u = model(inputs_u)
        outputs_u2, feature_u2 = model(inputs_u2)
        p = (torch.softmax(outputs_u, dim=1) + torch.softmax(outputs_u2, dim=1)) / 2
        max_probs, max_idx = torch.max(p.detach(), dim=1)
        output_x, _ = model(inputs_x)
        mask = mask_generate(max_probs, max_idx, batch_size, threshold)
        mask_idx = np.where(mask.cpu() == 0)[0]
        pairs = torch.cat([feature_u[mask_idx, :].unsqueeze(1), feature_u2[mask_idx, :].unsqueeze(1)], dim=1)
        Lx = criterion(output_x, targets_x).mean()
        Ls = contrast(pairs) if pairs.shape[0] else output_x.sum() * 0
        output_strong, _ = model(inputs_strong)
        Lu = (criterion(output_strong, max_idx) * mask).mean()
        loss = Lx * 0.5 + Lu + Ls * 0.1
        losses.append(loss.item())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        ema.step()
    return np.mean(losses)


if __name__ == "__main__":
    labeled = data.DataLoader(Faces(24, True), batch_size=args.batch_size, shuffle=True, drop_last=True)
    unlabeled = data.DataLoader(Faces(48, False), batch_size=args.batch_size, shuffle=True, drop_last=True)
    model, ema_model = create_model(), create_model(ema=True)
    optimizer = optim.Adam(model.parameters(), lr=args.lr)
    ema = WeightEMA(model, ema_model, alpha=args.ema_decay)
    threshold = [0.1] * 7
    for epoch in range(1, args.epochs + 1):
        t = time.time()
        loss = train(labeled, unlabeled, model, optimizer, ema, nn.CrossEntropyLoss(reduction="none"), threshold)
        threshold = [min(0.9, v * 1.1) for v in threshold]
        print("Epoch %d loss %.4f threshold %s %.1fs" % (epoch, loss, ["%.2f" % v for v in threshold], time.time() - t))
