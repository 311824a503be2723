"""Of two lists that are filled in one loop, one is collected on the host and the other is not.

## What it does
Reports a tensor that a loop appends to a list as it is, where another list of the same loop gets what was computed from
it, or with it, after `.cpu()`. Both lists are concatenated, and returned together or handed to one function.

## Why it is bad
What belongs together ends on two devices. On the CPU the two meet without harm; with a model
on a GPU the caller's first operation on both raises `Expected all tensors to be on the same device`, and the memory
that `.cpu()` was to save is kept by the other list.

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
- lists that have no tensor of the loop in common: labels that came with the batch may be on the host all along;
- what is brought to the host before, or after the loop;
- lists that have nothing to do with each other after the loop.

## Fix safety
There is no automatic fix. Adding `.cpu()` changes nothing on the CPU.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.operations import Finding, Remark
from devlint.devices.facts.remedies import to_host, words
from devlint.devices.facts.wording import message
from devlint.forms.code import Code
from devlint.rulebook import RuleMeta, Status
from devlint.rules.dev113_half_collected.facts import HalfHosted

META = RuleMeta(
    code="DEV113",
    name="half-collected",
    summary="one of two lists of results is collected on the host",
    status=Status.PREVIEW,
)


def check(fact: HalfHosted, code: Code) -> Iterator[Finding]:
    """Report what stays where it is."""
    remedy = to_host(fact.at, code)
    advice = words(remedy, code, "add `.cpu()`")
    yield Finding(
        fact.at,
        message(code, "{} may collect GPU tensors while {} collects CPU tensors", *fact.lists, remedy=advice),
        notes=(Remark("collected on the CPU here", fact.hosted),),
        help=advice,
        cause=fact.at,
        remedy=remedy,
    )
