"""A tensor created on the CPU and used with a tensor or module whose device the caller chooses.

## What it does
Reports a call that creates a tensor without `device=` (`torch.zeros(n)`, `torch.arange(n)`, `torch.tensor([...])`,
`torch.FloatTensor(...)`, `torch.from_numpy(...)`) if the tensor is then used with one whose device the caller chooses:
an argument, a parameter of the module, a tensor created with the caller's `device`. The report is at the call that
creates the tensor, even if that is in a helper or another method; a note shows where the two are used together.

A call of a function or module that devlint cannot see is such a use in four cases: the caller passed the module
(`model(torch.zeros(4, 8))`), to the function or to the constructor that keeps it (`self.model(torch.zeros(4, 8))`, a
hint where only the name says that it is a module); the tensor replaces an argument that was not given, next to another
argument (`if mask is None: mask = torch.ones(n)`, then `self.encoder(x, mask)`); the tensor has the shape of a tensor
that is passed with it (`self.encoder(x, torch.ones(x.shape))`); or it is passed with another tensor to something that
is named like a module.

`device=device` is reported, too, if the default of `device` is None and the tensor is then used with a tensor of the
same caller, or if a call in the file leaves `device` out.

## Why it is bad
The new tensor is on the CPU. If everything else is there, too, the code works; with the model on a GPU the operation
raises `Expected all tensors to be on the same device`.

## Example
```python
class Positions(nn.Module):
    def __init__(self, longest, width):
        super().__init__()
        self.embedding = nn.Embedding(longest, width)

    def forward(self, x):
        positions = torch.arange(x.size(1))
        return x + self.embedding(positions)
```

## Use instead
```python
class Positions(nn.Module):
    def __init__(self, longest, width):
        super().__init__()
        self.embedding = nn.Embedding(longest, width)

    def forward(self, x):
        positions = torch.arange(x.size(1), device=x.device)
        return x + self.embedding(positions)
```

If the value is always the same, create the tensor once in `__init__` and call `self.register_buffer`: a buffer moves
with the module.

## Not reported
- An index of `x[...]`, a value that is copied into a slice or by `copy_`, and the lengths of `pack_padded_sequence`. A
  factory under `with torch.device(...)`, a default device or a default type of tensors; one with `out=`, a device
  beside it, or keywords that cannot be seen (`torch.zeros(n, **factory_kwargs)`). What a file makes outside of its
  functions, or in the default of a parameter: see DEV109. A tensor that is moved before the two meet. What is done
  under a flag for the CPU (`if args.cpu_only:`) or while an exporter goes through the code
  (`if torch.jit.is_tracing():`).

## Fix safety
`device=x.device` keeps the behaviour wherever the code worked, except under `torch.jit.trace`, which writes the device
down as a constant. `device=next(model.parameters()).device` is unsafe where the file does not show that the model has
a parameter.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level, Safety
from devlint.devices.facts.findings import Finding
from devlint.devices.facts.levels import level_of
from devlint.devices.facts.operations import Clash
from devlint.devices.facts.repairs.remedies import along, created, subject, words
from devlint.devices.facts.wording import inside, is_made_once, is_where, message, origin, together, unless_given
from devlint.devices.lattice.tensors import Made
from devlint.forms.source_file import SourceFile
from devlint.rulebook import Precedence, RuleMeta

META = RuleMeta(
    code="DEV102",
    name="factory-without-device",
    summary="a tensor is created on the CPU and used with a tensor or module that may be on a GPU",
    level=Level.ERROR,
    precedence=Precedence.FACTORY,
    fix=Safety.SAFE,
    shown_by_simulator=True,
)


def check(clash: Clash, file: SourceFile) -> Iterator[Finding]:
    """Report a factory without a device whose tensor meets one on the caller's device."""
    host, other = clash.host, clash.other
    if clash.indexed or clash.surely or host.made is not Made.FACTORY or is_made_once(clash, file):
        return
    remedy = None if clash.elsewhere else along(host, other, clash.at, file)
    advice = words(remedy, file, "move it to the same device there") if clash.elsewhere else words(remedy, file)
    unless = unless_given(host.maker, file)
    about = subject(host, remedy, clash.at, file)
    here = file.source(about) == file.source(created(host.maker, clash.at, file))
    there = "is created on the CPU" if here and not unless else f"is on the CPU{unless}"
    there += inside(clash.elsewhere)
    template = f"{{}} {there} but {{}} {is_where(other.device)}"
    same = file.source(host.at) == file.source(other.at)
    quoted = (host.maker, other.maker) if same else (about, other.at)
    yield Finding(
        host.maker,
        message(file, template, *quoted, remedy=advice),
        notes=(together(clash.operator, clash.at), *origin(other)),
        help=advice,
        cause=clash.cause,
        remedy=remedy,
        level=level_of(clash),
    )
