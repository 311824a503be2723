"""A module or tensor on the meta device, which has no data, is moved or loaded into.

## What it does
Reports `.to(device)`, `.cuda()` and `.cpu()` on a module or a tensor on the meta device, and
`load_state_dict(weights)` of such a module without `assign=True`.

## Why it is bad
A tensor on the meta device has a shape and no data, so there is nothing to copy:
`Cannot copy out of meta tensor; no data!` Loading into it is ignored, with no more than a warning.

## Example
```python
def load(weights, device):
    with torch.device("meta"):
        model = nn.Linear(8, 3)
    model.to(device)
    model.load_state_dict(weights)
    return model
```

## Use instead
```python
def load(weights, device):
    with torch.device("meta"):
        model = nn.Linear(8, 3)
    model.to_empty(device=device)
    model.load_state_dict(weights)
    return model
```

## Not reported
- `to_empty`, and a model whose weights were loaded with `assign=True`.
- Modules without parameters and buffers.
- A move to the meta device.

## Fix safety
`to_empty` gives weights with arbitrary values, so it is right only if they are loaded or initialised afterwards;
`assign=True` replaces the parameters, which an optimizer may hold.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level, Safety
from devlint.devices.facts.findings import Finding
from devlint.devices.facts.modules import FromMeta
from devlint.devices.facts.repairs.phrases import replaced, with_argument
from devlint.devices.lattice.device import Followed, SymbolKind
from devlint.forms import form
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV604",
    name="meta-to-real",
    summary="a module or tensor on the meta device has no data, so it cannot be moved or loaded into",
    level=Level.ERROR,
    fix=Safety.UNSAFE,
)


def check(fact: FromMeta, file: SourceFile) -> Iterator[Finding]:
    """Report the move."""
    text = file.text(fact.at)
    function = fact.at.function if isinstance(fact.at, form.Call) else None
    name = file.text(function.value) if isinstance(function, form.Attribute) else ""
    if fact.target is None:
        said = f"`{text}` loads nothing: the module is on the meta device"
        yield Finding(fact.at, said, help="add `assign=True`", remedy=with_argument(fact.at, "assign=True", file))
        return
    what = "a module" if fact.module else "a tensor"
    target = fact.target.symbol.text if isinstance(fact.target, Followed) else f'"{fact.target}"'
    if isinstance(fact.target, Followed) and fact.target.symbol.kind is SymbolKind.ARGUMENT:
        target += ".device"
    yield Finding(
        fact.at,
        f"`{text}` raises: {what} on the meta device has no data to move",
        help=f"use `{name}.to_empty(device={target})`" if fact.module else f"create it with `device={target}`",
        cause=fact.at,
        remedy=replaced(fact.at, f"{name}.to_empty(device={target})", file) if fact.module else None,
    )
