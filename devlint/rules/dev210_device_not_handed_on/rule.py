"""A call does not get the device that the calls beside it get, and chooses one for itself.

## What it does
Reports the call of a function or class that takes a device and is given none, where the function, class or file around
it has a device (a parameter, `self.device`, a variable) and gives it to another call:
- a warning if the callee then uses CUDA or the first GPU: `def __init__(self, steps, device="cuda")`, also behind
  `device=None` and `device or "cuda"`;
- a hint if it guesses (`"cuda" if torch.cuda.is_available() else "cpu"`), loads to where the data was saved
  (`map_location=None`), if other calls of the same callee in the function get the device, or if the device is found
  only below the call.

The callee is looked up in the file and in the other files of the project, and has to create, move or load something on
the device that it takes. For some libraries (`whisper.load_model`, `SentenceTransformer`) it is known.

## Why it is bad
The caller chose a device, and one part of the work is done on another: with `device="cpu"` or `"cuda:1"` the part that
was forgotten is on the first GPU. It meets the other parts there, which raises
`Expected all tensors to be on the same device`, or fails where there is no CUDA.

## Example
```python
class Schedule:
    def __init__(self, steps, device="cuda"):
        self.betas = torch.linspace(0, 1, steps, device=device)


def build(path, device):
    weights = torch.load(path, map_location=device)
    return weights, Schedule(10)
```

## Use instead
```python
class Schedule:
    def __init__(self, steps, device="cuda"):
        self.betas = torch.linspace(0, 1, steps, device=device)


def build(path, device):
    weights = torch.load(path, map_location=device)
    return weights, Schedule(10, device=device)
```

## Not reported
- A callee whose default is the CPU, or the device of an input.
- A call whose result is moved afterwards, or goes into a call with the device.
- Calls with `*args` or `**kwargs`, which may pass the device, and calls that are given any other device.
- A device that no other call gets, and one that is the callee's default by its definition.
- Calls in a branch for CUDA, or for where no device is given.

## Fix safety
The callee may be meant to be on its default device.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level, Safety
from devlint.devices.facts.findings import Finding, Remark
from devlint.devices.facts.repairs.phrases import with_argument
from devlint.devices.facts.wording import message
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta
from devlint.rules.dev210_device_not_handed_on.facts import NotHanded

META = RuleMeta(
    code="DEV210",
    name="device-not-handed-on",
    summary="a call does not get the device that the calls beside it get, and uses its own default",
    level=Level.WARNING,
    fix=Safety.UNSAFE,
)


def check(fact: NotHanded, file: SourceFile) -> Iterator[Finding]:
    """Report a call that is not given the device of its siblings."""
    device, argument = fact.device, f"{fact.parameter}={fact.device}"
    advice = f"find `{device}` first, add `{argument}`" if fact.later else f"add `{argument}`"
    chosen = f"`{fact.parameter}={fact.chosen}`" if len(fact.chosen) <= 24 else f"its own `{fact.parameter}`"
    yield Finding(
        fact.at,
        message(
            file,
            f"{{}} uses {chosen} by default but {{}} gets `{device}`",
            fact.at,
            file.source(fact.sibling.function),
            remedy=advice,
        ),
        notes=(Remark(f"gets `{device}` here", fact.sibling),),
        help=advice,
        cause=fact.at,
        remedy=None if fact.later else with_argument(fact.at, argument, file),
        level=Level.WARNING if fact.sure else Level.HINT,
    )
