"""Calls of what the stub of einops describes."""

from __future__ import annotations

import torch
from einops.layers.torch import EinMix, Rearrange, Reduce

from tests.stubs.sample import Sample


def x(device: str) -> torch.Tensor:
    return torch.ones(2, 3, device=device)


SAMPLES = [
    Sample("einops.rearrange", lambda device: {"tensor": x(device), "pattern": "a b -> b a"}),
    Sample("einops.repeat", lambda device: {"tensor": x(device), "pattern": "a b -> a b 2"}),
    Sample("einops.reduce", lambda device: {"tensor": x(device), "pattern": "a b -> a", "reduction": "sum"}),
    Sample("einops.reduce", lambda device: {"tensor": x(device), "pattern": "a b ->", "reduction": "mean"}),
    Sample("einops.pack", lambda device: {"tensors": [x(device), x(device)], "pattern": "* b"}),
    Sample("einops.unpack", lambda device: {"tensor": x(device), "packed_shapes": [(1,), (1,)], "pattern": "* b"}),
    Sample("einops.einsum", lambda device: {"first": x(device), "*tensors": (x(device), "a b, a b -> a")}),
    Sample("einops.layers.torch.Rearrange", lambda device: {"pattern": "a b -> b a"}),
    Sample(
        "einops.layers.torch.Rearrange.__call__", lambda device: {"self": Rearrange("a b -> b a"), "input": x(device)}
    ),
    Sample(
        "einops.layers.torch.Reduce.__call__", lambda device: {"self": Reduce("a b -> a", "mean"), "input": x(device)}
    ),
    Sample("einops.layers.torch.Reduce.__call__", lambda device: {"self": Reduce("a b ->", "mean"), "input": x(device)}),
    Sample(
        "einops.layers.torch.EinMix",
        lambda device: {"pattern": "a b -> a c", "weight_shape": "b c", "b": 3, "c": 4},
    ),
    Sample(
        "einops.layers.torch.EinMix.__call__",
        lambda device: {"self": EinMix("a b -> a c", weight_shape="b c", b=3, c=4).to(device), "input": x(device)},
    ),
]
