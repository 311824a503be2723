"""Small projects in which a call brings tensors to code of another file, for ``test_callers``."""

from __future__ import annotations

from collections.abc import Mapping

from devlint.base.diagnostic import Level

Case = tuple[Mapping[str, str], str, tuple[str, int, Level], tuple[str, str, str]]
"""The files, the one that is checked, the code, line and level of the finding, and what is replaced to mend it."""

TENSORS: dict[str, Case] = {
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
