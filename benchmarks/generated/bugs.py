"""The basic bugs, as small programs in text.

Names in braces are filled in by a seed. A line may begin with

    bad, good      it stands in the faulty program, or in the repaired one, only
    put NAME       the module NAME, which the line before made, is moved
    move NAME ...  tensors are moved; one with ``?`` behind it in the repaired program only
    make NAME = F  what the factory F makes is on the device; ``make?``: in the repaired program only
    drawn NAME = F the factory F is given the device where it has a name
    lost NAME      the tensor NAME is moved and the result discarded

``{where}`` stands for the device as an argument.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Bug:
    """One bug: what the program defines, sets up and does. ``files`` holds definitions of files of their own."""

    name: str
    setup: str
    body: str
    top: str = ""
    files: dict[str, str] = field(default_factory=dict)
    imports: str = ""


PAIRS = "{loader} = DataLoader(TensorDataset(torch.rand({n}, {d}), torch.randint({k}, ({n},))), batch_size={b})\n"
LINEAR = """\
{net} = nn.Linear({d}, {k})
put {net}
"""
SEQUENTIAL = """\
{net} = nn.Sequential(nn.Linear({d}, 16), nn.ReLU(), nn.Linear(16, {k}))
put {net}
"""
LOSS = "{criterion} = nn.CrossEntropyLoss()\n"
OPTIMIZER = "{optimizer} = torch.optim.SGD({net}.parameters(), lr=0.1)\n"
UPDATE = """\
    {optimizer}.zero_grad()
    {loss}.backward()
    {optimizer}.step()
"""

BUGS = (
    Bug(
        "labels not moved",
        PAIRS + LINEAR + LOSS + OPTIMIZER,
        """\
for {x}, {y} in {loader}:
    move {x} {y}?
    {out} = {net}({x})
    {loss} = {criterion}({out}, {y})
"""
        + UPDATE,
    ),
    Bug(
        "inputs not moved",
        PAIRS + SEQUENTIAL + LOSS + OPTIMIZER,
        """\
for {x}, {y} in {loader}:
    move {x}? {y}
    {out} = {net}({x})
    {loss} = {criterion}({out}, {y})
"""
        + UPDATE,
    ),
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
        "mask made without device",
        PAIRS + LINEAR,
        """\
for {x}, {y} in {loader}:
    move {x} {y}
    make? {mask} = torch.ones({x}.shape)
    {out} = {net}({x} * {mask})
    print({out}.argmax(1).eq({y}).sum().item())
""",
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
        "noise made without device",
        """\
{net} = nn.Sequential(nn.Linear({d}, 16), nn.LeakyReLU(0.2), nn.Linear(16, {k}), nn.Tanh())
put {net}
""",
        """\
for {step} in range(2):
    make? {noise} = torch.randn({b}, {d})
    {out} = {net}({noise})
    print({step}, {out}.mean().item())
""",
    ),
    Bug(
        "loss weights on the CPU",
        PAIRS
        + LINEAR
        + """\
make? {weights} = torch.tensor([1.0] + [2.5] * {k1})
{criterion} = nn.CrossEntropyLoss(weight={weights})
"""
        + OPTIMIZER,
        """\
for {x}, {y} in {loader}:
    move {x} {y}
    {loss} = {criterion}({net}({x}), {y})
"""
        + UPDATE,
    ),
    Bug(
        "labels changed first by long",
        """\
{loader} = DataLoader(TensorDataset(torch.rand({n}, {d}), torch.randint({k}, ({n},)).float()), batch_size={b})
"""
        + LINEAR
        + LOSS,
        """\
for {x}, {y} in {loader}:
    {y} = {y}.long()
    move {x} {y}?
    {loss} = {criterion}({net}({x}), {y})
    {loss}.backward()
""",
    ),
    Bug(
        "labels changed first by unsqueeze",
        """\
{loader} = DataLoader(TensorDataset(torch.rand({n}, {d}), torch.rand({n})), batch_size={b})
{net} = nn.Sequential(nn.Linear({d}, 1), nn.Sigmoid())
put {net}
{criterion} = nn.BCELoss()
""",
        """\
for {x}, {y} in {loader}:
    {y} = {y}.unsqueeze(1)
    move {x} {y}?
    {out} = {net}({x})
    {loss} = {criterion}({out}, {y})
    {loss}.backward()
""",
    ),
    Bug(
        "labels changed where they are used",
        """\
{loader} = DataLoader(TensorDataset(torch.rand({n}, {d}), torch.randint(2, ({n},))), batch_size={b})
{net} = nn.Linear({d}, 1)
put {net}
{criterion} = nn.BCEWithLogitsLoss()
""",
        """\
for {x}, {y} in {loader}:
    move {x} {y}?
    {out} = {net}({x})
    {loss} = {criterion}({out}, {y}.float().view(-1, 1))
    {loss}.backward()
""",
    ),
    Bug(
        "inputs changed first by view",
        """\
{loader} = DataLoader(TensorDataset(torch.rand({n}, 1, {d}, {d}), torch.randint({k}, ({n},))), batch_size={b})
{net} = nn.Linear({d} * {d}, {k})
put {net}
"""
        + LOSS,
        """\
for {x}, {y} in {loader}:
    {x} = {x}.view({x}.size(0), -1)
    move {x}? {y}
    {out} = {net}({x})
    {loss} = {criterion}({out}, {y})
    {loss}.backward()
""",
    ),
    Bug(
        "part out of a tuple",
        PAIRS + LINEAR + LOSS,
        """\
