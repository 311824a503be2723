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
There is no automatic fix: the device belongs into the `device_map` of `from_pretrained`.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.modules import MovedByHand
from devlint.devices.facts.operations import Finding, Remark
from devlint.devices.facts.wording import message
from devlint.diagnostic import Level
from devlint.forms import form
from devlint.forms.code import Code
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV602",
    name="move-quantised",
    summary="a model that was loaded in 8 bits is moved, which raises",
    level=Level.ERROR,
)


def check(fact: MovedByHand, code: Code) -> Iterator[Finding]:
    """Report the move of a model that was quantised."""
    if fact.quantised:
        given = fact.at.arguments if isinstance(fact.at, form.Call) else ()
        advice = f'load it with `device_map={{"": {code.text(given[0]) if given else "0"}}}`'
        yield Finding(
            fact.at,
            message(code, "{} moves a model that was loaded in 8 bits, which raises", fact.at, remedy=advice),
            notes=(Remark("loaded here", fact.placed),),
            help=advice,
            cause=fact.at,
        )
