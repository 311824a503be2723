"""A function has a device parameter but does not pass it on.

## What it does
Reports
- a function that never reads its device parameter, but creates a tensor without a device, or calls a function, method
  or `super()` that takes one;
- a function that never reads its `map_location`, but loads something;
- a function that calls itself without its device parameter, which has a default other than None:
  `def send(x, device="cuda")` and `send(x[0])`;
- a method that still passes the old `self.device`, and sets it to the new device afterwards;
- a constructor that never reads its device parameter and keeps another device under that name, in a class without a
  base.

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
from devlint.devices.facts.operations import Finding, Remark
from devlint.devices.facts.phrases import with_argument
from devlint.devices.facts.wording import message
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta
from devlint.rules.dev209_device_dropped.facts import Dropped, Unread

USE = "use the parameter or remove it"

META = RuleMeta(
    code="DEV209",
    name="device-dropped",
    summary="a function has a device parameter but does not pass it on",
    level=Level.HINT,
    fix=Safety.UNSAFE,
)


def check(fact: Dropped | Unread, file: SourceFile) -> Iterator[Finding]:
    """Report a call that leaves out the device that the function around it was given, and a device never read."""
    if isinstance(fact, Unread):
        kept = file.text(fact.kept.targets[0])
        yield Finding(
            fact.at,
            message(
                file, f"`{kept}` is {{}}, whatever device `{fact.owner.name}` is given", fact.kept.value, remedy=USE
            ),
            notes=(Remark("kept here", fact.kept),),
            help=USE,
        )
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
