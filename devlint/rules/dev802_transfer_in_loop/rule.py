"""A tensor that stays the same is copied to the GPU in each pass of a loop.

## What it does
Reports `.to(device)` and `.cuda()` in a loop where the tensor is on the CPU before the loop and neither the tensor nor
the device changes in it. The rule is off by default (`extend-select = DEV802` turns it on).

## Why it is bad
Each copy from the memory of the CPU takes as long as the first one, and Python waits for it.

## Example
```python
def train(model, loader, device):
    weight = torch.tensor([1.0, 2.0, 0.5])
    for x, y in loader:
        loss = nn.functional.cross_entropy(model(x.to(device)), y.to(device), weight.to(device))
        loss.backward()
```

## Use instead
```python
def train(model, loader, device):
    weight = torch.tensor([1.0, 2.0, 0.5])
    moved_weight = weight.to(device)
    for x, y in loader:
        loss = nn.functional.cross_entropy(model(x.to(device)), y.to(device), moved_weight)
        loss.backward()
```

## Not reported
- What stands in a file of tests, such as `test_model.py`.
- A tensor that the loop assigns, or changes in place, or hands to a function that may change it.
- A tensor of which it is not known that it is on the CPU: one that is on the device already is not copied.
- A module: it is moved in place, by the first pass.
- A move that some passes skip, and one in a function that the loop defines.

## Fix safety
The copy is made once before the loop, even if the loop makes no pass. The passes share it: what one changes in place
the next one sees.
"""

from __future__ import annotations

import ast

from devlint.base.diagnostic import Level, Safety
from devlint.rulebook import RuleMeta, Status

META = RuleMeta(
    code="DEV802",
    name="transfer-in-loop",
    summary="a tensor that stays the same is copied to the GPU in each pass of a loop",
    level=Level.HINT,
    status=Status.OFF,
    fix=Safety.UNSAFE,
)
WORDS = (".to(", ".cuda(")


def wakes(tree: ast.Module) -> bool:
    """True if a loop of a file moves something that has a name."""
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _is_move(node.func)
        for loop in ast.walk(tree)
        if isinstance(loop, (ast.For, ast.While))
        for node in ast.walk(loop)
    )


def _is_move(called: ast.Attribute) -> bool:
    return called.attr in ("to", "cuda") and isinstance(called.value, (ast.Name, ast.Attribute))
