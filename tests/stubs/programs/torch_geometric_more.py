import torch
import torch.nn.functional as F
from torch import nn
from torch_geometric.data import Batch, Data
from torch_geometric.loader import DataLoader
from torch_geometric.nn import GAE, GCNConv, GINConv, SAGEConv, global_add_pool, global_mean_pool
from torch_geometric.utils import to_dense_batch, train_test_split_edges

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def molecule(n=4):
    edges = torch.tensor([[0, 1, 2], [1, 2, 3]])
    return Data(x=torch.randn(n, 3), edge_index=edges, y=torch.tensor([1]), train_mask=torch.tensor([True, False, True, True]))


class GCN(nn.Module):
    def __init__(self, classes=2):
        super().__init__()
        self.conv1 = GCNConv(3, 8)
        self.conv2 = GCNConv(8, 8)
        self.lin = nn.Linear(8, classes)

    def forward(self, x, edge_index, batch):
        x = F.relu(self.conv1(x, edge_index))
        x = self.conv2(x, edge_index)
        return self.lin(global_mean_pool(x, batch))


def bad_graphs_of_a_loader():
    loader = DataLoader([molecule() for _ in range(4)], batch_size=2, shuffle=True)
    model = GCN().to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for data in loader:
        optimizer.zero_grad()
        out = model(data.x, data.edge_index, data.batch)  # wanted
        loss = F.cross_entropy(out, data.y)  # or here
        loss.backward()
        optimizer.step()


def ok_graphs_of_a_loader():
    loader = DataLoader([molecule() for _ in range(4)], batch_size=2, shuffle=True)
    model = GCN().to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for data in loader:
        data = data.to(device)
        optimizer.zero_grad()
        out = model(data.x, data.edge_index, data.batch)
        loss = F.cross_entropy(out, data.y)
        loss.backward()
        optimizer.step()


class Nodes(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = SAGEConv(3, 2)

    def forward(self, data):
        return self.conv(data.x, data.edge_index)


def bad_labels_of_the_nodes():
    data = molecule().to(device)
    model = Nodes().to(device)
    labels = torch.tensor([0, 1, 0, 1])
    out = model(data)
    loss = F.cross_entropy(out[data.train_mask], labels[data.train_mask])  # wanted
    loss.backward()


class Nodes(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = SAGEConv(3, 2)

    def forward(self, data):
        return self.conv(data.x, data.edge_index)


def ok_labels_of_the_nodes():
    data = molecule().to(device)
    model = Nodes().to(device)
    labels = torch.tensor([0, 1, 0, 1]).to(device)
    out = model(data)
    loss = F.cross_entropy(out[data.train_mask], labels[data.train_mask])
    loss.backward()


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = GCNConv(3, 4)

    def forward(self, x, edge_index):
        return self.conv(x, edge_index)


def bad_links_are_left():
    data = molecule()
    model = GAE(Encoder()).to("cuda")
    x = data.x.to("cuda")
    edges = data.edge_index
    z = model.encode(x, edges)  # wanted
    return model.recon_loss(z, edges)


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = GCNConv(3, 4)

    def forward(self, x, edge_index):
        return self.conv(x, edge_index)


def ok_links_are_left():
    data = molecule()
    model = GAE(Encoder()).to("cuda")
    x = data.x.to("cuda")
    edges = data.edge_index.to("cuda")
    z = model.encode(x, edges)
    return model.recon_loss(z, edges)


def bad_scores_of_an_evaluation():
    model = GCN().cuda().eval()
    scores = []
    for data in DataLoader([molecule() for _ in range(4)], batch_size=2):
        data = data.to("cuda")
        with torch.no_grad():
            out = model(data.x, data.edge_index, data.batch)
        scores.append(out.softmax(-1)[:, 1].numpy())  # wanted
    return scores


def ok_scores_of_an_evaluation():
    model = GCN().cuda().eval()
    scores = []
    for data in DataLoader([molecule() for _ in range(4)], batch_size=2):
        data = data.to("cuda")
        with torch.no_grad():
            out = model(data.x, data.edge_index, data.batch)
        scores.append(out.softmax(-1)[:, 1].cpu().numpy())
    return scores


def bad_batch_made_by_hand():
    model = GINConv(nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 4))).to("cuda")
    batch = Batch.from_data_list([molecule(), molecule()])
    h = model(batch.x, batch.edge_index)  # wanted, not found: graphs of a function of the file
    dense, mask = to_dense_batch(h, batch.batch)
    return dense.sum(1)


def ok_batch_made_by_hand():
    model = GINConv(nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 4))).to("cuda")
    batch = Batch.from_data_list([molecule(), molecule()]).to("cuda")
    h = model(batch.x, batch.edge_index)
    dense, mask = to_dense_batch(h, batch.batch)
    return dense.sum(1)
