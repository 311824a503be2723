"""A module reuses a cached tensor if its size matches, whatever device the next input is on.

## What it does
Reports a condition in a method of an `nn.Module` that decides by size whether a cached attribute is reused or created
again, where the attribute is created on the device of an input, and is neither a buffer nor compared by device: a
mask, a position table, a state of the last batch. A list or a dict of cached tensors counts too.

## Why it is bad
`Module.to` does not move plain attributes. A model that has seen an input on the CPU is moved to the GPU, and the next
input of that size meets the cached CPU tensor: `Expected all tensors to be on the same device`. The same happens to a
model that moves from one GPU to another.

## Example
```python
class Positions(nn.Module):
    def __init__(self):
        super().__init__()
        self.kept = None

    def forward(self, x):
        if self.kept is None or self.kept.shape != x.shape:
            self.kept = torch.arange(x.numel(), device=x.device).view(x.shape)
        return x + self.kept
```

## Use instead
```python
class Positions(nn.Module):
    def __init__(self):
        super().__init__()
        self.kept = None

    def forward(self, x):
        if self.kept is None or self.kept.shape != x.shape or self.kept.device != x.device:
            self.kept = torch.arange(x.numel(), device=x.device).view(x.shape)
        return x + self.kept
```

## Not reported
- An attribute that is created once, as long as it is `None`.
- An attribute that the constructor creates: see DEV302.
- Buffers, which move with the module, and attributes that the class moves or compares by device anywhere.
- Classes with their own `to`, `cuda` or `_apply`.
- A tensor on a device that the caller passes.

## Fix safety
There is no automatic fix: comparing the device, or a buffer, may be right.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.findings import Finding, Remark
from devlint.forms import form
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta
from devlint.rules.dev315_kept_by_size.facts import SizeAsked

META = RuleMeta(
    code="DEV315",
    name="kept-by-size",
    summary="a cached tensor is reused when its size matches, whatever device the input is on",
    shown_by_simulator=True,
)


def check(fact: SizeAsked, file: SourceFile) -> Iterator[Finding]:
    """Report a condition that asks for a size and not for a device."""
    held = isinstance(fact.made, form.Assign) and isinstance(fact.made.targets[0], form.Subscript)
    yield Finding(
        fact.at,
        f"cached `{fact.kept}` is reused when the size matches, whatever the device",
        notes=(Remark("created here", fact.made),),
        help="compare the device too" if held else f"compare `{fact.kept}.device` too",
    )
