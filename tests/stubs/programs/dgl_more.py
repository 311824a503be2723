import dgl
import dgl.function as fn
import torch
import torch.nn as nn
import torch.nn.functional as F
from dgl.dataloading import GraphDataLoader
from dgl.nn import GraphConv, SAGEConv

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def small_graph():
    graph = dgl.graph(([0, 1, 2], [1, 2, 0]))  # or here
    graph.ndata["feat"] = torch.randn(3, 4)  # or here
    graph.ndata["label"] = torch.tensor([0, 1, 0])  # or here
    return graph


class GCN(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = GraphConv(4, 8)
        self.conv2 = GraphConv(8, 2)

    def forward(self, g, h):
        return self.conv2(g, F.relu(self.conv1(g, h)))


def bad_features_read_before_the_move():  # not run
    g = small_graph()
    features, labels = g.ndata["feat"], g.ndata["label"]
    g = g.to(device)
    model = GCN().to(device)
    logits = model(g, features)  # wanted
    F.cross_entropy(logits, labels).backward()


def ok_features_read_before_the_move():  # not run
    g = small_graph()
    features, labels = g.ndata["feat"], g.ndata["label"]
    g = g.to(device)
    features, labels = features.to(device), labels.to(device)
    model = GCN().to(device)
    logits = model(g, features)
    F.cross_entropy(logits, labels).backward()


def bad_moved_graph_is_not_kept():  # not run
    g = small_graph()
    g.to("cuda")
    model = GCN().to("cuda")
    return model(g, g.ndata["feat"])  # wanted, not found: graphs that a move leaves behind are not looked at


def ok_moved_graph_is_not_kept():  # not run
    g = small_graph()
    g = g.to("cuda")
    model = GCN().to("cuda")
    return model(g, g.ndata["feat"])


def bad_labels_of_graphs():  # not run
    pairs = [(small_graph(), torch.tensor(1)) for _ in range(4)]
    model = GCN().cuda()
    for graphs, labels in GraphDataLoader(pairs, batch_size=2):
        graphs = graphs.to("cuda")
        graphs.ndata["h"] = model(graphs, graphs.ndata["feat"])
        logits = dgl.mean_nodes(graphs, "h")
        F.cross_entropy(logits, labels).backward()  # wanted


def ok_labels_of_graphs():  # not run
    pairs = [(small_graph(), torch.tensor(1)) for _ in range(4)]
    model = GCN().cuda()
    for graphs, labels in GraphDataLoader(pairs, batch_size=2):
        graphs = graphs.to("cuda")
        labels = labels.to("cuda")
        graphs.ndata["h"] = model(graphs, graphs.ndata["feat"])
        logits = dgl.mean_nodes(graphs, "h")
        F.cross_entropy(logits, labels).backward()


def bad_edge_weights_are_left():  # not run
    g = small_graph().to("cuda")
    weight = torch.rand(g.num_edges(), 1)
    g.edata["w"] = weight  # wanted, not found: what is put into a graph is not looked at
    g.update_all(fn.u_mul_e("feat", "w", "m"), fn.sum("m", "h"))
    return g.ndata["h"]


def ok_edge_weights_are_left():  # not run
    g = small_graph().to("cuda")
    weight = torch.rand(g.num_edges(), 1, device=g.device)
    g.edata["w"] = weight
    g.update_all(fn.u_mul_e("feat", "w", "m"), fn.sum("m", "h"))
    return g.ndata["h"]
