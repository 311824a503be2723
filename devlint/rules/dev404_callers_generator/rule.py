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
The fix draws on the generator's device and moves the result; without a generator, or with one on the device that the
call names, the numbers are the same. `torch.randn` becomes `randn_tensor` where the file imports that. A call without
`device=`, and a function that fills a tensor in place, are not repaired.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Safety
from devlint.devices.facts.findings import Finding, Remedy
from devlint.devices.facts.processes import CallersGenerator
from devlint.devices.facts.repairs.phrases import replaced
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV404",
    name="callers-generator",
    summary="a generator of the caller may be on another device type than the tensor that torch fills with it",
    fix=Safety.SAFE,
)
HELPER = "randn_tensor"
"""The function of diffusers that draws on the device of its generator."""
TAKEN = frozenset({"generator", "device", "dtype", "layout"})
"""The arguments of ``HELPER`` but the shape."""


def check(fact: CallersGenerator, file: SourceFile) -> Iterator[Finding]:
    """Report an operation that takes a generator of one device only."""
    generator = file.text(fact.at)
    yield Finding(
        fact.at,
        f"the caller's `{generator}` may be on another device type",
        help=f"draw on `{generator}.device`, then move",
        cause=fact.at,
        remedy=_change(fact.at, file),
    )


def _change(generator: form.Form, file: SourceFile) -> Remedy | None:
    """The call that draws where the generator is."""
    name = dotted(generator)
    call = file.parent(generator)
    if not name or not isinstance(call, form.Call) or any(key is None for key, _ in call.keywords):
        return None
    given, called = dict(call.keywords), dotted(call.function)
    device = given.get("device")
    if device is None or not dotted(device) or not called:
        return None
    passed = [file.source(one) for one in call.arguments]
    named = [(key, file.source(one)) for key, one in call.keywords]
    if called.endswith(".randn") and len(passed) == 1 and file.binds(HELPER, call) and given.keys() <= TAKEN:
        return replaced(call, f"{HELPER}({', '.join([*passed, *(f'{key}={text}' for key, text in named)])})", file)
    there = f"{file.source(device)} if {name} is None else {name}.device"
    every = [*passed, *(f"{key}={there if key == 'device' else text}" for key, text in named)]
    return replaced(call, f"{called}({', '.join(every)}).to({file.source(device)})", file)
