"""A function has a device parameter but does not pass it on.

## What it does
Reports
- a function that never reads its device parameter, but creates a tensor without a device, or calls a function or method
  that takes one;
- a function that calls itself without its device parameter, which has a default other than None:
  `def send(x, device="cuda")` and `send(x[0])`;
- a method that still passes the old `self.device`, and sets it to the new device afterwards;
- a constructor that never reads its device parameter and keeps another device under that name, in a class without a
  base;
- a choice that lacks parentheses: `device or "cuda" if torch.cuda.is_available() else "cpu"` is "cpu" where there is no
  CUDA, whatever device is given.

## Why it is bad
The caller names a device and gets another one, with no error at that place. The tensor is on the CPU or on the first
GPU, and meets the others on the device that was asked for: `Expected all tensors to be on the same device`.

## Example
```python
def send(batch, device="cuda"):
    if isinstance(batch, list):
        return [send(one) for one in batch]
    return batch.to(device)
```

## Use instead
```python
def send(batch, device="cuda"):
    if isinstance(batch, list):
        return [send(one, device) for one in batch]
    return batch.to(device)
```

## Not reported
- Functions that read the device anywhere, or use `locals()`, unless they call themselves.
- Tensors in a function that moves something or asks for a device, in pinned memory, or without elements.
- Constructors of classes that have a base, which may take no device.
- Calls with `*args` or `**kwargs`, which may pass the device.
- Parameters that are flags (`match_device=True`) or unused by custom (`_device`).

## Fix safety
The parameter may exist only for the sake of an interface; where it is passed on, tensors are created elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level, Safety
from devlint.devices.facts.findings import Finding, Remark
from devlint.devices.facts.repairs.phrases import replaced, with_argument
from devlint.devices.facts.wording import message
from devlint.forms import form
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta
from devlint.rules.dev209_device_dropped.facts import Dropped, OnOneArmOnly, Unread

USE = "use the parameter or remove it"

META = RuleMeta(
    code="DEV209",
    name="device-dropped",
    summary="a function has a device parameter but does not pass it on",
    level=Level.HINT,
    fix=Safety.UNSAFE,
)


def check(fact: Dropped | Unread | OnOneArmOnly, file: SourceFile) -> Iterator[Finding]:
    """Report a call that leaves out the device that the function around it was given, and a device never read."""
    if isinstance(fact, Unread):
        said = f"`{fact.kept.name}` is {{}}, whatever device `{fact.owner.name}` is given"
        yield Finding(
            fact.at,
            message(file, said, fact.kept.source or fact.kept.at, remedy=USE),
            notes=(Remark("kept here", fact.kept.at),),
            help=USE,
        )
        return
    if isinstance(fact, OnOneArmOnly):
        yield _without_parentheses(fact, file)
        return
    name = fact.given.name
    yield Finding(
        fact.at,
        f"`{file.text(fact.at)}` uses the old `{fact.old}`, not the parameter `{name}`"
        if fact.old
        else f"`{file.text(fact.at)}` does not pass on the parameter `{name}`",
        notes=(Remark("the parameter", fact.given),),
        help=f"use `{name}`" if fact.old else f"add `{name}={name}`",
        remedy=None if fact.old else with_argument(fact.at, f"{name}={name}", file),
    )


def _without_parentheses(fact: OnOneArmOnly, file: SourceFile) -> Finding:
    """What to say of ``device or "cuda" if is_available() else "cpu"``."""
    remedy = None
    if isinstance(fact.at, form.Conditional) and isinstance(fact.at.then, form.Boolean):
        first, given = fact.at.then.operands[-1], file.source(fact.given)
        test, otherwise = file.source(fact.at.test), file.source(fact.at.otherwise)
        if len(fact.at.then.operands) == 2:
            remedy = replaced(fact.at, f"{given} or ({file.source(first)} if {test} else {otherwise})", file)
    said = f"`{file.text(fact.given)}` counts only if the condition is true"
    return Finding(fact.at, said, help="put the choice after `or` in parentheses", remedy=remedy)
