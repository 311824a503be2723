"""Tensors and generators that are made on the CPU."""

from __future__ import annotations

from benchmarks.generated.bug import LINEAR, OPTIMIZER, PAIRS, UPDATE, Bug

TENSORS = (
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
        "labels of a GAN",
        """\
{net} = nn.Sequential(nn.Linear({d}, 1), nn.Sigmoid())
put {net}
{criterion} = nn.BCELoss()
""",
        """\
make {x} = torch.rand({b}, {d})
make? {real} = torch.ones({b}, 1)
{loss} = {criterion}({net}({x}), {real})
{loss}.backward()
""",
    ),
    Bug(
        "state made from an array",
        LINEAR,
        """\
{rows} = np.random.rand({b}, {d})
{x} = torch.from_numpy({rows}).float()
good move {x}
with torch.no_grad():
    {out} = {net}({x}).argmax(dim=1)
print({out}.tolist())
""",
        imports="import numpy as np\n",
    ),
    Bug(
        "state made from a list",
        LINEAR,
        """\
{rows} = [0.5] * {d}
make? {x} = torch.tensor([{rows}])
{out} = {net}({x}).max(1)[1].item()
print({out})
""",
    ),
    Bug(
        "weight given to a functional loss",
        PAIRS + LINEAR + OPTIMIZER,
        """\
make? {weight} = torch.tensor([1.0] + [0.5] * {k1})
for {x}, {y} in {loader}:
    move {x} {y}
    {loss} = nn.functional.cross_entropy({net}({x}), {y}, weight={weight})
"""
        + UPDATE,
    ),
)
