"""Programs that arrange tensors of a GPU with einops."""

import torch
from einops import einsum, pack, rearrange, reduce, repeat
from einops.layers.torch import EinMix, Rearrange
from torch import nn


class PatchesWithPlainToken(nn.Module):
    """Embeds patches and puts a class token, no parameter, before them."""

    def __init__(self, dim=4):
        super().__init__()
        self.embed = nn.Sequential(Rearrange("b c (h p) (w q) -> b (h w) (p q c)", p=2, q=2), nn.Linear(12, dim))
        self.token = torch.zeros(dim)

    def forward(self, images):
        patches = self.embed(images)
        token = repeat(self.token, "d -> b 1 d", b=images.shape[0])
        tokens, _ = pack([token, patches], "b * d")  # wanted
        return tokens


class PatchesWithToken(nn.Module):
    """Embeds patches and puts a class token before them."""

    def __init__(self, dim=4):
        super().__init__()
        self.embed = nn.Sequential(Rearrange("b c (h p) (w q) -> b (h w) (p q c)", p=2, q=2), nn.Linear(12, dim))
        self.token = nn.Parameter(torch.zeros(dim))

    def forward(self, images):
        patches = self.embed(images)
        token = repeat(self.token, "d -> b 1 d", b=images.shape[0])
        tokens, _ = pack([token, patches], "b * d")
        return tokens


def bad_class_token_is_no_parameter(device):
    model = PatchesWithPlainToken().to(device)
    return model(torch.rand(2, 3, 4, 4, device=device))


def ok_class_token_is_no_parameter(device):
    model = PatchesWithToken().to(device)
    return model(torch.rand(2, 3, 4, 4, device=device))


def bad_positions_are_repeated_behind(device):
    x = torch.randn(2, 5, 4).to(device)
    embedding = nn.Embedding(8, 4).to(device)
    positions = repeat(torch.arange(x.shape[1]), "n -> b n", b=x.shape[0])
    return x + embedding(positions)  # wanted


def ok_positions_are_repeated_behind(device):
    x = torch.randn(2, 5, 4).to(device)
    embedding = nn.Embedding(8, 4).to(device)
    positions = repeat(torch.arange(x.shape[1], device=x.device), "n -> b n", b=x.shape[0])
    return x + embedding(positions)


def bad_frequencies_of_the_home_meet_the_heads():
    qkv = torch.randn(1, 4, 3 * 8, device="cuda")
    queries, keys, _ = rearrange(qkv, "b n (three h d) -> three b h n d", three=3, h=2)
    frequencies = 10000.0 ** (-torch.arange(4) / 4)
    rotated = einsum(queries * keys, frequencies, "b h n d, d -> b h n d")  # wanted
    return reduce(rotated, "b h n d -> b n", "mean")


def bad_ridge_is_made_without_a_device():
    x = torch.randn(4, 8, device="cuda")
    gram = einsum(x, x, "n i, n j -> i j")
    return gram + torch.diag(torch.full((8,), 0.1))  # wanted


def ok_frequencies_of_the_home_meet_the_heads():
    qkv = torch.randn(1, 4, 3 * 8, device="cuda")
    queries, keys, _ = rearrange(qkv, "b n (three h d) -> three b h n d", three=3, h=2)
    frequencies = 10000.0 ** (-torch.arange(4, device="cuda") / 4)
    rotated = einsum(queries * keys, frequencies, "b h n d, d -> b h n d")
    return reduce(rotated, "b h n d -> b n", "mean")


def bad_mixing_layer_is_made_in_the_loop(device):
    x = torch.randn(2, 4, 3, device=device)
    for _ in range(2):
        mix = EinMix("b n c -> b m c", weight_shape="n m", n=4, m=4)
        x = x + mix(x)  # wanted
    return x


def ok_mixing_layer_is_made_in_the_loop(device):
    x = torch.randn(2, 4, 3, device=device)
    for _ in range(2):
        mix = EinMix("b n c -> b m c", weight_shape="n m", n=4, m=4).to(device)
        x = x + mix(x)
    return x
