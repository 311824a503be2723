import pickle

import dgl
import torch
import torch.nn as nn
import torch.nn.functional as F
from dgl.nn.pytorch import GATConv


def map_node_embedding(nx_graph, embedding):
    """The rows of a matrix of all nodes, by the type of the node."""
    counters, features = {}, {}
    for node, data in nx_graph.nodes(data=True):
        counters[data["node_type"]] = counters.get(data["node_type"], 0) + 1
    for ntype, n in counters.items():
        features[ntype] = torch.zeros((n, embedding.shape[1]))  # wanted
    seen = dict.fromkeys(counters, 0)
    for row, (node, data) in enumerate(nx_graph.nodes(data=True)):
        ntype = data["node_type"]
        features[ntype][seen[ntype]] = embedding[row]
        seen[ntype] += 1
    return features


def hetero_graph_data(nx_graph):
    ids, per_type, edges = {}, {}, {}
    for node, data in nx_graph.nodes(data=True):
        ids[node] = per_type.get(data["node_type"], 0)
        per_type[data["node_type"]] = ids[node] + 1
    for u, v, data in nx_graph.edges(data=True):
        source, target = nx_graph.nodes[u]["node_type"], nx_graph.nodes[v]["node_type"]
        for key, a, b in (((source, data["label"], target), u, v), ((target, data["label"] + "_back", source), v, u)):
            edges.setdefault(key, ([], []))
            edges[key][0].append(ids[a])
            edges[key][1].append(ids[b])
    return {k: (torch.tensor(s), torch.tensor(t)) for k, (s, t) in edges.items()}, per_type


class SemanticAttention(nn.Module):
    def __init__(self, in_size, hidden_size=64):
        super().__init__()
        self.project = nn.Sequential(nn.Linear(in_size, hidden_size), nn.Tanh(), nn.Linear(hidden_size, 1, bias=False))

    def forward(self, z):
        beta = torch.softmax(self.project(z).mean(0), dim=0)
        return (beta.expand((z.shape[0],) + beta.shape) * z).sum(1)


class PathLayer(nn.Module):
    def __init__(self, meta_path, in_size, out_size, heads, dropout):
        super().__init__()
        self.gat = GATConv(in_size, out_size, heads, dropout, dropout, activation=F.elu, allow_zero_in_degree=True)
        self.attention = SemanticAttention(out_size * heads)
        self.meta_path = meta_path
        self._cached = None

    def forward(self, g, h):
        if self._cached is None:
            self._cached = dgl.metapath_reachable_graph(g, self.meta_path)
        return self.attention(self.gat(self._cached, h).flatten(1).unsqueeze(1))


class ContractClassifier(nn.Module):
    def __init__(self, graph_path, names, feature_path, node_feature="gae", hidden=16, classes=2, heads=4, device="cpu"):
        super().__init__()
        self.device = device
        self.names = {name: i for i, name in enumerate(names)}
        with open(graph_path, "rb") as f:
            nx_graph = pickle.load(f)
        edges, counts = hetero_graph_data(nx_graph)
        self.graph = dgl.heterograph(edges, num_nodes_dict=counts)
        tracker = {}
        for node, data in nx_graph.nodes(data=True):
            tracker.setdefault(data["node_type"], []).append(self.names[data["source_file"]])
        self.graph.ndata["filename"] = {k: torch.tensor(v) for k, v in tracker.items()}
        self.node_types = sorted(counts)
        if node_feature == "nodetype":
            eye = torch.eye(len(self.node_types))
            features = {t: eye[i].repeat(counts[t], 1).to(self.device) for i, t in enumerate(self.node_types)}
            self.in_size = len(self.node_types)
        else:
            with open(feature_path, "rb") as f:
                embedding = torch.tensor(pickle.load(f), device=device)
            self.in_size = embedding.shape[1]
            features = map_node_embedding(nx_graph, embedding)
        self.graph = self.graph.to(self.device)
        self.graph.ndata["feat"] = features  # wanted
        self.meta_paths = [[(s, e, t), (t, e + "_back", s)] for s, e, t in edges if not e.endswith("_back")]
        self.layers = nn.ModuleList([PathLayer(p, self.in_size, hidden, heads, 0.3) for p in self.meta_paths])
        self.classify = nn.Linear(hidden * heads, classes)

    def node_features(self):
        features = {}
        for layer in self.layers:
            ntype = layer.meta_path[0][0]
            features.setdefault(ntype, []).append(layer(self.graph, self.graph.ndata["feat"][ntype]))
        return {k: torch.stack(v).mean(0) for k, v in features.items()}

    def forward(self, batch_names):
        features, rows = self.node_features(), []
        for name in batch_names:
            parts = []
            for ntype, feature in features.items():
                mask = self.graph.ndata["filename"][ntype] == self.names[name]
                if mask.any():
                    parts.append(feature[mask].mean(0))
            rows.append(torch.stack(parts).sum(0))
        return self.classify(torch.stack(rows))
