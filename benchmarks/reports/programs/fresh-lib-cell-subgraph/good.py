"""Simulated cells that attract each other, and a network that learns the law."""
import argparse
import os

import numpy as np
import torch
import torch.nn as nn
import torch_geometric as pyg
import torch_geometric.transforms as T
import torch_geometric.utils as pyg_utils
from torch_geometric.data import Data
from torch_geometric.loader import DataLoader

device = "cuda:0" if torch.cuda.is_available() else "cpu"


class Law(pyg.nn.MessagePassing):
    """True forces between the particles, by their kind."""

    def __init__(self, p, sigma):
        super().__init__(aggr="mean")
        self.p, self.sigma = p, sigma

    def forward(self, data):
        return self.propagate(data.edge_index, x=data.x, kind=data.kind)

    def message(self, x_i, x_j, kind_i):
        r = torch.sum((x_j - x_i) ** 2, dim=1)
        p = self.p[kind_i.flatten()]
        f = p[:, 0] * torch.exp(-r ** p[:, 1] / (2 * self.sigma ** 2)) - p[:, 2] * torch.exp(-r / self.sigma ** 2)
        return f[:, None] * (x_j - x_i)


class Learned(pyg.nn.MessagePassing):
    def __init__(self, kinds, width=64, embedding=2):
        super().__init__(aggr="mean")
        self.a = nn.Parameter(torch.ones(kinds, embedding))
        self.mlp = nn.Sequential(
            nn.Linear(3 + embedding, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 2),
        )

    def forward(self, data):
        return self.propagate(data.edge_index, x=data.x, kind=data.kind)

    def message(self, x_i, x_j, kind_i):
        d = x_j - x_i
        r = d.norm(dim=1, keepdim=True)
        return self.mlp(torch.cat((d, r, self.a[kind_i.flatten()]), dim=-1))


def init_cells(n, kinds):
    x = torch.rand(n, 2, device=device)
    kind = torch.arange(n, device=device)[:, None] % kinds
    return x, kind


def neighbours(x, radius):
    d = torch.sum((x[:, None, :] - x[None, :, :]) ** 2, dim=2)
    adj = ((d < radius ** 2) & (d > 1e-8)).float()
    return adj.nonzero().t().contiguous()


def largest_cluster(x, kind, edge_index):
    """The cells that hang together, with their edges."""
    n = x.shape[0]
    adj = pyg_utils.to_scipy_sparse_matrix(edge_index, num_nodes=n)
    from scipy.sparse.csgraph import connected_components
    _, component = connected_components(adj, connection="weak")
    _, count = np.unique(component, return_counts=True)
    subset = torch.from_numpy(component == count.argmax()).to(edge_index.device, torch.bool)
    edge_index, _ = pyg_utils.subgraph(subset, edge_index, relabel_nodes=True, num_nodes=n)
    return x[subset], kind[subset], edge_index


def generate(args):
    p = torch.rand(args.kinds, 3, device=device) + torch.tensor([0.5, 1.0, 0.5], device=device)
    law = Law(p, args.sigma)
    x, kind = init_cells(args.n, args.kinds)
    frames = []
    for it in range(args.frames):
        with torch.no_grad():
            edge_index = neighbours(x, args.radius)
            sx, skind, sedges = largest_cluster(x, kind, edge_index)
            frame = Data(x=sx, edge_index=sedges, kind=skind)
            frame.y = law(frame)
            frames.append(frame)
            x = x + args.delta * law(Data(x=x, edge_index=edge_index, kind=kind))
        if it % 20 == 0:
            print(it, frame)
    return frames


def train(frames, args):
    model = Learned(args.kinds).to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    scale = torch.cat([f.y for f in frames]).std()
    loader = DataLoader(frames, batch_size=args.batch_size, shuffle=True)
    rotate = T.RandomScale((0.95, 1.05))
    for epoch in range(args.epochs):
        total = 0.0
        for batch in loader:
            batch = batch.to(device)
            optimizer.zero_grad()
            loss = (model(batch) - batch.y / scale).norm(2)
            loss.backward()
            optimizer.step()
            total += loss.item()
        print("Epoch {}. Loss: {:.6f}".format(epoch, total / len(loader)))
        torch.save({"model_state_dict": model.state_dict()}, os.path.join(args.log, f"best_{epoch}.pt"))
    return model, rotate


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--n", type=int, default=600)
    parser.add_argument("--kinds", type=int, default=3)
    parser.add_argument("--frames", type=int, default=100)
    parser.add_argument("--radius", type=float, default=0.075)
    parser.add_argument("--sigma", type=float, default=0.05)
    parser.add_argument("--delta", type=float, default=0.01)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--batch_size", type=int, default=8)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--log", default=".")
    args = parser.parse_args()
    train(generate(args), args)
