"""A model that was loaded with a `device_map` is moved.

## What it does
Reports `.to(device)` and `.cuda()` on a model that `from_pretrained` loaded with `device_map="auto"`, `"balanced"`,
`"balanced_low_0"` or `"sequential"`.

## Why it is bad
The map has put each layer on a device, with hooks that move the inputs there. If a layer is on the CPU or on disk,
accelerate refuses the move: `You can't move a model that has some modules offloaded to cpu or disk`. If all layers are
on GPUs, the move puts them on one GPU, which the map was meant to avoid, and the hooks still move the inputs to the
old devices.

## Example
```python
from transformers import AutoModelForCausalLM

def load(name):
    model = AutoModelForCausalLM.from_pretrained(name, device_map="auto")
    return model.to("cuda")
```

## Use instead
```python
from transformers import AutoModelForCausalLM

def load(name):
    return AutoModelForCausalLM.from_pretrained(name, device_map="auto")
```

## Not reported
- A `device_map` that names one device.
- A `device_map` that is passed in.
- `.to(dtype)`, which moves nothing.

## Fix safety
The fix removes the move. A model whose layers are all on GPUs then stays spread over them. Where one GPU is wanted,
remove the `device_map` instead. A move that is given a dtype as well is left as it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level, Safety
from devlint.devices.facts.findings import Finding, Remark
from devlint.devices.facts.modules import MovedByHand
from devlint.devices.facts.repairs.remedies import without_move
from devlint.devices.facts.wording import message
from devlint.forms.form import dotted
from devlint.forms.parts import receiver
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV601",
    name="move-after-device-map",
    summary="a model that was loaded with a `device_map` is moved, which undoes the map or raises",
    level=Level.ERROR,
    fix=Safety.UNSAFE,
)


def check(fact: MovedByHand, file: SourceFile) -> Iterator[Finding]:
    """Report the move of a model that was spread."""
    advice = "remove the move"
    if not fact.quantised:
        yield Finding(
            fact.at,
            message(file, "{} moves a model that `device_map` placed, which undoes the map", fact.at, remedy=advice),
            notes=(Remark("placed here", fact.placed),),
            help=advice,
            cause=fact.at,
            remedy=without_move(fact.at, file) if _is_only_for(fact, file) else None,
        )


def _is_only_for(fact: MovedByHand, file: SourceFile) -> bool:
    """True if nothing else is moved there: in the function that loads the model, or by an attribute of its class."""
    if not file.owns(fact.placed):
        return False
    load, move = file.definitions(fact.placed), file.definitions(fact.at)
    return load == move or load[:-1] == move[:-1] and dotted(receiver(fact.at)).startswith("self.")
