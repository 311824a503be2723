"""A module or a tensor without data is moved to a device that needs some.

## What it does
Reports `.to(device)`, `.cuda()` and `.cpu()` on a module that was built on the meta device, and on a tensor there; and
`load_state_dict(weights)` of such a module without `assign=True`.

## Why it is bad
What is on the meta device has a shape and no data, so there is nothing to copy:
`Cannot copy out of meta tensor; no data!` Nor is there anything to copy to: what is loaded into it is dropped, with no
more than a warning.

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
- `to_empty`, and a model whose weights were loaded with `assign=True`;
- modules without parameters and buffers, and what is moved to the meta device.

## Fix safety
`to_empty` gives weights that hold anything at all: it is right only where they are loaded or initialised afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.modules import FromMeta
from devlint.devices.facts.operations import Finding
from devlint.devices.facts.wording import where
from devlint.diagnostic import Level
from devlint.forms.code import Code
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV604",
    name="meta-to-real",
    summary="what has no data is moved from the meta device, or loaded into there",
    level=Level.ERROR,
)


def check(fact: FromMeta, code: Code) -> Iterator[Finding]:
    """Report the move."""
    if fact.target is None:
        said = "this module is on the meta device, where nothing is kept of what is loaded into it"
        yield Finding(fact.at, said, help="use `load_state_dict(..., assign=True)`, or `to_empty(device=...)` before")
        return
    what = "this module" if fact.module else "this tensor"
    yield Finding(
        fact.at,
        f"{what} is on the meta device and has no data to move {where(fact.target).replace('on ', 'to ', 1)}",
        help="use `to_empty(device=...)` and load the weights afterwards" if fact.module else "make it on its device",
        cause=fact.at,
    )
