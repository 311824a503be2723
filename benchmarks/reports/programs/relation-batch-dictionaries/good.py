import argparse

import torch
import torch.nn.functional as F
from torch_geometric.data import HeteroData
from torch_geometric.loader import NeighborLoader
from torch_geometric.nn import HANConv


def library(papers=200, authors=90):
    graph = HeteroData()
    graph["paper"].x = torch.randn(papers, 12)
    graph["paper"].y = torch.randint(0, 4, (papers,))
    graph["author"].x = torch.randn(authors, 12)
    wrote = torch.stack([torch.randint(0, authors, (900,)), torch.randint(0, papers, (900,))])
    graph["author", "wrote", "paper"].edge_index = wrote
    graph["paper", "written_by", "author"].edge_index = wrote.flip(0)
    return graph


class Relations(torch.nn.Module):
    def __init__(self, metadata, classes, hidden=32):
        super().__init__()
        self.conv = HANConv(12, hidden, metadata, heads=4, dropout=0.3)
        self.lin = torch.nn.Linear(hidden, classes)

    def forward(self, x_dict, edge_index_dict):
        return self.lin(self.conv(x_dict, edge_index_dict)["paper"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--device_id", default="0")
    parser.add_argument("--n_layers", type=int, default=2)
    parser.add_argument("--batch_size", type=int, default=64)
    args = parser.parse_args()

    graph = library()
    train_idx = torch.randperm(graph["paper"].num_nodes)[:150]
    train_loader = NeighborLoader(
        graph,
        input_nodes=("paper", train_idx),
        num_neighbors=[10] * args.n_layers,
        shuffle=True,
        batch_size=args.batch_size,
    )
    device = torch.device("cuda:" + args.device_id if torch.cuda.is_available() else "cpu")
    model = Relations(graph.metadata(), classes=4).to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)

    for epoch in range(3):
        for batch in train_loader:
            batch = batch.to(device)
            size = batch["paper"].batch_size
            labels = batch["paper"].y[:size].to(device)
            out = model(batch.x_dict, batch.edge_index_dict)[:size]
            loss = F.cross_entropy(out, labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, loss.item())


if __name__ == "__main__":
    main()
