"""A tensor that may be on a GPU is given to a function that takes CPU tensors only.

## What it does
Reports the lengths of `pack_padded_sequence` and the sections of `tensor_split` if they may be on a GPU, or were
computed from a tensor that may be; `.pin_memory()` of a tensor that was moved to a device before; and `device=` of
`torch.Tensor`, `torch.FloatTensor` and similar classes, which create tensors on the CPU only.

## Why it is bad
`pack_padded_sequence` raises `'lengths' argument should be a 1D CPU int64 tensor, but got 1D cuda:0 Long tensor`, and
`.pin_memory()` raises `cannot pin 'torch.cuda.FloatTensor' only dense CPU tensors can be pinned`. `torch.FloatTensor`
raises `legacy constructor expects device type: cpu but device type: cuda was passed`. On the CPU all is well.

## Example
```python
def pack(x: torch.Tensor, mask: torch.Tensor):
    return nn.utils.rnn.pack_padded_sequence(x, mask.sum(dim=1), batch_first=True)
```

## Use instead
```python
def pack(x: torch.Tensor, mask: torch.Tensor):
    return nn.utils.rnn.pack_padded_sequence(x, mask.sum(dim=1).cpu(), batch_first=True)
```

## Not reported
- lengths that the caller passes and the function does not change: the caller knows the right device;
- lists of numbers, and lengths that were moved to the CPU.

## Fix safety
On the CPU `.cpu()` returns the same tensor. The fix does not rewrite `torch.FloatTensor(data)`: `torch.tensor(data,
device=device)` makes the same in the type of `data`.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Safety
from devlint.devices.facts.findings import Finding
from devlint.devices.facts.levels import level_there
from devlint.devices.facts.operations import HostOnly
from devlint.devices.facts.repairs.remedies import to_host, words
from devlint.devices.facts.wording import is_where, message, origin
from devlint.forms import form
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV108",
    name="host-only-argument",
    summary="a tensor that may be on a GPU is given to a function that takes CPU tensors only",
    fix=Safety.SAFE,
    shown_by_simulator=True,
)


def check(fact: HostOnly, file: SourceFile) -> Iterator[Finding]:
    """Report an argument that has to be on the CPU."""
    if fact.makes:
        yield _made(fact, file)
        return
    argument = fact.at is fact.tensor.at
    remedy = to_host(fact.at, file) if argument else None
    advice = words(remedy, file, "move it to the CPU" if argument else "pin the CPU tensor before the move")
    template = f"{fact.operation} needs a CPU tensor but {{}} {is_where(fact.tensor.device)}"
    yield Finding(
        fact.at,
        message(file, template, fact.tensor.at, remedy=advice),
        notes=origin(fact.tensor),
        help=advice,
        remedy=remedy,
        level=level_there(fact.tensor.tensor),
    )


def _made(fact: HostOnly, file: SourceFile) -> Finding:
    device = file.text(fact.at)
    call = file.parent(fact.at)
    first = next(iter(call.arguments), None) if isinstance(call, form.Call) else None
    sized = isinstance(first, (form.Constant, form.Subscript, form.Star))
    return Finding(
        fact.at,
        f"{fact.operation} creates CPU tensors only and raises if `{device}` is a GPU",
        notes=origin(fact.tensor),
        help=f"use `torch.{'empty' if sized else 'tensor'}(..., device={device})`",
        level=level_there(fact.tensor.tensor),
    )
