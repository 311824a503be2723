"""The index of a GPU is used as a condition, although index 0 is false.

## What it does
Reports an index of a GPU that is used as a condition: `index or ...`, `if index:`, `... if index else ...`,
`not index`, where the index may also be None; and `if device:` before a move to a parameter that may be an index. A
parameter `device` without an annotation may be something else than an index: that is a hint.

## Why it is bad
0 is false, so the first GPU is taken for no GPU: the tensor stays on the CPU, or goes to the current or the last GPU.
`index or 0` fails the other way round: None, which means the current GPU, becomes the first GPU. Nothing is raised.

## Example
```python
def place(tensor, index=None):
    return tensor.cuda(index or torch.cuda.current_device())
```

## Use instead
```python
def place(tensor, index=None):
    return tensor.cuda(torch.cuda.current_device() if index is None else index)
```

## Not reported
- Comparisons with `None`, and with 0 or a negative number that stands for no GPU.
- Counts of GPUs, lists of indices, flags, and `torch.device` objects, which are always true.
- Ranks and other numbers that are not used as the index of a GPU.

## Fix safety
Comparing with `None` changes what happens for index 0, which is the point.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level, Safety
from devlint.devices.facts.device_choices import FalsyIndex
from devlint.devices.facts.findings import Finding
from devlint.devices.facts.repairs.phrases import replaced
from devlint.forms import form
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV206",
    name="falsy-index",
    summary="the index of a GPU is used as a condition, but index 0, the first GPU, is false",
    fix=Safety.UNSAFE,
)


def check(fact: FalsyIndex, file: SourceFile) -> Iterator[Finding]:
    """Report an index of a GPU whose truth is asked."""
    text = file.text(fact.at)
    level = Level.HINT if fact.text == "maybe" else META.level
    is_ = "may be" if fact.text == "maybe" else "is"
    said = f"`{text}` {is_} the index of a GPU, and 0, the first GPU, counts as false"
    around = file.parent(fact.at)
    negated = around if isinstance(around, form.Unary) else None
    wanted = f"{text} is not None" if negated is None else f"{text} is None"
    how = f"test `{wanted}`"
    remedy = replaced(negated or fact.at, wanted, file)
    choice = _choice(fact.at, file)
    if choice is not None:
        other = file.source(choice.operands[1])
        if other == "0":
            said = f"`{text} or 0` turns None, the current GPU, into the first GPU"
            other = "torch.cuda.current_device()"
        index = file.source(fact.at)
        wanted = f"{other} if {index} is None else {index}"
        how, remedy = f"use `{wanted}`", replaced(choice, wanted, file)
    yield Finding(fact.at, said, help=how, remedy=remedy, level=level)


def _choice(at: form.Form, file: SourceFile) -> form.Boolean | None:
    """``index or 0``, where ``at`` is ``index``; None where it stands in no such choice."""
    around = file.parent(at)
    chooses = isinstance(around, form.Boolean) and around.operator == "or" and len(around.operands) == 2
    return around if isinstance(around, form.Boolean) and chooses and around.operands[0] is at else None
