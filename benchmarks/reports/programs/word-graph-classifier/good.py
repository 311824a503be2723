import dgl
import dgl.function as fn
import numpy as np
import scipy.sparse as sp
import torch
import torch.nn as nn
import torch.nn.functional as F

DOCUMENTS, WORDS, CLASSES = 40, 120, 4
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def corpus(seed=5):
    rng = np.random.default_rng(seed)
    nodes = DOCUMENTS + WORDS
    counts = sp.random(DOCUMENTS, WORDS, density=0.08, random_state=seed, data_rvs=lambda n: rng.random(n) + 0.1)
    adj = sp.bmat([[None, counts], [counts.T, sp.eye(WORDS)]]).tocsr() + sp.eye(nodes)
    labels = np.zeros((nodes, CLASSES), dtype=np.float32)
    labels[np.arange(nodes), rng.integers(0, CLASSES, nodes)] = 1
    mask = np.zeros(nodes, dtype=np.float32)
    mask[: DOCUMENTS // 2] = 1
    return adj, labels, mask


class NeighbourSum(nn.Module):
    """Features are summed over the neighbours, weighted by the edges, then mapped."""

    def __init__(self, words, in_feats, out_feats, activation):
        super().__init__()
        self.graph = words
        self.activation = activation
        self.linear = nn.Linear(in_feats, out_feats)

    def forward(self, feature):
        self.graph.ndata["h"] = feature
        self.graph.update_all(fn.u_mul_e("h", "w", "m"), fn.sum("m", "h"))
        h = self.graph.ndata.pop("h")
        return self.activation(self.linear(h)) if self.activation else self.linear(h)


class TextGraph(nn.Module):
    def __init__(self, words, input_dim, num_classes, hidden=64):
        super().__init__()
        self.inner = NeighbourSum(words, input_dim, hidden, F.relu)
        self.outer = NeighbourSum(words, hidden, num_classes, None)
        self.embedding = None

    def forward(self, features):
        x = self.inner(features)
        self.embedding = x
        return self.outer(F.dropout(x, 0.5, self.training))


adj, y_train, train_mask = corpus()
words = dgl.from_scipy(adj, eweight_name="w").to(device)
words.edata["w"] = words.edata["w"].float()

features_in = torch.eye(adj.shape[0], device=device)
truth = torch.from_numpy(y_train).to(device)
known = torch.from_numpy(train_mask).to(device)
known_wide = known.unsqueeze(1).repeat(1, CLASSES)

model = TextGraph(words, features_in.shape[1], CLASSES).to(device)
objective = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)

for epoch in range(20):
    model.train()
    scores = model(features_in)
    loss = objective(scores * known_wide, torch.max(truth, 1)[1])
    right = (torch.max(scores, 1)[1] == torch.max(truth, 1)[1]).float() * known
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(epoch, loss.item(), right.sum().item() / known.sum().item())
