"""A comparison of devices always gives the same result.

## What it does
Reports comparisons and conditions that never change:
- a `torch.device` compared with a string by `==`, `!=` or `in`;
- the device of a tensor, which has an index on a GPU, compared with `torch.device("cuda")`, or
  with `torch.device(y.device.type)`;
- the type of a device compared with a device or with a name that has an index (`"cuda:0"`), and `str(x.device)` with a
  name that has none;
- a device compared by `is`, or with `"gpu"`, which names no device;
- `if torch.device("mps"):`, and `torch.cuda.is_available` without a call.

A parameter that may be a `torch.device` by its annotation is reported too.

## Why it is bad
A `torch.device` never equals a string: `x.device == "cuda"` is always False and `x.device != "cpu"` always True. The
device of a tensor has an index, so it never equals `torch.device("cuda")` either. Nothing is raised: the branch for
the GPU never runs, or always.

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
- Comparisons of `device.type` with the name of a type, and of `str(device)` with a full name.
- Comparisons of two devices that both have an index.
- A device that is a string itself: `device = "cuda" if torch.cuda.is_available() else "cpu"`.
- A parameter without an annotation, and one whose type the function tests (`isinstance(device, str)`).

## Fix safety
Comparing `.type` does what was meant, but changes which branch runs. No fix compares with `"cpu"` where a branch would
then run on the CPU that never ran before: it may have faults of its own. None is made of a condition behind which
something is moved (`if x.device != torch.device("cuda"): x = x.cuda()`): that move is made today, and what is on
another GPU would stay there.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from devlint.base.diagnostic import Level, Safety
from devlint.devices.facts.device_choices import Compared
from devlint.devices.facts.findings import Finding, Remedy
from devlint.devices.facts.repairs.member_types import fits_at
from devlint.devices.facts.repairs.phrases import replaced
from devlint.devices.facts.wording import message
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import arms_of, calls_in, choices_in, constants_in, is_part_of
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV203",
    name="device-comparison",
    summary="a comparison of a device with a string or a device without index is always False",
    fix=Safety.UNSAFE,
)


_SAID = {
    "truth": "{{}} is always true as a condition, even if there is no such device",
    "identity": "{{}} is always {always}: `.device` gives a new object each time",
    "uncalled": "{{}} is a function, which is always true",
    "either": "{{}} is always {always} if {{}} is a `torch.device`",
    "device": "{{}} is always {always}: a string is no device",
    "type": "{{}} is always {always}: a type has no index",
    "text": "{{}} is always {always} on a GPU: the string has an index",
    "word": "{{}} is always {always}: torch has no device of that name",
    "string": "{{}} is always {always}: a device never equals a string",
    "annotated": "{{}} is always {always} if {{}} is a `torch.device`",
    "": "{{}} is always {always} on a GPU, where tensor devices have an index",
}

_QUESTIONS = {
    "cuda": "torch.cuda.is_available()",
    "mps": "torch.backends.mps.is_available()",
    "xpu": "torch.xpu.is_available()",
}


_ASSUMED = ("either", "annotated")
"""What the annotation of a parameter says, not what is passed."""
_TEXTS = ("string", "annotated")
"""A device and a string."""


def check(fact: Compared, file: SourceFile) -> Iterator[Finding]:
    """Report a comparison that always comes out the same."""
    always = "True" if fact.operator in ("!=", "not in", "is not") else "False"
    device = file.text(fact.device) if fact.device is not None else ""
    how = _remedy(fact, device, file)
    said = message(file, _SAID[fact.text].format(always=always), fact.at, device, remedy=how)
    level = Level.HINT if fact.text in _ASSUMED else None
    yield Finding(fact.at, said, help=how, remedy=_change(fact, device, file), level=level)


def _remedy(fact: Compared, device: str, file: SourceFile) -> str:
    """The comparison that was meant."""
    other = file.text(fact.other) if fact.other is not None else ""
    exactly = fact.operator in ("==", "!=")
    if fact.text == "truth":
        named = getattr(next(iter(getattr(fact.at, "arguments", ())), None), "value", None)
        return f"use `{_QUESTIONS[str(named)]}`" if named in _QUESTIONS else "test the type of the device in use"
    if fact.text == "identity":
        return f"use `{'==' if fact.operator == 'is' else '!='}`"
    if fact.text == "uncalled":
        return f"use `{file.text(fact.at)}()`"
    if fact.text == "either":
        return f"compare `torch.device({device}).type`"
    if fact.text == "device":
        return f"compare with `{other}.type`"
    if fact.text == "type":
        whole = device.removesuffix(".type")
        return f"compare `{whole}` with `torch.device({other})`" if exactly else "leave out the indices"
    if fact.text == "text":
        inner = fact.device.arguments[0] if isinstance(fact.device, form.Call) and fact.device.arguments else None
        return f"compare `{file.text(inner)}.type`" if inner is not None else "compare the type of the device"
    if fact.text == "word":
        return 'compare with `"cpu"`' if other.strip("\"'") == "CPU" else 'compare with `"cuda"`'
    if fact.text in _TEXTS and exactly and isinstance(fact.other, form.Constant) and ":" in other:
        return f"compare with `torch.device({other})`"
    if _is_chained(fact.at):
        return f"compare `{device}.type` on its own"
    if fact.device is not None and fits_at(f"{device}.type", fact.device, file) is False:
        return f"compare `{device}.type` unless it is None"
    return f"compare `{device}.type`"


def _is_chained(at: form.Form) -> bool:
    """True if ``at`` stands for ``a == b == c``, or a part of it."""
    return isinstance(at.node, ast.Compare) and len(at.node.ops) > 1


def _change(fact: Compared, device: str, file: SourceFile) -> Remedy | None:
    """The comparison that was meant, in place of the one that is there; None where it changes more than was meant."""
    if _wakes_branch(fact, file) or _keeps_from_moving(fact, file):
        return None
    other = file.source(fact.other) if fact.other is not None else ""
    device = file.source(fact.device) if fact.device is not None else ""
    if fact.text == "uncalled":
        return replaced(fact.at, f"{file.source(fact.at)}()", file)
    if fact.text in _TEXTS and isinstance(fact.other, form.Constant) and ":" in other:
        return replaced(fact.other, f"torch.device({other})", file)
    if _is_chained(fact.at):
        return None  # what stands before it in the chain equals the device, and not its type
    if fact.text == "either":
        return replaced(fact.device, f"torch.device({device}).type", file)
    if fact.text == "device":
        return replaced(fact.other, f"{other}.type", file)
    if fact.text == "text" and isinstance(fact.device, form.Call) and fact.device.arguments:
        return replaced(fact.device, f"{file.source(fact.device.arguments[0])}.type", file)
    if fact.text == "type" and fact.operator in ("==", "!="):
        return replaced(fact.at, f"{device.removesuffix('.type')} {fact.operator} torch.device({other})", file)
    if fact.text == "" and fact.operator in ("==", "!="):
        made = fact.other.arguments if isinstance(fact.other, form.Call) and dotted(fact.other.function) else ()
        if len(made) == 1 and isinstance(made[0], form.Constant):  # `torch.device("cuda")`
            return replaced(fact.at, f"{device}.type {fact.operator} {file.source(made[0])}", file)
        return replaced(fact.at, f"{device}.type {fact.operator} {other}.type", file)
    if fact.text in _TEXTS:
        return replaced(fact.device, f"{device}.type", file)
    return None


def _wakes_branch(fact: Compared, file: SourceFile) -> bool:
    """Whether the comparison that was meant comes out otherwise on the CPU, and something is then run there anew."""
    if fact.text not in (*_TEXTS, "either", "device") or fact.other is None:
        return False
    named = constants_in(fact.other)
    if named and not any(str(one).lower().startswith("cpu") for one in named):
        return False
    condition = file.parent(fact.at)
    if not isinstance(condition, form.If):
        return True
    return bool(condition.otherwise if fact.operator in ("!=", "not in") else condition.then)


def _keeps_from_moving(fact: Compared, file: SourceFile) -> bool:
    """Whether a move is made today that the comparison that was meant keeps from what is on another GPU."""
    if fact.text not in ("", *_TEXTS, "either", "device") or _is_of_host(fact.other):
        return False
    around = file.definitions(fact.at)
    for one in choices_in(around[-1] if around else file.tree):
        if is_part_of(fact.at, one.test):
            return any(_is_move(part) for arm in _taken(one, fact, around) for part in calls_in(arm))
    return False


def _taken(
    condition: form.If | form.Conditional, fact: Compared, around: Sequence[form.Function | form.Class]
) -> Iterator[form.Form]:
    """What is run today behind ``condition``, which the comparison decides; after a ``return``, what follows it."""
    always = fact.operator in ("!=", "not in", "is not")
    negated = sum(part.operator == "not" for part in form.walk(condition.test, form.Unary)) % 2 == 1
    run, left = arms_of(condition) if always is not negated else arms_of(condition)[::-1]
    yield from run
    if around and any(isinstance(one, form.Return) for one in left):
        body = around[-1].body
        yield from body[body.index(condition) + 1 :] if condition in body else ()


def _is_move(at: form.Call) -> bool:
    return isinstance(at.function, form.Attribute) and at.function.name in ("to", "cuda")


def _is_of_host(at: form.Form | None) -> bool:
    """Whether an expression names the CPU."""
    return at is not None and any(str(one).startswith("cpu") for one in constants_in(at))
