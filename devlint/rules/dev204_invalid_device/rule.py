"""A device is used as what it is not: a string as a `torch.device`, a device as a string, a name torch refuses.

## What it does
Reports
- `.type` or `.index` of a device that may be a string: by its annotation, by its default, or because the function
  compares it with the name of a device; and string methods, `in`, `+` and slices of a `torch.device`;
- `.type` or `.index` of an argument that is None by default and never asked whether it is; an index that is compared
  with a number and may be None; and `torch.device(device, 0)` of a whole device;
- the number of a tensor's GPU as a device, `device=x.get_device()`, where the tensor may be on the CPU;
- a number as `map_location`;
- an autocast that is given a device where it takes the type of one, unless that is annotated as a string, or is one by
  default: `"cuda:0"` will do;
- `torch.cuda.set_device("cuda")`, which does not say which GPU, also where that is so on one way only; and
  `torch.device(device.index)`, which does not say what kind of device, and fails for one without an index;
- names that are no devices: `"gpu"`, `"cuda:0,1"`, `"CUDA"`, `f"cuda:{device}"` of a device, `f"cuda:{get_rank}"` of a
  function that is not called, `"cuda: " + str(gpu)`, `f"cuda{gpu}"`, `"xpu:{rank}"` without the `f`, and
  `f"{device.type}:{device.index}"`, which ends in `None` where a device has no index;
- the rank of a process taken from the environment, a string, with a number as its default or used as an index.

## Why it is bad
Devices travel as strings, as `torch.device` and as numbers, and torch takes all three nearly everywhere. Code that
takes one kind apart fails with the others: `"cuda".type` raises `AttributeError`, and so does
`torch.device("cuda").startswith`. It fails for those callers only who pass the other kind, or none at all.

## Example
```python
def wait(device="cuda"):
    if device.type == "cuda":
        torch.cuda.synchronize(device)
```

## Use instead
```python
def wait(device="cuda"):
    device = torch.device(device)
    if device.type == "cuda":
        torch.cuda.synchronize(device)
```

## Not reported
- functions that ask what they have been given: `isinstance(device, str)`, `hasattr(device, "type")`;
- a device that `torch.device(...)` has been applied to, and that of what was sent to it;
- devices about which nothing is said.

## Fix safety
There is no automatic fix. `device = torch.device(device)` at the top of a function takes all three kinds.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.device_choices import Misused
from devlint.devices.facts.operations import Finding, Remark
from devlint.diagnostic import Level
from devlint.forms.code import Code
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV204",
    name="invalid-device",
    summary="a device is used as another kind of thing than it is, or torch refuses it",
)

_SAID = {
    "member of text": ("`{text}`: this device may be a string, which has no `.{word}`", "`torch.device(...)` it first"),
    "member of nothing": ("`{text}`: this device is None for those who give none", "ask whether it is given first"),
    "no number": ("`{text}` is None where the device has no index, and compared with a number", "ask for None first"),
    "two indices": ("`{text}`: with an index, `torch.device` takes the name of a kind only", "give its `.type`"),
    "method of text": ("`{text}`: a `torch.device` is no string and has no `.{word}`", "ask its `.type`"),
    "in": ("`{text}`: a `torch.device` is no string and contains nothing", "ask its `.type`"),
    "taken apart": ("`{text}` takes a `torch.device` for a string", "ask its `.type` and `.index`"),
    "number of no GPU": ("`{text}` is -1 for a tensor on the CPU, which no device has as its number", "use `.device`"),
    "mapped to a number": ("`{text}` is a number, which `torch.load` calls as a function", "name the device"),
    "named twice": ("`{text}` puts the name of a device after `cuda:`, where its index belongs", "use the device"),
    "uncalled": ("`{text}` is a function, where the number that it gives belongs", "call it"),
    "autocast": ("`{word}` takes the type of a device, but `{text}` is a whole device", "give its `.type`"),
    "no index": ("`{text}` does not say which GPU", "give an index, as in `cuda:0`"),
    "index alone": ("`{text}` is given an index, and None where a device has none", "use the device itself"),
    "no index in it": ("`{text}` ends in `None` where the device has no index", "use the device itself"),
    "no such device": ("`{word}` is no device", 'write `"cuda"`, `"cuda:0"` or `"cpu"`'),
    "text for an index": ("`{text}` is a string, and the index of a GPU is a number", "make it an `int`"),
    "text for a number": ("`{text}` is a string where it is set, and a number where it is not", "make it an `int`"),
}


_ASSUMED = ("member of text", "in")
"""What is wrong for one of the kinds of device that callers may pass."""


def check(fact: Misused, code: Code) -> Iterator[Finding]:
    """Report a device that is taken for what it is not."""
    said, how = _SAID[fact.kind]
    notes = () if fact.shown is None else (Remark("it may be a string, this says", fact.shown),)
    level = Level.HINT if fact.kind in _ASSUMED else None
    yield Finding(fact.at, said.format(text=code.text(fact.at), word=fact.word), notes=notes, help=how, level=level)
