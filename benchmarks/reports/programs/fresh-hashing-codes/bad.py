import argparse
import logging
import time

import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim
from torch.utils.data import DataLoader, Dataset

logging.basicConfig(level=logging.INFO, format="%(message)s")
logger = logging.getLogger()


class Pictures(Dataset):
    """Pictures of a folder; here random ones."""

    def __init__(self, n, classes):
        self.data = torch.randn(n, 3, 16, 16)
        self.targets = np.random.randint(0, classes, n)
        self.classes = classes

    def __len__(self):
        return len(self.data)

    def __getitem__(self, i):
        return self.data[i], int(self.targets[i]), i

    def get_onehot_targets(self):
        onehot = np.eye(self.classes)[self.targets]
        return torch.from_numpy(onehot).float()


class Subset(Dataset):
    def __init__(self, base, index):
        self.base, self.index = base, index

    def __len__(self):
        return len(self.index)

    def __getitem__(self, i):
        x, y, _ = self.base[int(self.index[i])]
        return x, y, i

    def get_onehot_targets(self):
        return self.base.get_onehot_targets()[self.index]


def sample_dataloader(loader, num_samples, batch_size):
    full = loader.dataset
    index = torch.randperm(len(full))[:num_samples]
    return DataLoader(Subset(full, index), batch_size=batch_size, shuffle=True), index


class HashNet(nn.Module):
    def __init__(self, bits):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(3, 16, 3, stride=2), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten())
        self.hash = nn.Linear(16, bits)

    def forward(self, x):
        return torch.tanh(self.hash(self.features(x)))


class AsymmetricLoss(nn.Module):
    def __init__(self, bits, gamma):
        super().__init__()
        self.bits, self.gamma = bits, gamma

    def forward(self, F, B, S, omega):
        hash_loss = ((self.bits * S - F @ B.t()) ** 2).sum() / (F.shape[0] * B.shape[0]) / self.bits * 12
        quant_loss = ((F - B[omega, :]) ** 2).sum() / (F.shape[0] * B.shape[0]) * self.gamma / self.bits * 12
        return hash_loss + quant_loss, hash_loss, quant_loss


def solve_dcc(B, U, expand_U, S, bits, gamma):
    Q = (bits * S).t() @ U + gamma * expand_U
    for bit in range(bits):
        B_rest = torch.cat((B[:, :bit], B[:, bit + 1:]), dim=1)
        U_rest = torch.cat((U[:, :bit], U[:, bit + 1:]), dim=1)
        B[:, bit] = (Q[:, bit].t() - B_rest @ U_rest.t() @ U[:, bit].t()).sign()
    return B


def train(retrieval_loader, bits, args):
    model = HashNet(bits).to(args.device)
    optimizer = optim.SGD(model.parameters(), lr=args.lr, weight_decay=1e-4, momentum=0.9)
    criterion = AsymmetricLoss(bits, args.gamma)
    num_retrieval = len(retrieval_loader.dataset)
    U = torch.zeros(args.num_samples, bits).to(args.device)
    B = torch.randn(num_retrieval, bits).to(args.device)
    retrieval_targets = retrieval_loader.dataset.get_onehot_targets().to(args.device)
    start = time.time()
    for it in range(args.max_iter):
        train_loader, sample_index = sample_dataloader(retrieval_loader, args.num_samples, args.batch_size)
        train_targets = train_loader.dataset.get_onehot_targets().to(args.device)
        S = (train_targets @ retrieval_targets.t() > 0).float()
        S = torch.where(S == 1, torch.full_like(S, 1), torch.full_like(S, -1))
        r = S.sum() / (1 - S).sum()
        S = S * (1 + r) - r
        for epoch in range(args.max_epoch):
            total = 0.0
            for data, targets, index in train_loader:
                data, targets, index = data.to(args.device), targets.to(args.device), index.to(args.device)
                optimizer.zero_grad()
                F = model(data)
                U[index, :] = F.data
                loss, hash_loss, quant_loss = criterion(F, B, S[index, :], sample_index[index])  # wanted
                total += loss.item()
                loss.backward()
                optimizer.step()
            logger.info("iter %d epoch %d loss %.4f", it, epoch, total / len(train_loader))
        expand_U = torch.zeros(B.shape).to(args.device)
        expand_U[sample_index, :] = U
        B = solve_dcc(B, U, expand_U, S, bits, args.gamma)
    logger.info("time %.1f", time.time() - start)
    return model, B


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--code-length", default="8,12", type=str)
    parser.add_argument("--num-samples", default=24, type=int)
    parser.add_argument("--batch-size", default=8, type=int)
    parser.add_argument("--max-iter", default=2, type=int)
    parser.add_argument("--max-epoch", default=2, type=int)
    parser.add_argument("--gamma", default=200, type=float)
    parser.add_argument("--lr", default=1e-4, type=float)
    parser.add_argument("--gpu", default=0, type=int)
    args = parser.parse_args()
    args.device = torch.device("cpu") if args.gpu is None else torch.device("cuda:%d" % args.gpu)
    loader = DataLoader(Pictures(60, 5), batch_size=8)
    for bits in map(int, args.code_length.split(",")):
        train(loader, bits, args)
