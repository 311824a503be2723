"""A device is compared with a string, or with a device that lacks the index.

## What it does
Reports `==`, `!=` and `in` between a `torch.device` and a string, and between the device of a tensor and
`torch.device("cuda")`; and `==` and `!=` between a string and an argument that is annotated as both, such as
`str | torch.device`, or made a `torch.device` for callers who give none. It also reports the type of a device
compared with a name that has an index (`"cuda:0"`), and the text of a tensor's device, `str(x.device)`, compared with
one that has none; a device compared with a number, and its type with a device; one of several names of devices
compared with `"gpu"`; `x.device is y.device`; and, as conditions, `torch.device("mps")` and `torch.cuda.is_available`
without a call.

## Why it is bad
A `torch.device` never equals a string: `x.device == "cuda"` is always false and `x.device != "cpu"` always true. The
device of a tensor has an index, so it never equals `torch.device("cuda")` either. Nothing is raised; the branch for
the GPU is never taken, or always. A tensor that is asked for its device answers with a new object each time, so
that `is` finds no two the same. A device and a function are true as conditions, whatever they would say.

## Example
```python
def wait(x: torch.Tensor):
    if x.device == "cuda":
        torch.cuda.synchronize(x.device)
```

## Use instead
```python
def wait(x: torch.Tensor):
    if x.device.type == "cuda":
        torch.cuda.synchronize(x.device)
```

## Not reported
- comparisons of `device.type` with the name of a type, and of `str(device)` with a string;
- comparisons of two devices that both have an index;
- a device that is a string itself: `device = "cuda" if torch.cuda.is_available() else "cpu"`;
- what is compared with a string and with a device in one function: one of the two is right;
- an argument that may be either where the function asks, `isinstance(device, str)`, and one without an annotation.

## Fix safety
Comparing `.type` with a string without an index is safe in the sense that it does what was meant; as it changes which
branch runs, the fix is marked unsafe.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.device_choices import Compared
from devlint.devices.facts.operations import Finding
from devlint.diagnostic import Level
from devlint.forms.code import Code
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV203",
    name="device-comparison",
    summary="a device never equals a string, nor one with an index one without",
)


_TYPE = "compare the type: `.device.type`"
_MADE_ONE = "turn it into a `torch.device` first and compare its `.type`"

_SAID = {
    "truth": (
        "a `torch.device` is always true, whether there is such a device or not: `{text}`",
        "ask `is_available()`, or the type of the device in use",
    ),
    "identity": ("two devices are never one object: `{text}` is always {always}", "compare them by `==` or `!=`"),
    "uncalled": ("a function is always true: `{text}` does not ask it", "call it"),
    "either": (
        "`{text}` is always {always} of a `torch.device`, which this may be by its annotation or its default",
        _MADE_ONE,
    ),
    "default": ("`{text}` is always {always} of a `torch.device`, which this is where none is given", _MADE_ONE),
    "number": ("a `torch.device` never equals a number: `{text}` is always {always}", "compare its `.index`"),
    "device": (
        "the type of a device is a string and equals no device: `{text}` is always {always}",
        "compare the device, or its type with a string",
    ),
    "type": (
        "the type of a device has no index: `{text}` is always {always}",
        "compare with the type alone, or the device with `torch.device(...)`",
    ),
    "text": ("the text of a tensor's device has an index: `{text}` is always {always} on a GPU", _TYPE),
    "word": ("no device is called so: `{text}` is always {always}", "name the device, as in `cuda`"),
    "string": ("a `torch.device` never equals a string: `{text}` is always {always}", _TYPE),
    "": (
        "the device of a tensor has an index: `{text}` is always {always} on a GPU",
        "compare the types: `.device.type`, or give the index",
    ),
}


_ASSUMED = ("either", "default")
"""What the annotation or the default of a parameter says, not what is passed."""


def check(fact: Compared, code: Code) -> Iterator[Finding]:
    """Report a comparison that always comes out the same."""
    said, how = _SAID[fact.text]
    always = "true" if fact.operator in ("!=", "not in", "is not") else "false"
    level = Level.HINT if fact.text in _ASSUMED else None
    yield Finding(fact.at, said.format(text=code.text(fact.at), always=always), help=how, level=level)
