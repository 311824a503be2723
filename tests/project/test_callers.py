"""What code of another file does with what the caller brings: found at the call, and gone once that is mended."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from devlint.base.diagnostic import Level
from devlint.configuration.options import Options
from devlint.engine.linter import lint
from tests.project.test_project import write

Case = tuple[Mapping[str, str], str, tuple[str, int, Level], tuple[str, str, str]]
"""The files, the one that is checked, the code, line and level of the finding, and what is replaced to mend it."""

NETS = {
    "nets.py": """\
from torch import nn

class Small(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layer = nn.Linear(width, 2)

    def forward(self, x):
        return self.layer(x)

class Large(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(width, 64), nn.ReLU(), nn.Linear(64, 2))

    def forward(self, x):
        return self.layers(x)

KNOWN = {"small": Small, "large": Large}
""",
}

CASES: dict[str, Case] = {
    "array": (
        {
            "plots.py": """\
import matplotlib.pyplot as plt

def draw(picture, title):
    plt.title(title)
    plt.imshow(picture.permute(1, 2, 0).numpy())
""",
            "sample.py": """\
import torch
from plots import draw

def sample(count):
    noise = torch.randn(count, 3, 8, 8, device="cuda")
    for picture in noise:
        draw(picture, "noise")
""",
        },
        "sample.py",
        ("DEV107", 7, Level.ERROR),
        ("sample.py", "draw(picture, ", "draw(picture.cpu(), "),
    ),
    "three files": (
        {
            "grids.py": """\
import torch

def points(n):
    return torch.linspace(0, 1, n)

def shifted(deltas):
    base = points(deltas.shape[-1])
    return base + deltas
""",
            "heads.py": """\
from grids import shifted

def bounded(raw):
    return shifted(raw).clamp(0, 1)
""",
            "run.py": """\
import torch
from heads import bounded

def run(images):
    raw = torch.sigmoid(images.to("cuda"))
    return bounded(raw)
""",
        },
        "run.py",
        ("DEV101", 6, Level.ERROR),
        ("grids.py", "torch.linspace(0, 1, n)", 'torch.linspace(0, 1, n, device="cuda")'),
    ),
    "object that holds a module": (
        {
            "wrap.py": """\
class Wrapper:
    def __init__(self, model, device="cuda"):
        self.model = model
        self.model.to(device)

    def __call__(self, x):
        return self.model(x)
""",
            "use.py": """\
import torch
from torch import nn
from wrap import Wrapper

def use(size):
    wrapped = Wrapper(nn.Linear(3, 3))
    x = torch.zeros(size, 3)
    return wrapped(x)
""",
        },
        "use.py",
        ("DEV101", 7, Level.ERROR),
        ("use.py", "torch.zeros(size, 3)", 'torch.zeros(size, 3, device="cuda")'),
    ),
    "told to be on the CPU": (
        {
            "returns.py": """\
import torch

class Discount:
    def __init__(self, gamma, horizon, device):
        self.weights = torch.full((horizon,), gamma, device=device).cumprod(0)

    def __call__(self, rewards):
        return (rewards * self.weights).sum(-1)
""",
            "learn.py": """\
import torch
from returns import Discount

def learn(rollout):
    discount = Discount(0.9, 16, "cpu")
    rewards = torch.stack(list(rollout)).cuda()
    return discount(rewards)
""",
        },
        "learn.py",
        ("DEV101", 7, Level.ERROR),
        ("learn.py", '16, "cpu"', '16, "cuda"'),
    ),
    "picked from a table": (
        {
            **NETS,
            "train.py": """\
import torch
from nets import KNOWN

def train(name, loader):
    net = KNOWN[name](16)
    for x in loader:
        net(x.cuda()).sum().backward()
""",
        },
        "train.py",
        ("DEV310", 5, Level.ERROR),
        ("train.py", "KNOWN[name](16)", "KNOWN[name](16).cuda()"),
    ),
    "picked from a module": (
        {
            **NETS,
            "train.py": """\
import torch
import nets

def train(name, loader):
    cls = getattr(nets, name)
    net = cls(16)
    for x in loader:
        net(x.cuda()).sum().backward()
""",
        },
        "train.py",
        ("DEV310", 6, Level.ERROR),
        ("train.py", "cls(16)", "cls(16).cuda()"),
    ),
    "class that is handed over": (
        {
            "regressor.py": """\
class Regressor:
    def __init__(self, approximator, **parameters):
        self.model = approximator(**parameters)

    def predict(self, x):
        return self.model.predict(x)
""",
            "linear.py": """\
import torch
from torch import nn

class Linear:
    def __init__(self, width):
        self.network = nn.Linear(width, 1).cuda()

    def predict(self, x):
        return self.network(torch.as_tensor(x).cuda())
""",
            "policy.py": """\
import torch
from regressor import Regressor
from linear import Linear

class Policy:
    def __init__(self, width):
        self.value = Regressor(Linear, width=width)
        self.scale = torch.ones(width)

    def draw(self, state):
        return self.value.predict(state) * self.scale
""",
        },
        "policy.py",
        ("DEV101", 8, Level.ERROR),
        ("policy.py", "torch.ones(width)", "torch.ones(width).cuda()"),
    ),
    "script that only builds": (
        {
            **NETS,
            "evaluation.py": """\
import torch
from torch.utils.data import DataLoader

class Evaluation:
    def __init__(self, model, rows):
        self.model = model
        self.rows = rows

    def run(self):
        hits = 0
        for image, label in DataLoader(self.rows, batch_size=8):
            hits += (self.model(image.cuda()).argmax(1) == label.cuda()).sum().item()
        return hits
""",
            "script.py": """\
import sys
from evaluation import Evaluation
from nets import Small

model = Small(8)
evaluation = Evaluation(model, sys.argv[1:])
print(evaluation.run())
""",
        },
        "script.py",
        ("DEV310", 5, Level.ERROR),
        ("script.py", "Small(8)", "Small(8).cuda()"),
    ),
    "parts of one batch": (
        {
            "losses.py": """\
def squares(out, wanted):
    return ((out - wanted) ** 2).mean()
""",
            "fit.py": """\
import torch
from losses import squares

def fit(net, loader, device):
    net.to(device)
    for batch in loader:
        x = batch["x"].to(device)
        wanted = batch["wanted"]
        squares(net(x), wanted).backward()
""",
        },
        "fit.py",
        ("DEV105", 9, Level.WARNING),
        ("losses.py", "wanted) **", "wanted.to(out.device)) **"),
    ),
    "module that a function is given": (
        {
            "loop.py": """\
import torch
import torch.nn.functional as F

def train(model, loader, device, epochs):
    optimizer = torch.optim.Adam(model.parameters())
    for _ in range(epochs):
        for x, y in loader:
            x, y = x.to(device), y.to(device)
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
""",
            "main.py": """\
import torch
from torch import nn
from loop import train

def main(loader):
    model = nn.Sequential(nn.Flatten(), nn.Linear(784, 10))
    train(model, loader, torch.device("cuda"), 3)
""",
        },
        "main.py",
        ("DEV310", 6, Level.ERROR),
        ("main.py", "nn.Linear(784, 10))", 'nn.Linear(784, 10)).to("cuda")'),
    ),
    "module that a function gives back": (
        {
            "weights.py": """\
def drawn(net, gain=0.02):
    for one in net.parameters():
        one.data.normal_(0.0, gain)
    return net
""",
            "step.py": """\
import torch
from torch import nn
from weights import drawn

def step(x):
    net = nn.Linear(4, 4)
    net = drawn(net)
    return net(x.cuda())
""",
        },
        "step.py",
        ("DEV310", 6, Level.ERROR),
        ("step.py", "drawn(net)", "drawn(net).cuda()"),
    ),
    "parts that a function has moved": (
        {
            "parts.py": """\
def prepared(batch, device):
    images, labels, weights = batch
    return images.to(device), labels.to(device), weights
""",
            "fit.py": """\
import torch
from parts import prepared

def fit(net, loader, device):
    net.to(device)
    for batch in loader:
        images, labels, weights = prepared(batch, device)
        loss = torch.nn.functional.cross_entropy(net(images), labels, reduction="none")
        (loss * weights).mean().backward()
""",
        },
        "fit.py",
        ("DEV105", 9, Level.WARNING),
        ("parts.py", "device), weights", "device), weights.to(device)"),
    ),
}


def found(folder: Path, file: str) -> list[tuple[str, int, Level]]:
    path = folder / file
    every = lint(path.read_text(), str(path), Options(level=Level.HINT))
    return [(one.code, one.span.line, one.level) for one in every]


@pytest.mark.parametrize("name", CASES)
def test_what_a_caller_brings(tmp_path: Path, name: str) -> None:
    files, checked, finding, (mended, old, new) = CASES[name]
    write(tmp_path, files)
    assert found(tmp_path, checked) == [finding]
    write(tmp_path, {mended: files[mended].replace(old, new)})
    assert not found(tmp_path, checked)
