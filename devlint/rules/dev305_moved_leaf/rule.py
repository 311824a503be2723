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
With the move inside, with `device=` in the call that creates the tensor, or with `.detach().requires_grad_()` behind
the move, the tensor is a leaf on a GPU as it is on the CPU: it has a gradient of its own. Random numbers that are drawn
on a GPU are others than those of the CPU.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Safety
from devlint.devices.facts.findings import Finding, Remark
from devlint.devices.facts.modules import LeafMoved
from devlint.devices.facts.repairs.devices_in_scope import named_device
from devlint.devices.facts.repairs.phrases import replaced, wrapped_move
from devlint.devices.facts.repairs.remedies import takes_device
from devlint.devices.facts.wording import message
from devlint.forms import form
from devlint.forms.parts import receiver
from devlint.forms.source_file import SourceFile
from devlint.rulebook import Precedence, RuleMeta

META = RuleMeta(
    code="DEV305",
    name="moved-leaf",
    summary="a tensor that is moved after `requires_grad=True` is not a leaf on a GPU and cannot be trained",
    precedence=Precedence.OWNER,
    fix=Safety.UNSAFE,
    shown_by_simulator=True,
)


def check(fact: LeafMoved, file: SourceFile) -> Iterator[Finding]:
    """Report a leaf that was moved and is trained, or asked for its gradient."""
    result = "the optimizer raises" if fact.how == "optimised" else "`.grad` stays None"
    statement = file.statement(fact.at)
    better = wrapped_move(fact.at, file) or _made_there(fact.at, file)
    advice = f"use `{better}`" if better else "add `.detach().requires_grad_()`"
    yield Finding(
        statement,
        message(file, f"{{}} is not a leaf on a GPU, so {result}", fact.at, remedy=advice),
        notes=(Remark("used here", fact.used),),
        help=advice,
        remedy=replaced(fact.at, better or f"{file.source(fact.at)}.detach().requires_grad_()", file),
        cause=statement,
    )


def _made_there(move: form.Form, file: SourceFile) -> str:
    """``torch.ones(3, requires_grad=True, device=device)``, where a move to ``device`` follows that call at once."""
    made, named = receiver(move), named_device(move)
    if named is None or not isinstance(move, form.Call) or len(move.arguments) + len(move.keywords) > 1:
        return ""
    is_to = isinstance(move.function, form.Attribute) and move.function.name == "to"
    if not is_to or not isinstance(made, form.Call) or not takes_device(made):
        return ""
    names = [name for name, _ in made.keywords]
    if "requires_grad" not in names or "device" in names:
        return ""
    return f"{file.source(made)[:-1].rstrip().removesuffix(',')}, device={file.source(named)})"
