"""A model that was loaded in 8 bits is moved.

## What it does
Reports `.to(device)` and `.cuda()` on a model that `from_pretrained` loaded with `load_in_8bit=True`, as an argument
or in its quantization config, which may be kept in a variable, an attribute or a dict of arguments.

## Why it is bad
bitsandbytes quantises the weights on the GPU they are loaded to, and keeps data beside them that does not move.
transformers refuses: `.to` is not supported for `8-bit` bitsandbytes models.

## Example
```python
from transformers import AutoModelForCausalLM

def load(name):
    model = AutoModelForCausalLM.from_pretrained(name, load_in_8bit=True)
    return model.cuda()
```

## Use instead
```python
from transformers import AutoModelForCausalLM

def load(name):
    return AutoModelForCausalLM.from_pretrained(name, load_in_8bit=True, device_map={"": 0})
```

## Not reported
- A model loaded in 4 bits, which current releases can move.
- A quantization config that is passed in.
- `.to(dtype)`, which moves nothing.

## Fix safety
The fix removes the move and gives its device to `from_pretrained` as `device_map={"": device}`, if the model is loaded
in the same function, on one line without `**`, and the device is known there. The model is then on that device from the
beginning, while code in between finds it elsewhere today.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level, Safety
from devlint.devices.facts.findings import Finding, Remark
from devlint.devices.facts.modules import MovedByHand
from devlint.devices.facts.wording import message
from devlint.forms import form
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta
from devlint.rules.dev602_move_quantised.repair import change

META = RuleMeta(
    code="DEV602",
    name="move-quantised",
    summary="a model that was loaded in 8 bits is moved, which raises",
    level=Level.ERROR,
    fix=Safety.UNSAFE,
)


def check(fact: MovedByHand, file: SourceFile) -> Iterator[Finding]:
    """Report the move of a model that was quantised."""
    if fact.quantised:
        given = fact.at.arguments if isinstance(fact.at, form.Call) else ()
        asked = given[0] if given else None
        advice = f'load it with `device_map={{"": {file.text(asked) if asked else "0"}}}`'
        yield Finding(
            fact.at,
            message(file, "{} moves a model that was loaded in 8 bits, which raises", fact.at, remedy=advice),
            notes=(Remark("loaded here", fact.placed),),
            help=advice,
            cause=fact.at,
            remedy=change(fact, asked, file),
        )
