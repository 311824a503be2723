"""A training loop reads the loss on the CPU in every step.

## What it does
Reports `.item()` and `.cpu()` on a loss in a loop over a loader that calls `.backward()`, if they run in every step.
The loss is the tensor of `.backward()`, or a term of the sum that it is. The rule is off by default
(`extend-select = DEV801` turns it on).

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
- Code that runs in some steps only: under a condition with `%`, or on a name that the loop changes.
- Code after the loop.
- Loops without `.backward()`, such as an evaluation.
- Other tensors than the loss.

## Fix safety
There is no automatic fix: logging less often or keeping the tensor may be right.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.operations import Finding, Remark
from devlint.diagnostic import Level
from devlint.forms.code import Code
from devlint.rulebook import RuleMeta, Status
from devlint.rules.dev801_hidden_sync_in_loop.facts import SyncInLoop

META = RuleMeta(
    code="DEV801",
    name="hidden-sync-in-loop",
    summary="a training loop reads the loss on the CPU in every step, so the GPU waits",
    level=Level.HINT,
    status=Status.OFF,
)


def check(fact: SyncInLoop, code: Code) -> Iterator[Finding]:
    """Report a read that makes Python wait for the GPU."""
    loss = code.text(fact.loss)
    yield Finding(
        fact.at,
        f"`{code.text(fact.at)}` waits for the GPU in every step",
        notes=(Remark("the loop trains here", fact.backward),),
        help=f"use `{loss}.detach()` here and `.item()` after the loop",
    )
