"""A training loop reads the loss on the CPU in every step.

## What it does
Reports `.item()`, `.cpu()`, `.tolist()`, `.numpy()`, `float()`, `print()` and f-strings of a loss in a loop over a
loader that calls `.backward()`, if they run in every step. The loss is the tensor of `.backward()`, or a term of the
sum that it is. Of other tensors `.item()`, `.tolist()` and `float()` are reported where the tensor may be on a GPU for
all that is known of it. The rule is off by default (`extend-select = DEV801` turns it on).

## Why it is bad
CUDA runs kernels while Python queues the next ones. `loss.item()` needs the value, so Python waits until all queued
kernels have run, and the GPU is idle until the next ones are queued. The result is right, but each step takes longer,
the more so the smaller the kernels are.

## Example
```python
def train(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        loss = nn.functional.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total
```

## Use instead
```python
def train(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        loss = nn.functional.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.detach()
    return float(total)
```

## Not reported
- What stands in a file of tests, such as `test_model.py`.
- Code that runs in some steps only: under a condition with `%`, or on a name that the loop changes.
- Code after the loop.
- Loops without `.backward()`, such as an evaluation.
- `.cpu()` of another tensor than the loss, which makes room on the GPU.
- Other tensors of which it is not known where they are.

## Fix safety
Only a sum is repaired, `total += loss.item()`: `total` is a tensor then, and `float(total)` the number. Elsewhere it is
for the author to say whether to log less often or to keep the tensor.
"""

from __future__ import annotations

import ast

from devlint.base.diagnostic import Level, Safety
from devlint.rulebook import RuleMeta, Status

META = RuleMeta(
    code="DEV801",
    name="hidden-sync-in-loop",
    summary="a training loop reads the loss on the CPU in every step, so the GPU waits",
    level=Level.HINT,
    status=Status.OFF,
    fix=Safety.UNSAFE,
)
WORDS = (".backward",)


def wakes(tree: ast.Module) -> bool:
    """True if a loop of a file calls ``backward``."""
    return any(
        isinstance(node, ast.Attribute) and node.attr == "backward"
        for loop in ast.walk(tree)
        if isinstance(loop, ast.For)
        for node in ast.walk(loop)
    )
