"""A loss is read on the CPU in every step of a training loop.

## What it does
Reports `.item()` and `.cpu()` on a loss in a loop over a loader that calls `.backward()`, if they run in every step.
The loss is what `.backward()` is called on or given, and each term of a sum that it is. The rule is off unless it is
asked for (`extend-select = DEV801`, or `DEV8`).

## Why it is bad
CUDA runs kernels while Python goes on to queue the next ones. `loss.item()` needs the number, so Python waits until
all queued kernels have run, and the GPU has nothing to do until the next ones are queued. Nothing is wrong in the
result: each step takes longer, the more so the smaller the kernels are.

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
- what runs in some steps only: under a condition with `%`, or on a name that the loop changes, and after a `continue`
  under one;
- what stands after the loop;
- loops without `.backward()`, such as those of an evaluation;
- other tensors than the loss.

## Fix safety
There is no automatic fix: whether to log less often or to keep the tensor is for the author to say.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.operations import Finding, Remark
from devlint.forms.code import Code
from devlint.rulebook import RuleMeta, Status
from devlint.rules.dev801_hidden_sync_in_loop.facts import SyncInLoop

META = RuleMeta(
    code="DEV801",
    name="hidden-sync-in-loop",
    summary="a loss is read on the CPU in every step of a training loop",
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