for {batch} in {loader}:
    {x}, {y} = {batch}
    move {x} {y}?
    {loss} = {criterion}({net}({x}), {y})
    {loss}.backward()
""",
    ),
    Bug(
        "part out of a dict",
        """\
{loader} = DataLoader({Rows}({n}), batch_size={b})
"""
        + LINEAR
        + LOSS,
        """\
for {batch} in {loader}:
    {x} = {batch}["{xkey}"]
    {y} = {batch}["{ykey}"]
    move {x} {y}?
    {out} = {net}({x})
    {loss} = {criterion}({out}, {y})
    {loss}.backward()
""",
        top="""\
class {Rows}(Dataset):
    def __init__(self, count):
        self.rows = torch.rand(count, {d})
        self.kinds = torch.randint({k}, (count,))

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return {"{xkey}": self.rows[index], "{ykey}": self.kinds[index]}
""",
    ),
    Bug(
        "part by its index",
        PAIRS + LINEAR + LOSS,
        """\
for {i}, {batch} in enumerate({loader}):
    good {x}, {y} = {batch}[0], {batch}[1]
    good move {x} {y}
    bad {x} = {batch}[0]
    bad move {x}
    bad {y} = {batch}[1]
    {out} = {net}({x})
    {loss} = {criterion}({out}, {y})
    {loss}.backward()
    print({i}, {loss}.item())
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
        "one-hot by eye",
        PAIRS + LINEAR,
        """\
for {x}, {y} in {loader}:
    move {x} {y}
    make? {eye} = torch.eye({k})
    {hot} = {eye}[{y}]
    {loss} = (({net}({x}) - {hot}) ** 2).mean()
    {loss}.backward()
""",
    ),
    Bug(
        "index on another device",
        PAIRS + LINEAR,
        """\
for {x}, {y} in {loader}:
    move {x} {y}?
    {out} = torch.log_softmax({net}({x}), dim=1)
    {loss} = -{out}.gather(1, {y}.unsqueeze(1)).mean()
    {loss}.backward()
""",
    ),
    Bug(
        "numpy of a CUDA tensor",
        PAIRS + LINEAR,
        """\
{found} = []
for {x}, {y} in {loader}:
    move {x}
    {out} = {net}({x}).argmax(dim=1)
    bad {found}.append({out}.numpy())
    good {found}.append({out}.cpu().numpy())
print(len({found}))
""",
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
        "generator on the CPU",
        LINEAR
        + """\
bad {gen} = torch.Generator()
good {gen} = torch.Generator(device={where})
{gen}.manual_seed(7)
""",
        """\
{noise} = torch.empty({b}, {d})
move {noise}
{noise}.normal_(generator={gen})
{out} = {net}({noise})
print({out}.shape)
""",
    ),
    Bug(
        "generator of another device than the factory",
        LINEAR
        + """\
bad {gen} = torch.Generator().manual_seed(7)
good {gen} = torch.Generator(device={where}).manual_seed(7)
""",
        """\
drawn {noise} = torch.randn({b}, {d}, generator={gen})
{out} = {net}({noise})
print({out}.shape)
""",
    ),
    Bug(
        "accumulator on the CPU",
        PAIRS + LINEAR,
        """\
make? {total} = torch.zeros({k})
for {x}, {y} in {loader}:
    move {x} {y}
    {out} = {net}({x}).softmax(dim=-1)
    {total} += {out}.sum(dim=0)
print({total})
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
        """\
{x} = torch.rand({b}, {d})
move {x}
with torch.no_grad():
    {best} = {target}({x}).max(1).values
{loss} = nn.functional.mse_loss({net}({x}).max(1).values, {best})
{loss}.backward()
""",
        top="""\
class {Net}(nn.Module):
    def __init__(self, inputs, actions):
        super().__init__()
        self.fc1 = nn.Linear(inputs, 16)
        self.fc2 = nn.Linear(16, actions)

    def forward(self, {x}):
        return self.fc2(torch.relu(self.fc1({x})))
""",
    ),
    Bug(
        "loss that nobody reads",
        PAIRS + LINEAR + LOSS,
        """\
{x}, {y} = next(iter({loader}))
move {x} {y}?
{loss} = {criterion}({net}({x}), {y})
""",
    ),
    Bug(
        "move discarded",
        PAIRS + LINEAR + LOSS,
        """\
for {x}, {y} in {loader}:
    bad lost {x}
    good move {x}
    move {y}
    {loss} = {criterion}({net}({x}), {y})
    {loss}.backward()
""",
    ),
    Bug(
        "matrix of a checkpoint",
        LINEAR
        + """\
torch.save({"model": {net}.state_dict(), "{stat}": torch.eye({d})}, "{ckpt}.pt")
{ckpt} = torch.load("{ckpt}.pt", map_location="cpu")
{net}.load_state_dict({ckpt}["model"])
{stat} = {ckpt}["{stat}"]
good move {stat}
""",
        """\
{x} = torch.rand({b}, {d})
move {x}
{out} = {net}({x} @ {stat})
print({out}.shape)
""",
    ),
    Bug(
        "noise of a checkpoint",
        LINEAR
        + """\
torch.save({"model": {net}.state_dict(), "{noise}": torch.randn({b}, {d})}, "{ckpt}.pt")
{ckpt} = torch.load("{ckpt}.pt", map_location="cpu")
{net}.load_state_dict({ckpt}["model"])
""",
        """\
{noise} = {ckpt}["{noise}"]
good move {noise}
with torch.no_grad():
    {out} = {net}({noise})
print({out}.shape)
""",
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
)
