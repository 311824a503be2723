"""A module overrides `to`, which moving its parent module does not call.

## What it does
Reports an `nn.Module` that overrides `to`, `cuda` or `cpu` to change an attribute that is not a parameter, buffer or
submodule, and that other methods read: a remembered device, a plain tensor, a generator.

## Why it is bad
`parent.to(device)` moves its children by `_apply`, not by their `to`. So the override works where the module is moved
by itself, and is not called once the module is part of another one: its parameters move, the attribute does not, and
the next call mixes two devices. On the CPU nothing shows.

## Example
```python
class Noise(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(width))
        self.device = torch.device("cpu")

    def to(self, device):
        self.device = torch.device(device)
        return super().to(device)

    def forward(self, x):
        return x + self.scale * torch.randn(len(self.scale), device=self.device)
```

## Use instead
```python
class Noise(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(width))

    def forward(self, x):
        return x + self.scale * torch.randn(len(self.scale), device=x.device)
```

## Not reported
- A class that overrides `_apply`, which every move calls.
- An override that only checks its arguments, or moves what is registered and would move anyway.
- An attribute that nothing else in the file reads, or that is sent to the device of the input wherever it is read.
- An attribute that the class calls: it holds a module, which is registered.
- Lightning modules, which the trainer moves by their own `to`, and classes that are not an `nn.Module`.

## Fix safety
There is no automatic fix: a buffer, the device of an input, or an override of `_apply` may be right.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.findings import Finding
from devlint.devices.facts.modules import Overridden
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV311",
    name="overridden-to",
    summary="a module overrides `to` to move an attribute, but moving a parent module does not call it",
    shown_by_simulator=True,
)


def check(fact: Overridden, file: SourceFile) -> Iterator[Finding]:
    """Report an override that a move of the parent does not call."""
    yield Finding(
        fact.at,
        f"`self.{fact.attribute}` changes in `{fact.method}`, which moving a parent module does not call",
        help="override `_apply` instead",
        cause=fact.at,
    )
