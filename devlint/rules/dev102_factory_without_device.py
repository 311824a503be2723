"""A tensor made on the CPU that meets one whose device the caller chose.

## What it does
Reports a call that makes a tensor without saying where (`torch.zeros(n)`, `torch.arange(n)`, `torch.tensor([...])`,
`torch.FloatTensor(...)`, `torch.from_numpy(...)`) if the tensor then meets one that follows the caller: an argument,
a parameter of the module, anything made with the caller's `device`. The report lies at the factory, where the repair
goes, even if that is in a helper or another method; a note shows where the two meet.

Code that cannot be seen counts where nothing else explains what it is handed: a module that the caller brought
(`model(torch.zeros(4, 8))`), an argument that is the caller's unless it was not given, beside another of the caller's
(`if mask is None: mask = torch.ones(n)`, then `self.encoder(x, mask)`), and what is made in the size of a tensor and
handed on beside it (`self.encoder(x, torch.ones(x.shape))`), or handed to a module, called so by its name, beside a
tensor that is one for certain.

`device=device` says nothing for callers who leave it out, where the default is None and the function does nothing else
with it: it is reported if the tensor then meets one that the same caller passed, or where a call in the file leaves the
device out.

## Why it is bad
The new tensor is on the CPU. As long as everything is, the code works; with the model on a GPU the operation raises
`Expected all tensors to be on the same device`.

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

Where the value is always the same, make it once and call `self.register_buffer`: it then moves with the module.

## Not reported
- An index of `x[...]`, a value that is copied into a slice or by `copy_`, and the lengths of `pack_padded_sequence`. A
  factory under `with torch.device(...)`, a default device or a default type of tensors; one with `out=`, a device
  beside it, or keywords that cannot be seen (`torch.zeros(n, **factory_kwargs)`). What a file makes outside of its
  functions, or in the default of a parameter: see DEV109. A tensor that is moved before the two meet. What is done
  under a flag for the CPU (`if args.cpu_only:`) or while an exporter goes through the code
  (`if torch.jit.is_tracing():`).

## Fix safety
There is no automatic fix yet. Adding `device=x.device` keeps the behaviour wherever the code worked, except under
`torch.jit.trace`, which writes the device down as a constant.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.operations import Clash, Finding
from devlint.devices.facts.remedies import along, words
from devlint.devices.facts.wording import is_made_once, is_where, message, origin, together, unless_given
from devlint.devices.lattice.values import Made
from devlint.forms.code import Code
from devlint.rulebook import Precedence, RuleMeta

META = RuleMeta(
    code="DEV102",
    name="factory-without-device",
    summary="a tensor is made on the CPU and meets one on the caller's device",
    precedence=Precedence.FACTORY,
)


def check(clash: Clash, code: Code) -> Iterator[Finding]:
    """Report a factory without a device whose tensor meets one on the caller's device."""
    host, other = clash.host, clash.other
    if clash.indexed or clash.surely or host.made is not Made.FACTORY or is_made_once(clash, code):
        return
    remedy = along(host, other, clash.at, code)
    advice = words(remedy, code)
    unless = unless_given(host.culprit, code)
    created = f"is on the CPU{unless}" if unless else "is created on the CPU"
    template = f"{{}} {created} but {{}} {is_where(other.device)}"
    same = code.source(host.at) == code.source(other.at)
    quoted = (host.culprit, other.culprit) if same else (host.at, other.at)
    yield Finding(
        host.culprit,
        message(code, template, *quoted, remedy=advice),
        notes=(together(clash.operator, clash.at), *origin(other)),
        help=advice,
        cause=host.culprit,
        remedy=remedy,
    )
