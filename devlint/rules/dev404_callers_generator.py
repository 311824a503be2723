"""A generator of the caller is given to a torch function that needs it on the device of its result.

## What it does
Reports a random function of torch that gets a generator which the caller passed, in a file that elsewhere gives the
same generator to a function that draws on the generator's device and moves the result (`randn_tensor` and similar
helpers).

## Why it is bad
Callers pass a CPU generator to get the same numbers on every machine, or a GPU generator for speed. A helper that
draws on the generator's device accepts both; torch does not:
`Expected a 'cuda' device type for generator but found 'cpu'`. The first draw works and the second one fails, with the
same argument.

## Example
```python
def sample(shape, generator=None, device=None):
    start = randn_tensor(shape, generator=generator, device=device)
    return start + torch.randn(shape, generator=generator, device=device)
```

## Use instead
```python
def sample(shape, generator=None, device=None):
    start = randn_tensor(shape, generator=generator, device=device)
    return start + randn_tensor(shape, generator=generator, device=device)
```

## Not reported
- Numbers that are drawn on the generator's device (`device=generator.device`).
- A generator that the file creates: see DEV401.

## Fix safety
There is no automatic fix. The helper draws the same numbers for a generator on the same device.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.operations import Finding
from devlint.devices.facts.processes import CallersGenerator
from devlint.forms.code import Code
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV404",
    name="callers-generator",
    summary="a generator of the caller may be on another device type than the tensor that torch fills with it",
)


def check(fact: CallersGenerator, code: Code) -> Iterator[Finding]:
    """Report an operation that takes a generator of one device only."""
    generator = code.text(fact.at)
    yield Finding(
        fact.at,
        f"the caller's `{generator}` may be on another device type",
        help=f"draw on `{generator}.device`, then move",
        cause=fact.at,
    )
