import argparse
import random
import time
from collections import OrderedDict

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

parser = argparse.ArgumentParser()
parser.add_argument("--idx", help="column to predict", type=int, default=3)
parser.add_argument("--epochs", type=int, default=3)
parser.add_argument("--repeat", type=int, default=2)
args = parser.parse_args()

seed = 1234
np.random.seed(seed)
torch.manual_seed(seed)
random.seed(seed)


class Rows(Dataset):
    def __init__(self, x, y):
        self.x = torch.tensor(x, dtype=torch.float32)
        self.y = torch.tensor(y, dtype=torch.float32)

    def __len__(self):
        return self.x.shape[0]

    def __getitem__(self, i):
        return self.x[i], self.y[i]


class SparseFactorNet(nn.Module):
    def __init__(self, p, r_bar, depth, width, proj, rec=None):
        super(SparseFactorNet, self).__init__()
        self.projection = nn.Linear(p, r_bar, bias=False)
        self.projection.weight = nn.Parameter(torch.tensor(proj.T.copy(), dtype=torch.float32), requires_grad=False)
        self.rebuild = None
        if rec is not None:
            self.rebuild = nn.Linear(r_bar, p, bias=False)
            self.rebuild.weight = nn.Parameter(torch.tensor(rec.T.copy(), dtype=torch.float32), requires_grad=False)
        self.select = nn.Linear(p, width, bias=False)
        stack = [("l0", nn.Linear(width + r_bar, width)), ("r0", nn.ReLU())]
        for i in range(depth - 1):
            stack.append((f"l{i + 1}", nn.Linear(width, width)))
            stack.append((f"r{i + 1}", nn.ReLU()))
        stack.append((f"l{depth}", nn.Linear(width, 1)))
        self.stack = nn.Sequential(OrderedDict(stack))

    def forward(self, x):
        f = self.projection(x)
        u = x if self.rebuild is None else x - self.rebuild(f)
        return self.stack(torch.cat((f, self.select(u)), -1))

    def penalty(self, tau):
        return torch.clamp(torch.abs(self.select.weight) / tau, max=1.0).sum()


def projection_matrix(x, r_bar):
    cov = x.T @ x
    vals, vecs = np.linalg.eigh(cov)
    proj = vecs[:, -r_bar:] / np.sqrt(x.shape[1])
    f = x @ proj
    return proj, np.linalg.pinv(f.T @ f) @ (f.T @ x)


def one_epoch(loader, model, loss_fn, opt, lam, tau):
    rec = 0.0
    for x, y in loader:
        pred = model(x)  # wanted
        loss = loss_fn(pred, y)
        rec += loss.item()
        loss = loss + lam * model.penalty(tau)
        opt.zero_grad()
        loss.backward()
        opt.step()
    return rec / len(loader)


def check(loader, model, loss_fn):
    s = 0.0
    with torch.no_grad():
        for x, y in loader:
            s += loss_fn(model(x), y).item()  # wanted
    return s / len(loader)


class NNEstimator:
    def __init__(self, r_bar=4):
        self.r_bar = r_bar
        self.lr = 1e-3
        self.num_epoch = args.epochs
        self.depth, self.width = 3, 32
        self.tau = 0.1
        self.lambdas = [0.5, 0.01]

    def fit_once(self, train, valid, test_x, lam):
        device = "cuda" if torch.cuda.is_available() else "cpu"
        net = SparseFactorNet(self.p, self.r_bar, self.depth, self.width, self.proj, self.rec).to(device)
        mse = nn.MSELoss()
        opt = torch.optim.Adam(net.parameters(), lr=self.lr)
        sched = torch.optim.lr_scheduler.ExponentialLR(opt, gamma=0.999)
        tau = self.tau * 10
        best = 1e9
        for epoch in range(self.num_epoch):
            tau -= (self.tau * 10 - self.tau) / self.num_epoch
            one_epoch(train, net, mse, opt, lam, tau)
            sched.step()
            v = check(valid, net, mse)
            if v < best:
                best = v
                with torch.no_grad():
                    out = net(torch.tensor(test_x, dtype=torch.float32)).numpy()  # wanted
        print(f"lambda={lam} valid={best:.4f}")
        return best, out

    def fit_and_predict(self, x, y, vx, vy, test_x):
        self.p = x.shape[1]
        self.proj, self.rec = projection_matrix(x, self.r_bar)
        train = DataLoader(Rows(x, y.reshape(-1, 1)), batch_size=x.shape[0] // 4)
        valid = DataLoader(Rows(vx, vy.reshape(-1, 1)), batch_size=vx.shape[0])
        best, result = 1e9, None
        for lam in self.lambdas:
            v, out = self.fit_once(train, valid, test_x, lam)
            if v < best:
                best, result = v, out
        return result.reshape(-1)


def split_x_y(table, idx):
    return np.concatenate([table[:, :idx], table[:, idx + 1:]], 1), table[:, idx]


if __name__ == "__main__":
    start = time.time()
    table = np.random.randn(200, 3) @ np.random.randn(3, 24) + 0.1 * np.random.randn(200, 24)
    rss = tss = 0.0
    for t in range(args.repeat):
        perm = np.random.permutation(200)
        x, y = split_x_y(table[perm[:120]], args.idx)
        vx, vy = split_x_y(table[perm[120:160]], args.idx)
        tx, ty = split_x_y(table[perm[160:]], args.idx)
        pred = NNEstimator(4).fit_and_predict(x, y, vx, vy, tx)
        rss += np.mean(np.square(ty - pred))
        tss += np.mean(np.square(ty - y.mean()))
        print(f"R^2: {1 - rss / tss:.3f}")
    print(f"End: time = {time.time() - start:.1f}")
