"""A random generator is on another device type than the tensor that it fills.

## What it does
Reports a generator whose device type differs from that of the tensor it fills: in `torch.randn`, `normal_`,
`bernoulli`, `multinomial`, `randperm`, the functions of `nn.init`, and the loaders and samplers of `torch.utils.data`,
which draw on the CPU. A `DataLoader` that shuffles, a `RandomSampler` and `random_split` have a CPU generator by
default: they are reported under a CUDA default device or default tensor type. Where another file makes them, the call
that leads there is reported.

## Why it is bad
`torch.Generator()` and `torch.manual_seed()` give a CPU generator, also under a default device. Moving the data or the
module does not move the generator. With a GPU, drawing raises
`Expected a 'cuda' device type for generator but found 'cpu'`. The other way round, a loader or sampler with a GPU
generator raises as soon as it is iterated.

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
- A generator on another GPU: only the device type is compared.
- Numbers that are drawn on the CPU and moved afterwards.
- A generator that the caller passes, and `generator=None`.
- Loaders and samplers with a CPU generator.
- A loader that another file makes under `with torch.device(...)`: it draws when it is iterated, which may be later.

## Fix safety
Another generator gives other numbers. `torch.Generator(device=...)` keeps the seed and changes the numbers; drawing on
the CPU and moving keeps the numbers and costs a copy.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Safety
from devlint.devices.facts.findings import Finding, Remark, Remedy
from devlint.devices.facts.levels import level_on
from devlint.devices.facts.processes import RandomCall
from devlint.devices.facts.repairs.phrases import device_at, replaced
from devlint.devices.facts.wording import inside, is_where
from devlint.devices.lattice.device import Followed, SymbolKind, is_host
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.source_file import SourceFile
from devlint.rulebook import Precedence, RuleMeta
from devlint.torch_api.names import DRAWING

META = RuleMeta(
    code="DEV401",
    name="generator-device",
    summary="a random generator is on another device type than the tensor that it fills",
    precedence=Precedence.OWNER,
    fix=Safety.UNSAFE,
    shown_by_simulator=True,
)


def check(fact: RandomCall, file: SourceFile) -> Iterator[Finding]:
    """Report a generator of another device type than what it fills."""
    made, name = fact.generator.made, file.text(fact.at)
    what = fact.what.rpartition(".")[2]
    on_host = is_host(fact.generator.device)
    draws = what in DRAWING or what.endswith("Sampler")
    change: Remedy | None = None
    if draws and on_host and made is None:
        said = f"`{what}`{inside(fact.elsewhere)} draws with a CPU generator, which raises under a CUDA default device"
        how = f'add `generator=torch.Generator("{fact.target}")`'
        how += " there" if fact.elsewhere is not None else ""
    elif draws:
        said = f"`{what}` draws on the CPU but `{name}` {is_where(fact.generator.device)}"
        how, change = "use `torch.Generator()`", _made_on("", made, file)
    elif not on_host:
        said = f"the generator `{name}` {is_where(fact.generator.device)} but `{what}` fills a CPU tensor"
        how, change = "use `torch.Generator()`", _made_on("", made, file)
    else:
        where = is_where(fact.target)
        fills = "may fill a GPU tensor" if where == "may be on a GPU" else f"fills a tensor {where.removeprefix('is ')}"
        said = f"`{name}` is a CPU generator but `{what}` {fills}"
        device = "" if _is_there_sometimes(fact) else device_at(fact.target, fact.at, made or fact.at, file)
        how = f"use `torch.Generator({device})`" if device else "use a generator on the tensor's device"
        change = _made_on(device, made, file) if device else None
    yield Finding(
        fact.at,
        said,
        notes=() if made is None else (Remark("the generator is created here", made),),
        help=how,
        cause=fact.at,
        level=level_on(fact.generator.device if on_host is False else fact.target),
        remedy=change,
    )


def _is_there_sometimes(fact: RandomCall) -> bool:
    """Whether the tensor is on a device that is named under a condition only: ``x.cuda(gpu)`` under ``use_cuda``."""
    followed = isinstance(fact.target, Followed) and fact.target.symbol.kind is not SymbolKind.DEVICE
    return bool(fact.guards) and not followed


def _made_on(device: str, made: form.Form | None, file: SourceFile) -> Remedy | None:
    """A generator on ``device``, or on the CPU, in place of the one that is ``made``."""
    called = dotted(made.function) if isinstance(made, form.Call) else ""
    return replaced(made, f"{called}({device})", file) if called.endswith("Generator") else None
