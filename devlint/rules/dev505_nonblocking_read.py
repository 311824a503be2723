"""A copy is read before it is finished.

## What it does
Reports `.to("cpu", non_blocking=True)` whose result is read before anything waits for the GPU, and
`torch.tensor(...).to(x.device, non_blocking=True)`: the tensor that is copied is gone before the copy is made.

## Why it is bad
A copy to the host with `non_blocking=True` comes back at once, and the memory holds whatever it held before until the
GPU gets there. Nothing is raised: the values are wrong now and then, under load. Only copies *to* a GPU are in order by
themselves. On Apple's GPUs they are not either: the source of the copy is read later, and nothing keeps one that has no
name ([pytorch#189690](https://github.com/pytorch/pytorch/issues/189690)).

## Example
```python
def record(history, losses: torch.Tensor):
    losses = losses.to("cpu", non_blocking=True)
    history.append(losses.mean().item())
```

## Use instead
```python
def record(history, losses: torch.Tensor):
    losses = losses.cpu()
    history.append(losses.mean().item())
```

## Not reported
- Functions that have to do with streams, events or `synchronize`: they see to the order themselves.
- A copy that something waits for before it is read: an `.item()`, a `.cpu()` or a `.nonzero()` of what is on the GPU
  does.
- A copy that is only stored or returned, also as an array (`.numpy()`).
- A source that is kept under a name, or pinned, or goes to another device than an argument's.

## Fix safety
There is no automatic fix. Leaving out `non_blocking=True` is safe, and costs nothing where the result is read at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.operations import Finding, Remark
from devlint.devices.facts.processes import NonBlocking
from devlint.forms.code import Code
from devlint.rulebook import RuleMeta, Status

META = RuleMeta(
    code="DEV505",
    name="nonblocking-read",
    summary="a copy is read before it is finished",
    status=Status.PREVIEW,
)


def check(fact: NonBlocking, code: Code) -> Iterator[Finding]:
    """Report the copy, where it is begun."""
    if fact.read is None:
        yield Finding(
            fact.at,
            f"`{code.text(fact.at)}` copies from a temporary tensor, which MPS may read too late",
            help="remove `non_blocking=True`",
            cause=fact.at,
        )
        return
    yield Finding(
        fact.at,
        f"`{code.text(fact.at)}` is read before the copy to the CPU is finished",
        notes=(Remark("read here", fact.read),),
        help="remove `non_blocking=True`",
        cause=fact.at,
    )
