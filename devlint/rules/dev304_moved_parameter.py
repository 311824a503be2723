"""A parameter is moved after it was created, so the module keeps a plain tensor.

## What it does
Reports an attribute of an `nn.Module` that is assigned the result of moving an `nn.Parameter`:
`self.w = nn.Parameter(...).to(device)` or `.cuda()`, also through a variable or a helper. Where a base class in another
file has set the device, which may be the CPU for as long as the module is built, that is a hint.

## Why it is bad
`Parameter.to` returns a plain tensor that is not a leaf if it has to copy, and itself if not. With `device` on the CPU
the attribute is a parameter; with a GPU it is not: `parameters()` lacks it, and it is not trained, saved or moved.
Nothing is raised.

## Example
```python
class Scale(nn.Module):
    def __init__(self, width, device):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width)).to(device)
```

## Use instead
```python
class Scale(nn.Module):
    def __init__(self, width, device):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width, device=device))
```

## Not reported
- A move inside the parameter: `nn.Parameter(torch.ones(width).to(device))`.
- A module that is moved as a whole: `nn.Linear(8, 8).to(device)`, `self.to(device)`.
- A moved copy that is used and not kept, as in `forward`.
- `nn.ParameterList` and `nn.ParameterDict`, which wrap their elements in parameters.
- A move to the CPU of a CPU parameter.

## Fix safety
With the move inside, `nn.Parameter(torch.ones(width).to(device))`, the parameter is registered and trained on a GPU as
it is on the CPU.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level, Safety
from devlint.devices.facts.findings import Finding, Remark
from devlint.devices.facts.modules import ParameterMoved
from devlint.devices.facts.repairs.phrases import replaced, stored, wrapped_move
from devlint.devices.facts.wording import message
from devlint.forms.source_file import SourceFile
from devlint.rulebook import Precedence, RuleMeta

META = RuleMeta(
    code="DEV304",
    name="moved-parameter",
    summary="a parameter that is moved after it was created is a plain tensor on a GPU",
    precedence=Precedence.OWNER,
    fix=Safety.UNSAFE,
)


def check(fact: ParameterMoved, file: SourceFile) -> Iterator[Finding]:
    """Report a parameter that was moved before it was kept."""
    name = next(iter(stored(fact.at)), "")
    said = "{} is a plain tensor" if name else "{} keeps a plain tensor"
    better = wrapped_move(fact.move, file)
    advice = f"use `{better}`" if better else "move the tensor before `nn.Parameter(...)`"
    yield Finding(
        fact.at,
        message(file, f"{said} on a GPU: moving a parameter copies it", name or fact.at, remedy=advice),
        notes=(Remark("moved here", fact.move),),
        help=advice,
        remedy=replaced(fact.move, better, file),
        cause=fact.at,
        level=Level.HINT if fact.assumed else None,
    )
