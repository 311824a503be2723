"""Of two lists that are filled in one loop, one collects CPU tensors and the other does not.

## What it does
Reports a tensor that a loop appends to a list without `.cpu()`, if the same loop appends a tensor with `.cpu()` to
another list, both tensors are computed from one tensor of the loop, and both lists are concatenated and returned
together or passed to one function.

## Why it is bad
The two results end on two devices. Without a GPU both are on the CPU; with the model on a GPU the caller's first
operation on both raises `Expected all tensors to be on the same device`, and the GPU memory that `.cpu()` was to free
is still held by the other list.

## Example
```python
def predict(model, loader, device):
    scores, labels = [], []
    for x in loader:
        logits = model(x.to(device))
        scores.append(logits.softmax(-1).cpu())
        labels.append(logits.argmax(-1))
    return torch.cat(scores), torch.cat(labels)
```

## Use instead
```python
def predict(model, loader, device):
    scores, labels = [], []
    for x in loader:
        logits = model(x.to(device))
        scores.append(logits.softmax(-1).cpu())
        labels.append(logits.argmax(-1).cpu())
    return torch.cat(scores), torch.cat(labels)
```

## Not reported
- lists that have no tensor of the loop in common: the labels of a batch may be on the CPU from the start;
- tensors that are moved to the CPU before or after the loop;
- lists that are not used together after the loop.

## Fix safety
`.cpu()` changes nothing on the CPU; on a GPU the list then holds CPU tensors, which later code may not expect.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Safety
from devlint.devices.facts.findings import Finding, Remark
from devlint.devices.facts.repairs.remedies import to_host, words
from devlint.devices.facts.wording import message
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta
from devlint.rules.dev113_half_collected.facts import HalfHosted

META = RuleMeta(
    code="DEV113",
    name="half-collected",
    summary="a loop collects one list of results on the CPU and another list on the GPU",
    fix=Safety.UNSAFE,
    shown_by_simulator=True,
)


def check(fact: HalfHosted, file: SourceFile) -> Iterator[Finding]:
    """Report what stays where it is."""
    remedy = to_host(fact.at, file)
    advice = words(remedy, file, "add `.cpu()`")
    yield Finding(
        fact.at,
        message(file, "{} may collect GPU tensors while {} collects CPU tensors", *fact.lists, remedy=advice),
        notes=(Remark("collected on the CPU here", fact.hosted),),
        help=advice,
        cause=fact.at,
        remedy=remedy,
    )
