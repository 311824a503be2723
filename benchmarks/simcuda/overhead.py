"""What the simulation costs: the same training step on the plain CPU and on a simulated device, side by side.

    python benchmarks/simcuda/overhead.py [--steps 12]

Prints milliseconds for a ResNet-18-shaped network on 8x3x32x32 images and for a 4-layer transformer (width 128, 64
tokens, batch 8), and microseconds for `a + b` on ten elements. Plain and simulated steps alternate, medians are shown.
"""

from __future__ import annotations

import argparse
import contextlib
import statistics
import time
from collections.abc import Callable
from typing import Any

import torch
from torch import nn

from devlint.simcuda import simulated_cuda


class Block(nn.Module):
    """Two 3x3 convolutions and a shortcut, as in ResNet-18."""

    def __init__(self, inside: int, outside: int, stride: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(inside, outside, 3, stride, 1, bias=False),
            nn.BatchNorm2d(outside),
            nn.ReLU(),
            nn.Conv2d(outside, outside, 3, 1, 1, bias=False),
            nn.BatchNorm2d(outside),
        )
        same = stride == 1 and inside == outside
        self.shortcut = (
            nn.Identity()
            if same
            else nn.Sequential(nn.Conv2d(inside, outside, 1, stride, bias=False), nn.BatchNorm2d(outside))
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.body(x) + self.shortcut(x))


def resnet() -> nn.Module:
    """A network of ResNet-18's shape for small images."""
    layers: list[nn.Module] = [nn.Conv2d(3, 64, 3, 1, 1, bias=False), nn.BatchNorm2d(64), nn.ReLU()]
    inside = 64
    for outside, stride in ((64, 1), (128, 2), (256, 2), (512, 2)):
        layers += [Block(inside, outside, stride), Block(outside, outside, 1)]
        inside = outside
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, 10))


class Transformer(nn.Module):
    """An embedding, four encoder layers and a head."""

    def __init__(self) -> None:
        super().__init__()
        self.embed = nn.Embedding(1000, 128)
        layer = nn.TransformerEncoderLayer(128, 4, 512, batch_first=True)
        self.body = nn.TransformerEncoder(layer, 4, enable_nested_tensor=False)
        self.head = nn.Linear(128, 1000)

    def forward(self, tokens: torch.Tensor) -> Any:
        return self.head(self.body(self.embed(tokens))).transpose(1, 2)


def stepper(model: nn.Module, x: torch.Tensor, y: torch.Tensor) -> Callable[[], None]:
    """A training step of *model* on one batch."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    loss_of = nn.CrossEntropyLoss()

    def step() -> None:
        optimizer.zero_grad()
        loss_of(model(x), y).backward()
        optimizer.step()

    return step


def training(build: Callable[[], nn.Module], x: torch.Tensor, y: torch.Tensor, device: str) -> Callable[[], None]:
    return stepper(build().to(device), x.to(device), y.to(device))


def adder(device: str) -> Callable[[], None]:
    a, b = torch.ones(10, device=device), torch.ones(10, device=device)

    def step() -> None:
        for _ in range(1000):
            a + b

    return step


def compare(name: str, make: Callable[[str], Callable[[], None]], steps: int, unit: str) -> float:
    """Print the medians of *steps* plain and simulated runs that alternate; returns their ratio."""
    plain = make("cpu")
    with simulated_cuda(devices=1):
        simulated = make("cuda")
    times: dict[bool, list[float]] = {False: [], True: []}
    for turn in range(2 * steps + 4):
        on = bool(turn % 2)
        with simulated_cuda(devices=1) if on else contextlib.nullcontext():
            begin = time.perf_counter()
            (simulated if on else plain)()
            spent = time.perf_counter() - begin
        if turn >= 4:
            times[on].append(spent * 1000)
    cpu, cuda = statistics.median(times[False]), statistics.median(times[True])
    print(f"{name:<34} plain {cpu:8.2f} {unit}   simulated {cuda:8.2f} {unit}   {cuda / cpu:5.2f} times")
    return cuda / cpu


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=12)
    steps = parser.parse_args().steps
    torch.set_num_threads(1)
    images, labels = torch.randn(8, 3, 32, 32), torch.randint(10, (8,))
    tokens, targets = torch.randint(1000, (8, 64)), torch.randint(1000, (8, 64))
    compare("ResNet-18-shaped step", lambda d: training(resnet, images, labels, d), steps, "ms")
    compare("4-layer transformer step", lambda d: training(Transformer, tokens, targets, d), steps, "ms")
    compare("a + b on 10 elements", adder, steps, "us")


if __name__ == "__main__":
    main()
