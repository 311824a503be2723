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
