import argparse
import os.path as osp
import random
import time

import numpy as np
import torch
import torch.nn.functional as F
from torch_geometric.datasets import TUDataset
from torch_geometric.explain import Explainer, PGExplainer
from torch_geometric.loader import DataLoader
from torch_geometric.nn import GraphConv, global_add_pool

parser = argparse.ArgumentParser()
parser.add_argument("--dataset", default="MUTAG")
parser.add_argument("--epochs", type=int, default=100)
parser.add_argument("--explain-epochs", type=int, default=30)
parser.add_argument("--hidden", type=int, default=64)
parser.add_argument("--batch-size", type=int, default=32)
parser.add_argument("--seed", type=int, default=0)
args = parser.parse_args()

random.seed(args.seed)
np.random.seed(args.seed)
torch.manual_seed(args.seed)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
path = osp.join(osp.dirname(osp.realpath(__file__)), "data", "TU")
dataset = TUDataset(path, name=args.dataset).shuffle()
cut = len(dataset) // 10
test_dataset, train_dataset = dataset[:cut], dataset[cut:]
train_loader = DataLoader(train_dataset, batch_size=args.batch_size, shuffle=True)
test_loader = DataLoader(test_dataset, batch_size=args.batch_size)


class Net(torch.nn.Module):
    def __init__(self, in_channels, hidden, out_channels):
        super().__init__()
        self.conv1 = GraphConv(in_channels, hidden)
        self.conv2 = GraphConv(hidden, hidden)
        self.conv3 = GraphConv(hidden, hidden)
        self.lin1 = torch.nn.Linear(hidden, hidden)
        self.lin2 = torch.nn.Linear(hidden, out_channels)

    def forward(self, x, edge_index, batch=None, edge_weight=None):
        x = self.conv1(x, edge_index, edge_weight).relu()
        x = self.conv2(x, edge_index, edge_weight).relu()
        x = self.conv3(x, edge_index, edge_weight).relu()
        x = global_add_pool(x, batch)
        x = F.dropout(self.lin1(x).relu(), p=0.5, training=self.training)
        return self.lin2(x)


model = Net(dataset.num_features, args.hidden, dataset.num_classes).to(device)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)


def train():
    model.train()
    total = 0
    for data in train_loader:
        data = data.to(device)
        optimizer.zero_grad()
        loss = F.cross_entropy(model(data.x, data.edge_index, data.batch), data.y)
        loss.backward()
        optimizer.step()
        total += float(loss) * data.num_graphs
    return total / len(train_dataset)


@torch.no_grad()
def test(loader):
    model.eval()
    right = 0
    for data in loader:
        data = data.to(device)
        right += int((model(data.x, data.edge_index, data.batch).argmax(dim=-1) == data.y).sum())
    return right / len(loader.dataset)


for epoch in range(1, args.epochs + 1):
    loss = train()
    if epoch % 10 == 0:
        print(f"Epoch: {epoch:03d}, Loss: {loss:.4f}, Train: {test(train_loader):.4f}, Test: {test(test_loader):.4f}")

model.eval()
explainer = Explainer(
    model=model,
    algorithm=PGExplainer(epochs=args.explain_epochs, lr=0.003).to(device),
    explanation_type="phenomenon",
    edge_mask_type="object",
    model_config=dict(mode="multiclass_classification", task_level="graph", return_type="raw"),
    threshold_config=dict(threshold_type="topk", value=10),
)

start = time.time()
for epoch in range(args.explain_epochs):
    losses = []
    for data in DataLoader(train_dataset, batch_size=1, shuffle=True):
        data = data.to(device)
        loss = explainer.algorithm.train(
            epoch, model, data.x, data.edge_index, target=data.y, batch=data.batch,
        )
        losses.append(loss)
    print(f"Explainer epoch {epoch}: {np.mean(losses):.4f}")
print(f"{time.time() - start:.1f}s")

kept = {}
for i, data in enumerate(test_dataset):
    data = data.to(device)
    batch = torch.zeros(data.num_nodes, dtype=torch.long, device=device)
    explanation = explainer(data.x, data.edge_index, target=data.y, batch=batch)
    mask = explanation.edge_mask.cpu().numpy()
    edges = data.edge_index[:, explanation.edge_mask > 0].cpu().numpy()
    kept[i] = edges
    print(i, int(data.y), int((mask > 0).sum()), "edges kept")
np.save("explanations.npy", kept, allow_pickle=True)
