"""The result of a non-blocking copy to the CPU is read before the copy is finished.

## What it does
Reports `.to("cpu", non_blocking=True)` whose result is read before anything waits for the GPU, and
`torch.tensor(...).to(x.device, non_blocking=True)`, whose source is a temporary tensor.

## Why it is bad
A copy to the CPU with `non_blocking=True` returns at once, and its memory holds old values until the GPU has written
the new ones. Nothing is raised: the values are sometimes wrong, under load. Only copies *to* a CUDA GPU are ordered by
themselves. On MPS they are not: the source is read later, and a temporary tensor may be freed before
([pytorch#189690](https://github.com/pytorch/pytorch/issues/189690)).

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
- Functions that use streams, events or `synchronize`.
- A copy after which something waits for the GPU before the result is read: `.item()`, `.cpu()` or `.nonzero()` of a
  GPU tensor.
- A copy that is only stored or returned.
- A source that has a name or is pinned.

## Fix safety
Without `non_blocking=True` the copy waits, which costs nothing where the result is read at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level, Safety
from devlint.devices.facts.findings import Finding, Remark
from devlint.devices.facts.processes import NonBlocking
from devlint.devices.facts.repairs.phrases import replaced
from devlint.devices.facts.wording import message
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV505",
    name="nonblocking-read",
    summary="the result of a non-blocking copy to the CPU is read before the copy is finished",
    level=Level.HINT,
    fix=Safety.SAFE,
)


def check(fact: NonBlocking, file: SourceFile) -> Iterator[Finding]:
    """Report the copy, where it is begun."""
    advice = "remove `non_blocking=True`"
    waits = replaced(fact.at, file.source(fact.at).replace(", non_blocking=True", ""), file)
    if fact.read is None:
        yield Finding(
            fact.at,
            message(file, "{} copies from a temporary tensor, which MPS may read too late", fact.at, remedy=advice),
            help=advice,
            cause=fact.at,
            remedy=waits,
        )
        return
    yield Finding(
        fact.at,
        message(file, "{} is read before the copy to the CPU is finished", fact.at, remedy=advice),
        notes=(Remark("read here", fact.read),),
        help=advice,
        cause=fact.at,
        remedy=waits,
    )
