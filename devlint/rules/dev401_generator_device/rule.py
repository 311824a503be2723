"""A random generator of one device is asked to fill a tensor of another.

## What it does
Reports a generator whose device type differs from that of the tensor or factory it is given for: `torch.randn`,
`normal_`, `bernoulli`, `multinomial`, `randperm`, the functions of `nn.init`, and the loaders and samplers of
`torch.utils.data`, which draw on the CPU. The generator may be held by a module and used in its `forward`. A loader
that shuffles has a generator of the CPU of its own, and so have `RandomSampler` and `random_split`: they are reported
where the default device, or the default type of tensors, is one of CUDA.

## Why it is bad
`torch.Generator()` and `torch.manual_seed()` give a generator of the CPU, also under a default device. Moving the
data or the module does not move it. With a GPU, drawing raises `Expected a 'cuda' device type for generator but found
'cpu'`. In the other direction, a loader or sampler that gets the generator of a GPU raises as soon as it is iterated.

## Example
```python
def noise_for(x):
    generator = torch.Generator().manual_seed(0)
    return torch.randn(x.shape, generator=generator, device=x.device)
```

## Use instead
```python
def noise_for(x):
    generator = torch.Generator(device=x.device).manual_seed(0)
    return torch.randn(x.shape, generator=generator, device=x.device)
```

or, for the same numbers on every machine,

```python
def noise_for(x):
    generator = torch.Generator().manual_seed(0)
    return torch.randn(x.shape, generator=generator).to(x.device)
```

## Not reported
- a generator of another GPU: only the device type is compared;
- numbers that are drawn on the host on purpose and moved afterwards;
- a generator that the caller hands in, and one that is `None`;
- loaders and samplers with a generator of the CPU.

## Fix safety
There is no safe fix: another generator gives other numbers. `torch.Generator(device=...)` keeps the seed and changes
the stream; drawing on the host and moving keeps the stream and costs a copy.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.levels import level_on
from devlint.devices.facts.operations import Finding, Remark
from devlint.devices.facts.processes import RandomCall
from devlint.devices.facts.wording import where
from devlint.devices.lattice.device import is_host
from devlint.forms.code import Code
from devlint.rulebook import Precedence, RuleMeta

META = RuleMeta(
    code="DEV401",
    name="generator-device",
    summary="a random generator and what it fills are on different kinds of device",
    precedence=Precedence.OWNER,
)


def check(fact: RandomCall, code: Code) -> Iterator[Finding]:
    """Report a generator of another device type than what it fills."""
    made = fact.generator.made
    what = fact.what.rpartition(".")[2]
    yield Finding(
        fact.at,
        f"the generator is {where(fact.generator.device)}, but `{what}` fills something {where(fact.target)}",
        notes=() if made is None else (Remark("the generator is made here", made),),
        help="make the generator on the device it is to fill: `torch.Generator(device=...)`",
        cause=fact.at,
        level=level_on(fact.generator.device if is_host(fact.target) else fact.target),
    )
