"""A generator of the caller's, drawn from in a way that suits only one device.

## What it does
Reports a random operation of torch that is given a generator which the caller chose, in a file that elsewhere hands
the same generator to a function that draws on the generator's device and moves the numbers (`randn_tensor` and its
kin).

## Why it is bad
Callers give a generator of the CPU to get the same numbers on every machine, and one of the GPU for speed. A function
that draws where the generator is takes either; torch itself refuses: `Expected a 'cuda' device type for generator but
found 'cpu'`. What works for the first noise fails for the second, with the same argument.

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
- Numbers drawn where the generator is (`device=generator.device`).
- A generator that is made in the file: `generator-device`.

## Fix safety
There is no automatic fix. The helper draws the same numbers for a generator of the same device.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.operations import Finding
from devlint.devices.facts.processes import CallersGenerator
from devlint.forms.code import Code
from devlint.rulebook import RuleMeta, Status

META = RuleMeta(
    code="DEV404",
    name="callers-generator",
    summary="a generator of the caller's is given to torch in one place and to a tolerant function in another",
    status=Status.PREVIEW,
)


def check(fact: CallersGenerator, code: Code) -> Iterator[Finding]:
    """Report an operation that takes a generator of one device only."""
    generator, what = code.text(fact.at), fact.what.rpartition(".")[2]
    yield Finding(
        fact.at,
        f"`{generator}` of the caller may be on another device type than `{what}` fills",
        help=f"draw on `{generator}.device`, then move",
        cause=fact.at,
    )
