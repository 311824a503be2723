"""What the simulation costs: the same work on the plain CPU and under the simulation, side by side.

    python benchmarks/simcuda/overhead.py [--steps 12] [words of a program's name]

Prints the CPU time of each on one thread and their ratio. Plain and simulated runs alternate, medians are shown. The
programs "CPU only" never use CUDA: the simulation is only switched on, as by ``pytest --simulate-cuda``.
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
    """An embedding, encoder layers and a head."""

    def __init__(self, width: int = 128, layers: int = 4) -> None:
        super().__init__()
        self.embed = nn.Embedding(1000, width)
        layer = nn.TransformerEncoderLayer(width, 4, 4 * width, batch_first=True)
        self.body = nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)
        self.head = nn.Linear(width, 1000)

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


def small_transformer() -> nn.Module:
    return Transformer(64, 2)


def epoch(device: str) -> Callable[[], None]:
    """16 batches of 32 from a DataLoader through a small MLP, with Adam."""
    data = torch.utils.data.TensorDataset(torch.randn(512, 20), torch.randint(2, (512,)))
    loader = torch.utils.data.DataLoader(data, batch_size=32, shuffle=True)
    model = nn.Sequential(nn.Linear(20, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 2)).to(device)
    optimizer = torch.optim.Adam(model.parameters())
    loss_of = nn.CrossEntropyLoss()

    def step() -> None:
        total = 0.0
        for x, y in loader:
            optimizer.zero_grad()
            loss = loss_of(model(x.to(device)), y.to(device))
            loss.backward()
            optimizer.step()
            total += loss.item()

    return step


def adder(device: str) -> Callable[[], None]:
    a, b = torch.ones(10, device=device), torch.ones(10, device=device)

    def step() -> None:
        for _ in range(1000):
            a + b

    return step


def tiny(device: str) -> Callable[[], None]:
    """Arithmetic, a view, an index, a reduction and a function, on ten elements."""
    a, b = torch.ones(10, device=device), torch.ones(10, device=device)

    def step() -> None:
        for _ in range(100):
            c = a * 2 + b
            c = torch.relu(c - a).view(2, 5)
            (c[0] / (c.sum() + 1)).exp()

    return step


def compare(name: str, make: Callable[[str], Callable[[], None]], steps: int, device: str) -> float:
    """Print the medians of *steps* plain runs and runs on *device* that alternate; returns their ratio."""
    plain = make("cpu")
    lazy = device == "cpu"
    with simulated_cuda(devices=1, lazy=lazy):
        simulated = make(device)
    times: dict[bool, list[float]] = {False: [], True: []}
    for turn in range(2 * steps + 4):
        on = bool(turn % 2)
        with simulated_cuda(devices=1, lazy=lazy) if on else contextlib.nullcontext():
            begin = time.process_time()
            (simulated if on else plain)()
            spent = time.process_time() - begin
        if turn >= 4:
            times[on].append(spent * 1000)
    cpu, cuda = statistics.median(times[False]), statistics.median(times[True])
    print(f"{name:<34} plain {cpu:8.2f} ms   simulated {cuda:8.2f} ms   {cuda / cpu:5.2f} times")
    return cuda / cpu


IMAGES = torch.randn(8, 3, 32, 32), torch.randint(10, (8,))
TOKENS = torch.randint(1000, (8, 64)), torch.randint(1000, (8, 64))
FEW_TOKENS = torch.randint(1000, (8, 32)), torch.randint(1000, (8, 32))
PROGRAMS: dict[str, tuple[Callable[[str], Callable[[], None]], str]] = {
    "ResNet-18-shaped step": (lambda d: training(resnet, *IMAGES, d), "cuda"),
    "4-layer transformer step": (lambda d: training(Transformer, *TOKENS, d), "cuda"),
    "small transformer step": (lambda d: training(small_transformer, *FEW_TOKENS, d), "cuda"),
    "small MLP with a DataLoader": (epoch, "cuda"),
    "tiny operators, 800": (tiny, "cuda"),
    "a + b on 10 elements, 1000": (adder, "cuda"),
    "CPU only: small MLP, DataLoader": (epoch, "cpu"),
    "CPU only: small transformer step": (lambda d: training(small_transformer, *FEW_TOKENS, d), "cpu"),
    "CPU only: tiny operators, 800": (tiny, "cpu"),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="?", default="", help="only programs whose name holds this")
    parser.add_argument("--steps", type=int, default=12)
    options = parser.parse_args()
    torch.set_num_threads(1)
    print(f"torch {torch.__version__}, CPU time of one thread, medians of {options.steps} runs")
    for name, (make, device) in PROGRAMS.items():
        if options.words in name:
            compare(name, make, options.steps, device)


if __name__ == "__main__":
    main()
