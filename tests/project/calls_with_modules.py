"""Small projects in which a module, or a class of modules, goes from file to file, for ``test_callers``."""

from __future__ import annotations

from devlint.base.diagnostic import Level
from tests.project.calls_with_tensors import Case

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

MODULES: dict[str, Case] = {
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
    "module that Lightning restores": (
        {
            "lit.py": """\
import pytorch_lightning as pl
from torch import nn

class Lit(pl.LightningModule):
    def __init__(self, width):
        super().__init__()
        self.layer = nn.Linear(width, 2)

    def forward(self, x):
        return self.layer(x)
""",
            "infer.py": """\
import torch
from lit import Lit

def infer(path, count):
    model = Lit.load_from_checkpoint(path, map_location="cpu")
    x = torch.rand(count, 8).cuda()
    return model.eval()(x)
""",
        },
        "infer.py",
        ("DEV101", 7, Level.ERROR),
        ("infer.py", 'map_location="cpu"', 'map_location="cuda"'),
    ),
}
