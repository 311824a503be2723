"""A tensor that may be on an accelerator is given to what takes tensors on the host only.

## What it does
Reports the lengths of `pack_padded_sequence` and the sections of `tensor_split` where they are, or were computed from
something that may be, on an accelerator; `.pin_memory()` of a tensor that was moved to a device before; and a device
given to `torch.Tensor`, `torch.FloatTensor` and their like, which make tensors on the CPU only.

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
- lengths that the caller passes as they are: where they belong is known to it;
- lists of numbers, and lengths that were moved to the host.

## Fix safety
`.cpu()` behind the argument is safe. `torch.tensor(data, device=device)` makes what `torch.FloatTensor(data)` does, in
the type of `data`: name the `dtype` where that matters.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.levels import level_there
from devlint.devices.facts.operations import Finding, HostOnly
from devlint.devices.facts.wording import origin, where
from devlint.forms.code import Code
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV108",
    name="host-only-argument",
    summary="a tensor that may be on an accelerator is given to what takes those on the host",
)


def check(fact: HostOnly, code: Code) -> Iterator[Finding]:
    """Report an argument that has to be on the host."""
    if fact.makes:
        yield Finding(
            fact.at,
            f"{fact.operation} makes tensors on the CPU only, and raises where it is asked for one "
            f"{where(fact.tensor.device)}",
            notes=origin(fact.tensor),
            help="make it with `torch.tensor(..., device=...)`, or `torch.empty` where only its size is given",
            level=level_there(fact.tensor.tensor),
        )
        return
    yield Finding(
        fact.at,
        f"`{code.text(fact.tensor.at)}` is {where(fact.tensor.device)}, and {fact.operation} takes what is on the CPU",
        notes=origin(fact.tensor),
        help="move it to the CPU" if fact.at is fact.tensor.at else "pin it before it is moved",
        level=level_there(fact.tensor.tensor),
    )
