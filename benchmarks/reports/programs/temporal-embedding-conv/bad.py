import torch
from torch import tensor
from torch_geometric.nn.conv import GCNConv

DEVICE = "cuda"
SNAPSHOTS = 3


def snapshot(nodes=10, features=128):
    """The features and the edges of the graph at one time."""
    x = torch.rand(nodes, features, device=DEVICE)
    edges = tensor([[1, 2, 3, 7, 8], [2, 3, 4, 8, 9]], device=DEVICE)
    return x, edges


def align(previous, current):
    """The rotation that brings one embedding closest to the one before."""
    u, _, vh = torch.linalg.svd(current.T @ previous)
    return current @ (u @ vh)


conv = GCNConv(in_channels=-1, out_channels=32)

history = []
for step in range(SNAPSHOTS):
    input_t, edges_t = snapshot()
    output_t = conv(input_t, edges_t)  # wanted
    if history:
        output_t = align(history[-1], output_t)
    history.append(output_t.detach())

embedding = torch.stack(history)
print(embedding.shape, embedding.mean().item())
