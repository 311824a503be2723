"""A function was given a device, and does not hand it on.

## What it does
Reports
- a function that has a parameter for a device and never reads it, where it makes a tensor without one, or calls a
  function of the same class or file that would take the device, or its own namesake of `super()`, or of a part if it
  moves something by its name;
- a function that never reads its `map_location`, where it loads something by `load_url` and its kin, or calls a
  function that would take it;
- a method that gives others the device of before, `self.device`, and sets that to the new one afterwards;
- a function that calls itself without the device that it was given, where it has one of its own for those who give
  none: `def send(x, device="cuda")` and `send(x[0])`.

## Why it is bad
Who names a device gets another one, and no error where it happens. The tensor comes back on the CPU, or on the first
GPU, and meets the rest on the device that was asked for: `Expected all tensors to be on the same device`.

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
- functions that read the device anywhere, or use `locals()`, as far as they do not call themselves;
- tensors made in a function that moves something, or asks where something is: they may be moved as well;
- tensors in pinned memory, which is the host's, and those without elements;
- constructors: a base may well know no devices;
- calls with `*args` or `**kwargs`, which may bring it;
- parameters that ask something about a device (`match_device=True`), or are not used by custom (`_device`).

## Fix safety
There is no automatic fix: the parameter may be there for the sake of an interface alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.operations import Finding, Remark
from devlint.forms.code import Code
from devlint.rulebook import RuleMeta, Status
from devlint.rules.dev209_device_dropped.facts import Dropped

META = RuleMeta(
    code="DEV209",
    name="device-dropped",
    summary="a device that was given is not handed on",
    status=Status.PREVIEW,
)


def check(fact: Dropped, code: Code) -> Iterator[Finding]:
    """Report a call that leaves out the device that the function around it was given."""
    name = fact.given.name
    yield Finding(
        fact.at,
        f"`{code.text(fact.at)}` uses the old `{fact.old}`, not the parameter `{name}`"
        if fact.old
        else f"`{code.text(fact.at)}` does not pass on the parameter `{name}`",
        notes=(Remark("the parameter", fact.given),),
        help=f"use `{name}`" if fact.old else f"add `{name}={name}`",
    )
