"""A function returns a CPU tensor although its inputs may be on a GPU.

## What it does
Reports a tensor that is created without `device=` and returned, directly or after further computation, if one of these
holds for a tensor `x` whose device the caller chooses:

- the function fills the new tensor from `x` by item assignment: what is filled in is a tensor if it has a shape, or if
  a model gave it, and is assumed to be one if it is written over a block (`out[:3, :3] = x`);
- the new tensor has a size of `x` (`torch.zeros(len(x))`), or is repeated or expanded to one
  (`torch.eye(3).repeat(len(x), 1, 1)`);
- another `return` statement, or another branch, returns `x` or a tensor computed from it;
- the returned list holds tensors computed from `x` as well.

The `backward` of a `torch.autograd.Function` must not return a tensor created on the CPU at all: a gradient has to be
on the device of its input.

## Why it is bad
Assigning to an item or a slice copies across devices, so nothing fails inside the function. The caller gets a tensor
on the CPU for inputs on a GPU, and its next operation raises `Expected all tensors to be on the same device`. An early
return for empty inputs is the same trap, met only with rare data. On the CPU neither can be seen.

## Example
```python
def pairwise(x: Tensor):
    out = torch.zeros(len(x), len(x))
    for i in range(len(x)):
        out[i, :] = (x - x[i]).norm(dim=1)
    return out
```

## Use instead
```python
def pairwise(x: Tensor):
    out = torch.zeros(len(x), len(x), device=x.device)
    for i in range(len(x)):
        out[i, :] = (x - x[i]).norm(dim=1)
    return out
```

## Not reported
- What is pinned, or goes to arrays, plots, files and the like by the name of what takes it; and what is filled from
  tensors that were brought to the CPU, if only by all who call the function in the file.
- 0-dim results, which may join most operations; private helpers that are only called in the file, and methods that
  their class calls on `self`: what matters is what becomes of their result there; and an early return for an argument
  that was not given.
- What is filled from a saved state, to be loaded: `load_state_dict` copies it to where the weights are.

## Fix safety
`device=` with the device of the input makes the same tensor on the CPU; on a GPU the caller gets the result there,
which it may not expect.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level, RemedyKind, Safety
from devlint.devices.facts.findings import Finding, Remark, Remedy
from devlint.devices.facts.operations import Result
from devlint.devices.facts.repairs.devices_in_scope import device_of, sized_after
from devlint.devices.facts.repairs.remedies import takes_device, words
from devlint.devices.facts.wording import message, where
from devlint.devices.lattice.device import Followed, SymbolKind
from devlint.forms.source_file import SourceFile
from devlint.rulebook import Precedence, RuleMeta

META = RuleMeta(
    code="DEV110",
    name="result-without-device",
    summary="a function returns a CPU tensor although its inputs may be on a GPU",
    level=Level.HINT,
    precedence=Precedence.MEETING,
    fix=Safety.UNSAFE,
    shown_by_simulator=True,
)


def check(result: Result, file: SourceFile) -> Iterator[Finding]:
    """Report a result that stays on the CPU."""
    device = result.other.device
    kind = device.symbol.kind if isinstance(device, Followed) else SymbolKind.MODULE
    other, place = "the module", "may be on a GPU"
    if kind is SymbolKind.DEVICE:
        other, place = "its inputs", f"are {where(device)}"
    elif isinstance(device, Followed) and kind is SymbolKind.ARGUMENT:
        other = f"`{device.symbol.text}`"
    template = {
        "among": f"{{}} puts a CPU tensor into the returned list although {other} {place}",
        "gradient": "`backward` returns the CPU gradient {} but the input may be on a GPU",
    }.get(result.how, f"{{}} puts the result on the CPU although {other} {place}")
    there = device_of(result.other, result.other.at, result.at, file, beside=file.source(result.at))
    if not there and result.how == "sized":
        there = sized_after(result.at, file)
    how = RemedyKind.ARGUMENT if takes_device(result.at) else RemedyKind.MOVE
    remedy = Remedy(how, result.at, there) if there else None
    advice = words(remedy, file, f"use the device of {other}")
    notes = (Remark("filled here", result.other.at),) if result.how in ("filled", "carried") else ()
    yield Finding(
        result.at,
        message(file, template, result.at, remedy=advice),
        notes=notes,
        help=advice,
        cause=result.at,
        remedy=remedy,
    )
