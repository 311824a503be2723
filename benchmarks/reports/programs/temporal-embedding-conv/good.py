import torch
from torch import tensor
from torch_geometric.nn.conv import GCNConv

GPU = "cuda"
SNAPSHOTS = 3


def snapshot(nodes=10, features=128):
    """The features and the edges of the graph at one time."""
    x = torch.rand(nodes, features, device=GPU)
    edges = tensor([[1, 2, 3, 7, 8], [2, 3, 4, 8, 9]], device=GPU)
    return x, edges


def align(previous, current):
    """The rotation that brings one embedding closest to the one before."""
    u, _, vh = torch.linalg.svd(current.T @ previous)
    return current @ (u @ vh)


layer = GCNConv(in_channels=-1, out_channels=32).to(GPU)

history = []
for step in range(SNAPSHOTS):
    nodes_now, links_now = snapshot()
    vectors = layer(nodes_now, links_now)
    if history:
        vectors = align(history[-1], vectors)
    history.append(vectors.detach())

embedding = torch.stack(history)
print(embedding.shape, embedding.mean().item())
