"""Samples of DGL, as far as it has no GPU: graphs are on the CPU, whatever the device of a sample."""

from __future__ import annotations

from typing import Any

import dgl
import torch

from tests.stubs.sample import Arguments, Sample

EDGES = ([0, 1, 2], [1, 2, 0])


def graph() -> Any:
    return dgl.graph(EDGES)


def _object(device: str) -> Arguments:
    return {"self": graph()}


SAMPLES = [
    Sample("dgl.graph", lambda device: {"data": EDGES}),
    Sample("dgl.graph", lambda device: {"data": tuple(map(torch.tensor, EDGES))}),
    Sample("dgl.DGLGraph", lambda device: {}),
    Sample("dgl.DGLGraph.in_degrees", _object),
    Sample("dgl.DGLGraph.out_degrees", _object),
    Sample("dgl.DGLGraph.edges", _object),
    Sample("dgl.DGLGraph.nodes", _object),
    Sample("dgl.DGLGraph.device", _object),
    Sample("dgl.nn.pytorch.GraphConv", lambda device: {"in_feats": 4, "out_feats": 2}),
    Sample("dgl.nn.pytorch.SAGEConv", lambda device: {"in_feats": 4, "out_feats": 2, "aggregator_type": "mean"}),
    Sample("dgl.nn.pytorch.GATConv", lambda device: {"in_feats": 4, "out_feats": 2, "num_heads": 1}),
]
