import torch
import torch.nn.functional as F
import torch_geometric.transforms as T
from torch_geometric.data import HeteroData
from torch_geometric.loader import NeighborLoader
from torch_geometric.nn import Linear, SAGEConv, to_hetero

USERS, ITEMS, CLASSES = 300, 120, 3
gpu = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def shop():
    purchases = HeteroData()
    purchases["user"].x = torch.randn(USERS, 16)
    purchases["user"].y = torch.randint(0, CLASSES, (USERS,))
    purchases["user"].train_mask = torch.rand(USERS) < 0.7
    purchases["item"].x = torch.randn(ITEMS, 8)
    bought = torch.stack([torch.randint(0, USERS, (2000,)), torch.randint(0, ITEMS, (2000,))])
    purchases["user", "bought", "item"].edge_index = bought
    return T.ToUndirected()(purchases)


class Segments(torch.nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.conv1 = SAGEConv((-1, -1), hidden)
        self.conv2 = SAGEConv((-1, -1), hidden)
        self.lin = Linear(-1, CLASSES)

    def forward(self, x, edge_index):
        x = self.conv1(x, edge_index).relu()
        x = self.conv2(x, edge_index).relu()
        return self.lin(x)


purchases = shop()

sampler = NeighborLoader(
    purchases,
    num_neighbors=[30] * 2,
    batch_size=128,
    input_nodes=("user", purchases["user"].train_mask),
    shuffle=True,
)

model = to_hetero(Segments(32), purchases.metadata(), aggr="sum").to(gpu)
with torch.no_grad():
    whole = purchases.clone().to(gpu)
    model(whole.x_dict, whole.edge_index_dict)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)

for epoch in range(3):
    model.train()
    total = 0.0
    for batch in sampler:
        optimizer.zero_grad()
        batch = batch.to(gpu)
        size = batch["user"].batch_size
        out = model(batch.x_dict, batch.edge_index_dict)["user"][:size]
        loss = F.cross_entropy(out, batch["user"].y[:size])
        loss.backward()
        optimizer.step()
        total += float(loss) * size
    print(epoch, total)
