import copy
import os
import time
from datetime import datetime

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

config = {
    "nodes": 12, "window": 8, "features": 2, "hidden": 16, "batch_size": 4, "epochs": 2, "lr": 1e-3,
    "percent": 0.4, "temperature": 0.5, "device": "cuda:0", "save": "./experiments",
}


def get_project_path(save, name):
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    return os.path.join(save, name, stamp)


def load_graph(nodes, device):
    a = np.random.rand(nodes, nodes)
    a = ((a + a.T) / 2 > 0.5).astype(np.float32)
    np.fill_diagonal(a, 0)
    return torch.tensor(a, device=device)


def load_data(cfg):
    x = np.random.randn(24, cfg["window"], cfg["nodes"], cfg["features"]).astype(np.float32)
    y = np.random.randn(24, 1, cfg["nodes"], cfg["features"]).astype(np.float32)
    return torch.from_numpy(x), torch.from_numpy(y)


def sim_global(flow, sim_type="cos"):
    """Similarity of the nodes over a batch, [v, v]."""
    if flow.dim() == 4:
        flow = flow.mean(dim=0)
    flow = flow.permute(1, 0, 2).reshape(flow.shape[1], -1)
    if sim_type == "cos":
        norm = flow.norm(dim=1, keepdim=True) + 1e-6
        return (flow / norm) @ (flow / norm).t()
    return torch.softmax(flow @ flow.t() / flow.shape[1] ** 0.5, dim=-1)


def aug_topology(sim_mx, input_graph, percent=0.2):
    drop_percent = percent / 2
    index_list = input_graph.nonzero()
    edge_num = int(index_list.shape[0] / 2)
    edge_mask = (input_graph > 0).tril(diagonal=-1)
    add_drop_num = int(edge_num * drop_percent / 2)
    aug_graph = copy.deepcopy(input_graph)

    drop_prob = torch.softmax(sim_mx[edge_mask], dim=0)  # wanted
    drop_prob = (1. - drop_prob).numpy()
    drop_prob /= drop_prob.sum()
    drop_list = np.random.choice(edge_num, size=add_drop_num, p=drop_prob)
    drop_index = index_list[drop_list]
    aug_graph[drop_index[:, 0], drop_index[:, 1]] = 0.
    aug_graph[drop_index[:, 1], drop_index[:, 0]] = 0.

    node_num = input_graph.shape[0]
    x, y = np.meshgrid(range(node_num), range(node_num), indexing="ij")
    mask = y < x
    x, y = x[mask], y[mask]
    add_prob = sim_mx[torch.ones(sim_mx.size(), dtype=bool).tril(diagonal=-1)]
    add_prob = torch.softmax(add_prob, dim=0).numpy()
    add_list = np.random.choice(len(x), size=add_drop_num, p=add_prob)
    aug_graph[x[add_list], y[add_list]] = 1.
    aug_graph[y[add_list], x[add_list]] = 1.
    return aug_graph


class Encoder(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.temporal = nn.Conv2d(cfg["features"], cfg["hidden"], (3, 1), padding=(1, 0))
        self.spatial = nn.Linear(cfg["hidden"], cfg["hidden"])
        self.s_sim_mx = None

    def forward(self, x, graph):
        h = F.relu(self.temporal(x.permute(0, 3, 1, 2)))
        h = torch.einsum("vw,bctw->bctv", graph / (graph.sum(1, keepdim=True) + 1e-6), h)
        h = F.relu(self.spatial(h.permute(0, 2, 3, 1)))
        self.s_sim_mx = sim_global(h.detach()).cpu()
        return h[:, -1:]


class SelfSupervised(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.encoder = Encoder(cfg)
        self.head = nn.Linear(cfg["hidden"], cfg["features"])

    def forward(self, x, graph):
        repr1 = self.encoder(x, graph)
        graph2 = aug_topology(self.encoder.s_sim_mx, graph, percent=self.cfg["percent"] * 2)
        repr2 = self.encoder(x, graph2)
        return repr1, repr2

    def loss(self, repr1, repr2, y):
        pred = F.l1_loss(self.head(repr1), y)
        a, b = F.normalize(repr1.flatten(1), dim=1), F.normalize(repr2.flatten(1), dim=1)
        logits = a @ b.t() / self.cfg["temperature"]
        return pred + 0.1 * F.cross_entropy(logits, torch.arange(len(a), device=a.device)), pred


class Trainer:
    def __init__(self, model, graph, cfg):
        self.model, self.graph, self.cfg = model, graph, cfg
        self.optimizer = torch.optim.Adam(model.parameters(), lr=cfg["lr"])
        self.path = get_project_path(cfg["save"], "traffic")

    def train(self, x, y):
        for epoch in range(self.cfg["epochs"]):
            t, total = time.time(), 0
            self.model.train()
            for i in range(0, len(x), self.cfg["batch_size"]):
                data = x[i:i + self.cfg["batch_size"]].to(self.cfg["device"])
                target = y[i:i + self.cfg["batch_size"]].to(self.cfg["device"])
                self.optimizer.zero_grad()
                repr1, repr2 = self.model(data, self.graph)
                loss, mae = self.model.loss(repr1, repr2, target)
                loss.backward()
                self.optimizer.step()
                total += loss.item()
            print(f"epoch {epoch}: loss {total:.3f}, {time.time() - t:.1f}s, {self.path}")


if __name__ == "__main__":
    np.random.seed(3)
    torch.manual_seed(3)
    net = SelfSupervised(config).to(config["device"])
    Trainer(net, load_graph(config["nodes"], config["device"]), config).train(*load_data(config))
