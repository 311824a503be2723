import networkx as nx
import torch
import torch.nn.functional as F
from torch_geometric.data import Data
from torch_geometric.datasets import TUDataset
from torch_geometric.loader import DataLoader
from torch_geometric.nn import GCNConv, global_add_pool
from torch_geometric.utils import to_networkx

dataset = TUDataset(root="data/TUDataset", name="PROTEINS").shuffle()
train_dataset = dataset[: int(0.8 * len(dataset))]
test_dataset = dataset[int(0.8 * len(dataset)) :]
train_loader = DataLoader(train_dataset, batch_size=32, shuffle=True)
test_loader = DataLoader(test_dataset, batch_size=32, shuffle=False)


def cliques_of(data):
    graph = to_networkx(data, to_undirected=True)
    return [sorted(c) for c in nx.find_cliques(graph)]


class CliquePool(torch.nn.Module):
    def forward(self, x, edge_index, batch):
        graph = Data(x=x.cpu(), edge_index=edge_index.cpu(), num_nodes=x.size(0))
        cliques = cliques_of(graph)
        owner = torch.zeros(x.size(0), dtype=torch.long, device=x.device)
        for i, clique in enumerate(cliques):
            owner[torch.tensor(clique, device=x.device)] = i
        pooled = torch.zeros(len(cliques), x.size(1), device=x.device).index_add_(0, owner, x)
        pooled_batch = torch.zeros(len(cliques), dtype=torch.long, device=x.device)
        pooled_batch[owner] = batch
        edges = owner[edge_index]
        keep = edges[0] != edges[1]
        return pooled, edges[:, keep], pooled_batch


class Net(torch.nn.Module):
    def __init__(self, hidden=32):
        super(Net, self).__init__()
        self.conv1 = GCNConv(dataset.num_features, hidden)
        self.pool1 = CliquePool()
        self.conv2 = GCNConv(hidden, hidden)
        self.lin1 = torch.nn.Linear(hidden, hidden)
        self.lin2 = torch.nn.Linear(hidden, dataset.num_classes)

    def forward(self, data):
        x, edge_index, batch = data.x, data.edge_index, data.batch
        x = F.relu(self.conv1(x, edge_index))
        x, edge_index, batch = self.pool1(x, edge_index, batch)
        x = F.relu(self.conv2(x, edge_index))
        x = global_add_pool(x, batch)
        x = F.relu(self.lin1(x))
        x = F.dropout(x, p=0.5, training=self.training)
        return F.log_softmax(self.lin2(x), dim=-1)


device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = Net().to(device)
optimizer = torch.optim.Adam(model.parameters(), lr=0.0001, weight_decay=0.001)  # lr=0.01, weight_decay=5e-4
data = dataset[0].to(device)


def train(epoch):
    model.train()

    loss_all = 0
    for data in train_loader:
        data = data.to(device)
        optimizer.zero_grad()
        output = model(data)
        loss = F.nll_loss(output, data.y.to(device))
        loss.backward()
        loss_all += data.num_graphs * loss.item()
        optimizer.step()
    return loss_all / len(train_dataset)


def test(loader):
    model.eval()

    correct = 0
    for data in loader:
        data = data.to(device)
        pred = model(data).max(dim=1)[1]
        correct += pred.eq(data.y).sum().item()
    return correct / len(loader.dataset)


for epoch in range(1, 100):
    loss = train(epoch)
    train_acc = test(train_loader)
    test_acc = test(test_loader)
    print('Epoch: {:03d}, Loss: {:.5f}, Train Acc: {:.5f}, Test Acc: {:.5f}'.format(epoch, loss, train_acc, test_acc))
