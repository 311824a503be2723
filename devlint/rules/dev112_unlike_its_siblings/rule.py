"""One tensor is created without the device that the other tensors of the function are created on.

## What it does
Reports the only call in a function that creates a tensor without `device=`, if the function creates at least two others
on one device, one of them by the same call: `torch.zeros(n, device=x.device)` twice, and once `torch.zeros(n)`.

Also reported is a tensor that one branch of an `if` creates without `device=`, if another branch moves its tensor to a
device, and the tensor is returned or passed to code that devlint cannot see.

Also reported is a tensor of floats that a method creates without `device=`, if the class passes its own device
(`device=self.device`) at least three times, and three times as often as it leaves it out.

If devlint sees the tensor used with another, or returned for inputs that may be on a GPU, `DEV102` and `DEV110` report
it; this rule is for a tensor that ends in a kernel, an attribute or a dict, where devlint does not follow it.

## Why it is bad
The function keeps its tensors together, and this one was forgotten. On the CPU nothing is wrong; with the others on a
GPU it stays behind, and code that uses them together fails.

## Example
```python
def counters(envs, device):
    returns = torch.zeros(envs, device=device)
    lengths = torch.zeros(envs, device=device)
    episodes = torch.zeros(envs)
    return {"returns": returns, "lengths": lengths, "episodes": episodes}
```

## Use instead
```python
def counters(envs, device):
    returns = torch.zeros(envs, device=device)
    lengths = torch.zeros(envs, device=device)
    episodes = torch.zeros(envs, device=device)
    return {"returns": returns, "lengths": lengths, "episodes": episodes}
```

## Not reported
- a tensor that is moved, copied into another one, read on the host or used as an index, and one that is called a size,
  a length or an index;
- numbers as tensors, and tensors without elements;
- functions that speak of the host (`"cpu"`, `.numpy()`, pinned memory) or ask which device it is, and code that runs on
  the host by its role: datasets, collate functions, samplers;
- two or more tensors without a device in one function: that may be meant;
- arms of a condition that has to do with devices, `None` for a device or kinds of input.

## Fix safety
The same `device=` changes nothing on the CPU; on a GPU the tensor is created there, and a random one has other numbers.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level, RemedyKind, Safety
from devlint.devices.facts.findings import Finding, Remark, Remedy
from devlint.devices.facts.operations import Unlike
from devlint.devices.facts.repairs.remedies import like, takes_device, words
from devlint.devices.facts.wording import message
from devlint.forms.source_file import SourceFile
from devlint.rulebook import Precedence, RuleMeta
from devlint.rules.dev112_unlike_its_siblings.facts import UnlikeItsClass

META = RuleMeta(
    code="DEV112",
    name="unlike-its-siblings",
    summary="one tensor is created on the CPU, but the tensors beside it are created on a given device",
    level=Level.HINT,
    precedence=Precedence.SIBLINGS,
    fix=Safety.UNSAFE,
    shown_by_simulator=True,
)


def check(fact: Unlike | UnlikeItsClass, file: SourceFile) -> Iterator[Finding]:
    """Report the tensor whose device was forgotten."""
    if isinstance(fact, UnlikeItsClass):
        yield from _of_class(fact, file)
        return
    remedy = like(fact.at, fact.sibling, file)
    advice = words(remedy, file, "use the same `device=`")
    device = "a device" if remedy is None else f"`{remedy.code}`"
    others = f"the other branch moves its tensor to {device}" if fact.path else f"the tensors beside it are on {device}"
    yield Finding(
        fact.at,
        message(file, f"{{}} is created on the CPU but {others}", fact.at, remedy=advice),
        notes=(Remark("moved on the other branch" if fact.path else "created with a device here", fact.sibling),),
        help=advice,
        cause=fact.at,
        remedy=remedy,
    )


def _of_class(fact: UnlikeItsClass, file: SourceFile) -> Iterator[Finding]:
    is_set = file.function(fact.at) != "__init__"  # there the device may be set later
    remedy = Remedy(RemedyKind.ARGUMENT, fact.at, fact.device) if is_set and takes_device(fact.at) else None
    advice = words(remedy, file, f"use `device={fact.device}`")
    others = f"other tensors of `{fact.owner}` are on `{fact.device}`"
    yield Finding(
        fact.at,
        message(file, f"{{}} is created on the CPU but {others}", fact.at, remedy=advice),
        help=advice,
        cause=fact.at,
        remedy=remedy,
    )
