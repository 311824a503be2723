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

from devlint.devices.facts.operations import Finding, Remark
from devlint.devices.facts.processes import RandomCall
from devlint.devices.facts.phrases import whereabouts
from devlint.devices.lattice.device import Device, Followed, Known, SymbolKind, is_host
from devlint.forms.code import Code
from devlint.rulebook import Precedence, RuleMeta, Status
from devlint.torch_api.names import DRAWING

META = RuleMeta(
    code="DEV401",
    name="generator-device",
    summary="a random generator and what it fills are on different kinds of device",
    status=Status.ON,
    precedence=Precedence.OWNER,
)


def check(fact: RandomCall, code: Code) -> Iterator[Finding]:
    """Report a generator of another device type than what it fills."""
    made, name = fact.generator.made, code.text(fact.at)
    what = fact.what.rpartition(".")[2]
    on_host = is_host(fact.generator.device)
    draws = what in DRAWING or what.endswith("Sampler")
    if draws and on_host and made is None:
        said = f"`{what}` draws with a CPU generator, which raises under a CUDA default device"
        how = f"add `generator=torch.Generator({_quoted(fact.target)})`"
    elif draws:
        said = f"`{what}` draws on the CPU, but the generator `{name}` {whereabouts(fact.generator.device)}"
        how = "use `torch.Generator()`"
    elif not on_host:
        said = f"the generator `{name}` {whereabouts(fact.generator.device)}, but `{what}` fills a CPU tensor"
        how = "use `torch.Generator()`"
    else:
        filled = whereabouts(fact.target).replace("may be on a GPU", "that may be on a GPU").removeprefix("is ")
        said = f"`{name}` is a CPU generator, but `{what}` fills a tensor {filled}"
        how = f"use `torch.Generator({_quoted(fact.target)})`"
    yield Finding(
        fact.at,
        said,
        notes=() if made is None else (Remark("the generator is made here", made),),
        help=how,
        cause=fact.at,
    )


def _quoted(device: Device) -> str:
    """How to name ``device`` in the code."""
    if isinstance(device, Known):
        return f'"{device}"'
    if isinstance(device, Followed) and device.symbol.kind is SymbolKind.DEVICE:
        return device.symbol.text
    if isinstance(device, Followed) and device.symbol.kind is SymbolKind.ARGUMENT:
        return f"{device.symbol.text}.device"
    return ""
