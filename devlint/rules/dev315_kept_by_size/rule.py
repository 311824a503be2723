"""A module keeps what it made for one input, and asks the next one for its size alone.

## What it does
Reports a condition in a method of an `nn.Module` that decides by size whether an attribute is kept or made anew, where
it is made on the device of an input, there or by another method that is called there, and is neither a buffer nor ever
asked where it is: a mask, a table of positions, a state of the last batch. What is kept in a list counts, too, and what
a dict keeps for each size: `if n not in self.masks`.

## Why it is bad
`Module.to` leaves plain attributes where they are. A model that has seen an input on the CPU, for a test or to fill its
lazy layers, is moved to the GPU, and the next input of that size meets what was kept for the first one: `Expected all
tensors to be on the same device`. The same happens to a model that serves one GPU after another.

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
- what is made once, as long as it is `None`: its owner may well set it back for every batch;
- what the constructor makes, of which `DEV302` speaks, unless it has one element and stands in for the first;
- buffers, which move with the module, and attributes that the class moves or asks for their device anywhere;
- classes with a `to`, `cuda` or `_apply` of their own;
- what is made on a device that the caller names.

## Fix safety
There is no automatic fix: a buffer is the other way to repair it.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.operations import Finding, Remark
from devlint.forms import form
from devlint.forms.code import Code
from devlint.rulebook import RuleMeta, Status
from devlint.rules.dev315_kept_by_size.facts import SizeAsked

META = RuleMeta(
    code="DEV315",
    name="kept-by-size",
    summary="what is kept for inputs of one size stays on the device of the first of them",
    status=Status.PREVIEW,
)


def check(fact: SizeAsked, code: Code) -> Iterator[Finding]:
    """Report a condition that asks for a size and not for a device."""
    held = isinstance(fact.made, form.Assign) and isinstance(fact.made.targets[0], form.Subscript)
    yield Finding(
        fact.at,
        f"cached `{fact.kept}` is reused when the size matches, whatever the device of the input",
        notes=(Remark("created here", fact.made),),
        help="compare the device too" if held else f"compare `{fact.kept}.device` too",
    )
