"""A tensor is moved after `requires_grad=True`, so the trained tensor is not a leaf.

## What it does
Reports a tensor created with `requires_grad=True` (or an `nn.Parameter`) that is moved, where the moved tensor is
passed to an optimizer or its `.grad` is read.

## Why it is bad
A move that copies is an operation of the autograd graph, so its result is not a leaf. With `device` on the CPU nothing
is copied and all is well. On a GPU the optimizer raises `can't optimize a non-leaf Tensor`, or `.grad` is silently
`None`.

## Example
```python
def start(device):
    w = torch.randn(3, requires_grad=True).to(device)
    return w, torch.optim.SGD([w], lr=0.1)
```

## Use instead
```python
def start(device):
    w = torch.randn(3, device=device, requires_grad=True)
    return w, torch.optim.SGD([w], lr=0.1)
```

## Not reported
- `requires_grad_()` after the move, and a moved tensor that is detached or wrapped in `nn.Parameter` again.
- The leaf itself passed to the optimizer, while the moved tensor is only used.
- A moved tensor with `retain_grad()`, or passed to `torch.autograd.grad`.
- Modules: `Module.to` keeps parameters leaves.
- A move to the CPU of a CPU tensor.

## Fix safety
With the move inside, or `.detach().requires_grad_()` behind it, the tensor is a leaf on a GPU as it is on the CPU: it
has a gradient of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.modules import LeafMoved
from devlint.devices.facts.operations import Finding, Remark
from devlint.devices.facts.phrases import replaced, wrapped_move
from devlint.devices.facts.wording import message
from devlint.diagnostic import Safety
from devlint.forms.code import Code
from devlint.rulebook import Precedence, RuleMeta

META = RuleMeta(
    code="DEV305",
    name="moved-leaf",
    summary="a tensor that is moved after `requires_grad=True` is not a leaf on a GPU and cannot be trained",
    precedence=Precedence.OWNER,
    fix=Safety.UNSAFE,
)


def check(fact: LeafMoved, code: Code) -> Iterator[Finding]:
    """Report a leaf that was moved and is trained, or asked for its gradient."""
    result = "the optimizer raises" if fact.how == "optimised" else "`.grad` stays None"
    statement = code.statement(fact.at)
    better = wrapped_move(fact.at, code)
    advice = f"use `{better}`" if better else "add `.detach().requires_grad_()`"
    yield Finding(
        statement,
        message(code, f"{{}} is not a leaf on a GPU, so {result}", fact.at, remedy=advice),
        notes=(Remark("used here", fact.used),),
        help=advice,
        remedy=replaced(fact.at, better or f"{code.source(fact.at)}.detach().requires_grad_()", code),
        cause=statement,
    )
