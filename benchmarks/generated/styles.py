"""The styles of one program, drawn by its seed: which model, which data set, which loop the bug lies in."""

from __future__ import annotations

import random
from dataclasses import replace

from benchmarks.generated.bug import LINEAR, LOSS, PAIRS, Bug

_NET = """\
class {Net}(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.first = nn.Linear(inputs, 16)
        self.last = nn.Linear(16, outputs)

    def forward(self, {x}):
        {x} = torch.relu(self.first({x}))
        return self.last({x})
"""
_ROWS = """\
class {Rows}(Dataset):
    def __init__(self, count):
        self.rows = torch.rand(count, {d})
        self.kinds = torch.randint({k}, (count,))

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return self.rows[index], self.kinds[index]
"""
_LOOP = "for {x}, {y} in {loader}:\n"


def styled(bug: Bug, chance: random.Random) -> Bug:
    """``bug`` in one of its styles."""
    top, setup, body = bug.top, bug.setup, bug.body
    drawn = [chance.random() for _ in range(5)]
    if LINEAR in setup and drawn[0] < 0.4 and "{Net}" not in top + setup:
        setup = setup.replace(LINEAR, "{net} = {Net}({d}, {k})\nput {net}\n")
        top += "\n\n" * bool(top) + _NET
    if PAIRS in setup and drawn[1] < 0.4 and "{Rows}" not in top:
        setup = setup.replace(PAIRS, "{loader} = DataLoader({Rows}({n}), batch_size={b}, shuffle=True)\n")
        top += "\n\n" * bool(top) + _ROWS
    if LOSS in setup and drawn[2] < 0.3:
        setup = setup.replace(LOSS, "")
        body = body.replace("{criterion}(", "nn.functional.cross_entropy(")
    if body.startswith(_LOOP) and drawn[3] < 0.25:
        body = body.replace(_LOOP, "for {i}, ({x}, {y}) in enumerate({loader}):\n")
    if body.startswith("for ") and drawn[4] < 0.3:
        body = "for {epoch} in range(2):\n" + "".join(f"    {line}\n" for line in body.splitlines())
    return replace(bug, top=top, setup=setup, body=body)
