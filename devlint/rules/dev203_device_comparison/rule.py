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
from devlint.forms import form
from devlint.forms.code import Code
from devlint.rulebook import RuleMeta, Status

META = RuleMeta(
    code="DEV203",
    name="device-comparison",
    summary="a device never equals a string, nor one with an index one without",
    status=Status.PREVIEW,
)


_SAID = {
    "truth": "`{text}` is always true as a condition, even if there is no such device",
    "identity": "`{text}` is always {always}: `.device` gives a new object each time",
    "uncalled": "`{text}` is a function, which is always true",
    "either": "`{text}` is always {always} if `{device}` is a `torch.device`",
    "default": "`{text}` is always {always} for the default of `{device}`, a `torch.device`",
    "number": "`{text}` is always {always}: a device never equals a number",
    "device": "`{text}` is always {always}: a string never equals a device",
    "type": "`{text}` is always {always}: the type of a device has no index",
    "text": "`{text}` is always {always} on a GPU: the string has an index",
    "word": "`{text}` is always {always}: torch has no device of that name",
    "string": "`{text}` is always {always}: a device never equals a string",
    "": "`{text}` is always {always} on a GPU: the device of a tensor has an index",
}

_QUESTIONS = {
    "cuda": "torch.cuda.is_available()",
    "mps": "torch.backends.mps.is_available()",
    "xpu": "torch.xpu.is_available()",
}


def check(fact: Compared, code: Code) -> Iterator[Finding]:
    """Report a comparison that always comes out the same."""
    always = "True" if fact.operator in ("!=", "not in", "is not") else "False"
    device = code.text(fact.device) if fact.device is not None else ""
    said = _SAID[fact.text].format(text=code.text(fact.at), always=always, device=device)
    yield Finding(fact.at, said, help=_remedy(fact, device, code))


def _remedy(fact: Compared, device: str, code: Code) -> str:
    """The comparison that was meant."""
    other = code.text(fact.other) if fact.other is not None else ""
    exactly = fact.operator in ("==", "!=")
    if fact.text == "truth":
        named = getattr(next(iter(getattr(fact.at, "arguments", ())), None), "value", None)
        return f"use `{_QUESTIONS[str(named)]}`" if named in _QUESTIONS else "test the type of the device in use"
    if fact.text == "identity":
        return f"use `{'==' if fact.operator == 'is' else '!='}`"
    if fact.text == "uncalled":
        return f"use `{code.text(fact.at)}()`"
    if fact.text in ("either", "default"):
        return f"compare `torch.device({device}).type`"
    if fact.text == "number":
        return f"compare `{device}.index`"
    if fact.text == "device":
        return f"compare with `{other}.type`"
    if fact.text == "type":
        whole = device.removesuffix(".type")
        return f"compare `{whole}` with `torch.device({other})`" if exactly else "leave out the indices"
    if fact.text == "text":
        inner = fact.device.arguments[0] if isinstance(fact.device, form.Call) and fact.device.arguments else None
        return f"compare `{code.text(inner)}.type`" if inner is not None else "compare the type of the device"
    if fact.text == "word":
        return 'compare with `"cpu"`' if other.strip("\"'") == "CPU" else 'compare with `"cuda"`'
    if fact.text == "string" and exactly and isinstance(fact.other, form.Constant) and ":" in other:
        return f"compare with `torch.device({other})`"
    return f"compare `{device}.type`"
