"""Modules that are left where they were, and what is made in them."""

from __future__ import annotations

from benchmarks.generated.bug import LOSS, OPTIMIZER, PAIRS, UPDATE, Bug

_ACTIONS = """\
class {Net}(nn.Module):
    def __init__(self, inputs, actions):
        super().__init__()
        self.fc1 = nn.Linear(inputs, 16)
        self.fc2 = nn.Linear(16, actions)

    def forward(self, {x}):
        return self.fc2(torch.relu(self.fc1({x})))
"""
_VALUES = """\
{x} = torch.rand({b}, {d})
move {x}
with torch.no_grad():
    {best} = {target}({x}).max(1).values
{loss} = nn.functional.mse_loss({net}({x}).max(1).values, {best})
{loss}.backward()
"""

MODULES = (
    Bug(
        "model not moved",
        PAIRS
        + """\
{net} = nn.Sequential(nn.Linear({d}, 16), nn.ReLU(), nn.Linear(16, {k}))
put? {net}
"""
        + LOSS
        + OPTIMIZER,
        """\
for {x}, {y} in {loader}:
    move {x} {y}
    {loss} = {criterion}({net}({x}), {y})
"""
        + UPDATE,
    ),
    Bug(
        "plain attribute for a buffer",
        """\
{net} = {Net}({d}, {k})
put {net}
{x} = torch.rand({b}, {d})
move {x}
""",
        """\
{out} = {net}({x})
print({out}.sum().item())
""",
        top="""\
class {Net}(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.fc = nn.Linear(inputs, outputs)
        bad self.{attr} = torch.ones(inputs) * 0.5
        good self.register_buffer("{attr}", torch.ones(inputs) * 0.5)

    def forward(self, {x}):
        return self.fc({x} - self.{attr})
""",
    ),
    Bug(
        "target network not moved",
        """\
{net} = {Net}({d}, {k})
put {net}
{target} = {Net}({d}, {k})
put? {target}
{target}.load_state_dict({net}.state_dict())
""",
        _VALUES,
        top=_ACTIONS,
    ),
    Bug(
        "target network copied before the move",
        """\
{net} = {Net}({d}, {k})
bad {target} = copy.deepcopy({net})
put {net}
good {target} = copy.deepcopy({net})
""",
        _VALUES,
        top=_ACTIONS,
        imports="import copy",
    ),
    Bug(
        "three files, labels not moved",
        """\
{loader} = {makeloader}({n}, {b})
{net} = {Net}({d}, {k})
put {net}
"""
        + LOSS
        + OPTIMIZER,
        """\
for {x}, {y} in {loader}:
    move {x} {y}?
    {out} = {net}({x})
    {loss} = {criterion}({out}, {y})
"""
        + UPDATE,
        files={
            "{modelfile}": """\
import torch
from torch import nn


class {Net}(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.fc = nn.Linear(inputs, outputs)

    def forward(self, x):
        return self.fc(torch.relu(x))
""",
            "{datafile}": """\
import torch
from torch.utils.data import DataLoader, TensorDataset


def {makeloader}(count, batch_size):
    rows = TensorDataset(torch.rand(count, {d}), torch.randint({k}, (count,)))
    return DataLoader(rows, batch_size=batch_size, shuffle=True)
""",
        },
        imports="from {datafile} import {makeloader}\nfrom {modelfile} import {Net}\n",
    ),
    Bug(
        "two files, mask made in the model",
        """\
{net} = {Net}({d}, {k})
put {net}
""",
        """\
{x} = torch.rand({b}, {d}, {d})
move {x}
{out} = {net}({x})
print({out}.shape)
""",
        files={
            "{modelfile}": """\
import torch
from torch import nn


class {Net}(nn.Module):
    def __init__(self, width, outputs):
        super().__init__()
        self.fc = nn.Linear(width, outputs)

    def forward(self, {x}):
        bad {mask} = torch.tril(torch.ones({x}.size(1), {x}.size(1)))
        good {mask} = torch.tril(torch.ones({x}.size(1), {x}.size(1), device={x}.device))
        return self.fc({x}.masked_fill({mask} == 0, 0.0))
""",
        },
        imports="from {modelfile} import {Net}\n",
    ),
    Bug(
        "positions made without device",
        """\
{net} = {Net}({d}, {k})
put {net}
{ids} = torch.randint({k}, ({b}, {d}))
move {ids}
""",
        """\
{out} = {net}({ids})
print({out}.shape)
""",
        top="""\
class {Net}(nn.Module):
    def __init__(self, length, tokens):
        super().__init__()
        self.{embed} = nn.Embedding(tokens, 8)
        self.{place} = nn.Embedding(length, 8)
        self.head = nn.Linear(8, tokens)

    def forward(self, {ids}):
        bad {pos} = torch.arange({ids}.shape[1])
        good {pos} = torch.arange({ids}.shape[1], device={ids}.device)
        {h} = self.{embed}({ids}) + self.{place}({pos})
        return self.head({h})
""",
    ),
    Bug(
        "hidden state of an RNN",
        """\
{net} = {Net}({d}, 16, {k})
put {net}
{x} = torch.rand({b}, 5, {d})
move {x}
""",
        """\
{out} = {net}({x})
print({out}.shape)
""",
        top="""\
class {Net}(nn.Module):
    def __init__(self, inputs, {hidden}, outputs):
        super().__init__()
        self.{hidden} = {hidden}
        self.rnn = nn.{RNN}(inputs, {hidden}, batch_first=True)
        self.fc = nn.Linear({hidden}, outputs)

    def forward(self, {x}):
        bad {h} = torch.zeros(1, {x}.size(0), self.{hidden})
        good {h} = torch.zeros(1, {x}.size(0), self.{hidden}, device={x}.device)
        {out}, _ = self.rnn({x}, {h})
        return self.fc({out}[:, -1])
""",
    ),
    Bug(
        "states of an LSTM",
        """\
{net} = {Net}({d}, {k})
put {net}
{x} = torch.rand({b}, 5, {d})
move {x}
""",
        """\
{out} = {net}({x})
print({out}.shape)
""",
        top="""\
class {Net}(nn.Module):
    def __init__(self, inputs, outputs, {hidden}=16):
        super().__init__()
        self.{hidden} = {hidden}
        self.lstm = nn.LSTM(inputs, {hidden}, batch_first=True)
        self.fc = nn.Linear({hidden}, outputs)

    def start(self, count):
        {h} = torch.zeros(1, count, self.{hidden})
        {c} = torch.zeros(1, count, self.{hidden})
        good {h}, {c} = {h}.to(self.fc.weight.device), {c}.to(self.fc.weight.device)
        return {h}, {c}

    def forward(self, {x}):
        {h}, {c} = self.start({x}.size(0))
        {out}, _ = self.lstm({x}, ({h}, {c}))
        return self.fc({out}[:, -1, :])
""",
    ),
    Bug(
        "noise of a VAE",
        """\
{net} = {Net}({d}, {k})
put {net}
{x} = torch.rand({b}, {d})
move {x}
""",
        """\
{out} = {net}({x})
{loss} = nn.functional.mse_loss({out}, {x})
{loss}.backward()
""",
        top="""\
class {Net}(nn.Module):
    def __init__(self, inputs, latent):
        super().__init__()
        self.to_mean = nn.Linear(inputs, latent)
        self.to_spread = nn.Linear(inputs, latent)
        self.back = nn.Linear(latent, inputs)

    def sample(self, {mu}, {std}):
        bad {eps} = torch.randn({std}.size())
        good {eps} = torch.randn_like({std})
        return {mu} + {eps} * {std}

    def forward(self, {x}):
        {mu}, {std} = self.to_mean({x}), self.to_spread({x}).exp()
        return self.back(self.sample({mu}, {std}))
""",
    ),
)
