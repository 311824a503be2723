"""Samples of PyTorch Geometric."""

from __future__ import annotations

import torch

from tests.stubs.sample import Arguments, Sample


def _edges(device: str) -> torch.Tensor:
    return torch.tensor([[0, 1, 2, 2], [1, 2, 0, 2]], device=device)


def _graph(device: str) -> Arguments:
    return {"edge_index": _edges(device)}


def _pooled(device: str) -> Arguments:
    return {"x": torch.rand(3, 2, device=device), "batch": torch.tensor([0, 0, 1], device=device)}


def _grouped(device: str) -> Arguments:
    return {"src": torch.rand(3, 2, device=device), "index": torch.tensor([0, 0, 1], device=device)}


SAMPLES = [
    Sample("torch_geometric.nn.GCNConv", lambda device: {"in_channels": 2, "out_channels": 3}),
    Sample("torch_geometric.nn.GATConv", lambda device: {"in_channels": 2, "out_channels": 3}),
    Sample("torch_geometric.nn.SAGEConv", lambda device: {"in_channels": 2, "out_channels": 3}),
    Sample(
        "torch_geometric.nn.GIN",
        lambda device: {"in_channels": 2, "hidden_channels": 3, "num_layers": 2, "out_channels": 3},
    ),
    Sample("torch_geometric.nn.global_mean_pool", _pooled),
    Sample("torch_geometric.nn.global_add_pool", _pooled),
    Sample("torch_geometric.nn.global_max_pool", _pooled),
    Sample("torch_geometric.data.Data", lambda device: {"x": torch.rand(3, 2, device=device), **_graph(device)}),
    Sample("torch_geometric.utils.degree", lambda device: {"index": torch.tensor([0, 1, 1], device=device)}),
    Sample("torch_geometric.utils.to_undirected", _graph),
    Sample("torch_geometric.utils.add_self_loops", _graph),
    Sample("torch_geometric.utils.remove_self_loops", _graph),
    Sample("torch_geometric.utils.negative_sampling", _graph),
    Sample("torch_geometric.utils.softmax", _grouped),
    Sample("torch_geometric.utils.scatter", _grouped),
    Sample(
        "torch_geometric.utils.to_dense_adj",
        lambda device: {**_graph(device), "batch": torch.tensor([0, 0, 0], device=device)},
    ),
    Sample(
        "torch_geometric.utils.to_dense_batch",
        lambda device: {
            "x": torch.ones(4, 2, device=device),
            "batch": torch.tensor([0, 0, 1, 1], device=device),
        },
    ),
]
