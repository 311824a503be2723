"""A tensor is created on the CPU and moved in the same expression.

## What it does
Reports `torch.zeros(...).to(device)`, `torch.tensor(...).cuda()` and the like, where the call that creates the tensor
takes `device=`. The rule is off by default (`extend-select = DEV804` turns it on).

## Why it is bad
The tensor is created twice: once in the memory of the CPU, once on the GPU, with a copy between them for which the CPU
waits. With `device=` it is created where it is used.

## Example
```python
def mask(x, device):
    return torch.ones(x.size(0), 1024).to(device)
```

## Use instead
```python
def mask(x, device):
    return torch.ones(x.size(0), 1024, device=device)
```

## Not reported
- What stands in a file of tests, such as `test_model.py`.
- Random numbers, such as `torch.randn(...).to(device)`: on a GPU the same seed gives other numbers.
- A move to the CPU, to a dtype, or to the device and dtype of another tensor (`.to(x)`).
- A move of which it is not known that it names a device, such as `.to(target)`.
- A call that is given `device=` already, `generator=`, or what is unpacked with `*` or `**`.
- `torch.from_numpy` and other calls without `device=`.
- `.to(device, non_blocking=True)` of a tensor in pinned memory.

## Fix safety
"""

from __future__ import annotations

import ast

from devlint.base.diagnostic import Level, Safety
from devlint.rulebook import RuleMeta, Status

META = RuleMeta(
    code="DEV804",
    name="create-then-move",
    summary="a tensor is created on the CPU and moved at once instead of being created on its device",
    level=Level.HINT,
    status=Status.OFF,
    fix=Safety.SAFE,
)
WORDS = (".to(", ".cuda(")
EXACT = frozenset("arange empty eye full ones scalar_tensor tensor tril_indices triu_indices zeros".split())
"""Factories whose values are the same on every device; those of ``linspace`` may differ in the last bit."""


def wakes(tree: ast.Module) -> bool:
    """True if ``to`` or ``cuda`` is read of the result of a factory, by its name."""
    return any(
        isinstance(node, ast.Attribute)
        and node.attr in ("to", "cuda")
        and isinstance(node.value, ast.Call)
        and getattr(node.value.func, "attr", getattr(node.value.func, "id", "")) in EXACT
        for node in ast.walk(tree)
    )
