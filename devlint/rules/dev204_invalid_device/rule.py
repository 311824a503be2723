"""A device has the wrong form: a string, a number or a name that torch refuses.

## What it does
Reports
- `.type` or `.index` of a device that may be a string, by its annotation or its default;
- string methods, `in`, `+` and slices of a `torch.device`;
- a whole device where torch takes a type: `torch.autocast(x.device)`, `torch.device(device, 0)`;
- an index that is missing: `torch.cuda.set_device("cuda")`, `torch.device(device.index)`;
- numbers that are not devices: `device=x.get_device()` of a CPU tensor, `map_location=0`;
- names that torch refuses: `"gpu"`, `"cuda:0,1"`, `"CUDA"`, `f"cuda{gpu}"`, `f"cuda:{device}"`, `"xpu:{rank}"`;
- a property asked of the class (`x.to(Manager.device)`);
- the rank of a process that is read from the environment as a string and used as a number.

## Why it is bad
Devices are strings, `torch.device` objects and numbers, and torch takes all three nearly everywhere. Code that takes
one form apart fails for the others: `"cuda".type` raises `AttributeError`, and so does
`torch.device("cuda").startswith`. It fails only for callers who pass the other form, or none.

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
- Functions that test the form: `isinstance(device, str)`, `hasattr(device, "type")`, `if device is None`.
- A device after `device = torch.device(device)`, and the device of a tensor.
- A parameter that no annotation, default or comparison describes.

## Fix safety
The device takes another form, which other code that uses the value may not expect. `device = torch.device(device)` at
the top of a function accepts all forms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from devlint.base.diagnostic import Level, Safety
from devlint.devices.facts.device_choices import Misused
from devlint.devices.facts.findings import Finding, Remark, Remedy
from devlint.devices.facts.levels import assumptions
from devlint.devices.facts.repairs.phrases import replaced
from devlint.forms import form
from devlint.forms.source_file import SourceFile
from devlint.forms.texts import composed
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV204",
    name="invalid-device",
    summary="a device is used in a form that it does not have, such as a string, or torch refuses its name",
    level=Level.ERROR,
    fix=Safety.UNSAFE,
)

_SHORT = 40  # characters that are quoted whole a second time

_SAID = {
    "member of text": "`{text}` raises if `{inner}` is a string",
    "two indices": "`{text}` raises: beside an index, `torch.device` takes a type and not a device",
    "method of text": "`{text}` raises for a `torch.device`, which is not a string",
    "in": "`{text}` raises for a `torch.device`, which is not a string",
    "taken apart": "`{text}` raises for a `torch.device`, which is not a string",
    "number of no GPU": "`{text}` is -1 for a CPU tensor, and -1 is not a device",
    "mapped to a number": "`map_location={text}` is a number, which `torch.load` calls as a function",
    "named twice": "`{text}` has a whole device after `cuda:`, where only an index is valid",
    "autocast": "`{word}` takes the type of a device but `{text}` is a device",
    "no index": "`{text}` has no index, which `torch.cuda.set_device` requires",
    "index alone": "`{text}` raises where the index is None, as on the CPU",
    "no such device": "`{text}` is not a device that torch knows",
    "a property": "`{text}` is a property and not a device",
    "text for an index": "`{text}` is a string but the index of a GPU is a number",
    "text for a number": "`{text}` is a string if the variable is set, else a number",
}


_LEVELS = {
    **dict.fromkeys(("member of text", "in"), Level.HINT),
    **dict.fromkeys(("method of text", "number of no GPU", "index alone", "text for a number"), Level.WARNING),
}
"""The levels of what does not raise for every caller or on every device."""
_BY_CALLER = frozenset({"member of text", "in", "method of text"})
"""What raises wherever it is ``certain``."""


def check(fact: Misused, file: SourceFile) -> Iterator[Finding]:
    """Report a device that is taken for what it is not."""
    inner = _inner(fact.at)
    named = file.text(inner) if inner is not None else ""
    said = _SAID[fact.kind].format(text=file.text(fact.at), word=fact.word, inner=named or "it")
    notes = () if fact.shown is None else (Remark("this says that it may be a string", fact.shown),)
    advice = _remedy(fact, named, file)
    level = _LEVELS.get(fact.kind, None if fact.certain else Level.WARNING)
    if assumptions(fact):
        level = Level.HINT
    if fact.certain and fact.kind in _BY_CALLER:
        level = None
    yield Finding(fact.at, said, notes=notes, help=advice, remedy=_change(fact, advice, file), level=level)


def _inner(at: form.Form) -> form.Form | None:
    """The device in ``at``: in ``device.type``, ``device[5:]``, ``f"cuda:{device}"``."""
    text = composed(at)
    if text is not None:
        return _first(text.parts)
    if isinstance(at, form.Call):
        of_torch = isinstance(at.function, form.Attribute) and at.function.name != "device"
        return at.function.value if of_torch and isinstance(at.function, form.Attribute) else _first(at.arguments)
    if isinstance(at, form.Compare):
        return at.comparators[0]
    if isinstance(at, form.Binary):
        return at.right if isinstance(at.left, form.Constant) else at.left
    return at.value if isinstance(at, (form.Attribute, form.Subscript)) else None


def _first(parts: tuple[form.Expression, ...]) -> form.Form | None:
    return parts[0] if parts else None


def _remedy(fact: Misused, device: str, file: SourceFile) -> str:
    """What to write instead; ``device`` is the one in question, where it has a name."""
    text = file.text(fact.at)
    if fact.kind == "member of text":
        return f"use `torch.device({device}).{fact.word}`"
    if fact.kind == "a property":
        return f"read it from an instance of `{fact.word}`"
    if fact.kind == "two indices":
        return f"use `{device}.type`"
    if fact.kind == "in" and isinstance(fact.at, form.Compare):
        return f"use `{file.text(fact.at.left)} {fact.at.operators[0]} str({device})`"
    if fact.kind in ("method of text", "taken apart"):
        return f"use `str({device})`"
    if fact.kind == "number of no GPU":
        return f"use `{device}.device`" if text.endswith(".get_device()") else "use the `.device` of the tensor"
    if fact.kind == "mapped to a number":
        return f'use `torch.device("cuda", {text})`'
    if fact.kind == "autocast":
        return f"use `{text}.type`"
    if fact.kind == "no index":
        return 'give the index, as in `"cuda:0"`'
    if fact.kind in ("named twice", "index alone"):
        whole = device.removesuffix(".index").removesuffix(".type")
        named = fact.kind == "named twice" or whole != device
        return f"use `{whole}`" if named and whole else "use the device itself"
    if fact.kind == "no such device":
        return _spelling(fact, file)
    return f"use `int({text})`" if len(text) <= _SHORT else "wrap it in `int(...)`"


def _spelling(fact: Misused, file: SourceFile) -> str:
    """How torch spells the device that was meant."""
    at, kind = fact.at, fact.word.strip("…: ").lower()
    if isinstance(at, form.Opaque) and at.parts:
        return f'use `f"{kind}:{{{file.text(at.parts[0])}}}"`'
    if isinstance(at, form.Binary):
        return f'use `"{kind}:" + {file.text(at.right)}`'
    if "{" in kind:
        return f'use `f"{fact.word}"`'
    if kind.isdigit():
        return f'use `"cuda:{kind}"`'
    if found := re.match(r"(?:cuda|gpu):?(\d+)", kind):
        return f'use `"cuda:{found[1]}"`'
    return 'use `"cpu"`' if kind == "cpu" else 'use `"cuda"`'


def _change(fact: Misused, advice: str, file: SourceFile) -> Remedy | None:
    """What ``advice`` says to use, in place of the whole or, in text that is taken apart, of the device."""
    use = re.fullmatch("use `(.*)`", advice)
    if use is None or "..." in use[1]:
        return None
    inside = fact.kind in ("method of text", "taken apart", "two indices")
    at = fact.at.arguments[0] if fact.kind == "two indices" and isinstance(fact.at, form.Call) else _inner(fact.at)
    return replaced(at if inside else fact.at, use[1], file)
