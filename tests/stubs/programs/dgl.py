"""Programs that learn on graphs with DGL, which has no GPU here: what is wrong is wrong about modules and features."""

import dgl
import torch
from dgl.nn import GATConv, GraphConv, SAGEConv
from torch import nn


def triangle():
    return dgl.graph(([0, 1, 2], [1, 2, 0]))



def bad_features_of_the_gpu_on_a_graph_of_the_home(device):
    graph = dgl.graph(([0, 1, 2], [1, 2, 0]))  # wanted
    layer = GraphConv(4, 6).to(device)
    features = torch.randn(3, 4).to(device)
    graph.ndata["feature"] = features
    return layer(graph, graph.ndata["feature"])


def ok_features_of_the_gpu_on_a_graph_of_the_home(device):
    graph = triangle()
    layer = GraphConv(4, 6)
    features = torch.randn(3, 4).to(device)
    graph.ndata["feature"] = features.cpu()
    return layer(graph, graph.ndata["feature"])


def bad_layer_is_not_moved(device):  # not run: this DGL has no CUDA
    layer = SAGEConv(4, 6, "mean")
    features = torch.randn(3, 4, device=device)
    return layer(triangle().to(device), features)  # wanted


def ok_layer_is_not_moved(device):  # not run: this DGL has no CUDA
    layer = SAGEConv(4, 6, "mean").to(device)
    features = torch.randn(3, 4, device=device)
    return layer(triangle().to(device), features)


def bad_degrees_of_a_graph_scale_outputs_of_the_gpu(device):
    graph = triangle()
    outputs = nn.Linear(4, 2).to(device)(torch.randn(3, 4, device=device))
    return outputs / graph.in_degrees().clamp(min=1).unsqueeze(1)  # wanted


def ok_degrees_of_a_graph_scale_outputs_of_the_gpu(device):
    graph = triangle()
    outputs = nn.Linear(4, 2).to(device)(torch.randn(3, 4, device=device))
    return outputs / graph.in_degrees().clamp(min=1).unsqueeze(1).to(device)


def bad_graph_that_was_not_moved_in_place(device):  # not run: this DGL has no CUDA
    graph = triangle()
    graph.ndata["x"] = torch.randn(3, 4)
    graph.to(device)
    layer = GATConv(4, 6, num_heads=1).to(device)
    return layer(graph, graph.ndata["x"])  # wanted


def ok_graph_that_was_not_moved_in_place(device):  # not run: this DGL has no CUDA
    graph = triangle()
    graph.ndata["x"] = torch.randn(3, 4)
    graph = graph.to(device)
    layer = GATConv(4, 6, num_heads=1).to(device)
    return layer(graph, graph.ndata["x"])


def bad_graph_is_not_moved(device):
    layer = GraphConv(4, 6).to(device)
    features = torch.randn(3, 4).to(device)
    graph = dgl.graph(([0, 1, 2], [1, 2, 0]))  # wanted
    return layer(graph, features)


def ok_graph_is_not_moved(device):
    layer = GraphConv(4, 6)
    features = torch.randn(3, 4).to(device)
    return layer(triangle(), features.cpu())
