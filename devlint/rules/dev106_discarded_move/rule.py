"""A move of a tensor whose result is discarded.

## What it does
Reports `x.to(device)`, `x.cuda()` or `x.cpu()` standing alone as a statement where `x` is a tensor. What a mapping
called `state_dict` holds is taken for tensors.

## Why it is bad
A tensor's `to` returns a new tensor and leaves the old one where it was; only a module moves in place. On a machine
without a GPU there is nothing to move and nothing is missed. With one, the program goes on with the tensor on the
wrong device, fails later and elsewhere, or leaves its work to the CPU.

## Example
```python
for batch in rows.unbind(0):
    batch.to(device)
    loss = model(batch)
```

## Use instead
```python
for batch in rows.unbind(0):
    batch = batch.to(device)
    loss = model(batch)
```

## Not reported
- Modules and whatever else moves in place: batches and graphs with a `to` of their own, metrics, pipelines. The
  receiver must be proved to be a tensor: by its annotation, by what made it, or by what is done with it; a part of a
  batch by its name (`images`, `labels`, `batch["x"]`), or by a model that is given all of them (`model(**batch)`).
- A tensor that is made for the call and has no name (`torch.zeros(1).cuda()`): it warms the device up, or asks whether
  there is one.
- A move to the device on which the tensor is known to be.
- `_ = x.to(device)`, which says that the result is not wanted.
- The last expression of a notebook's cell, which the notebook shows, unless a semicolon follows it.
- A change of dtype alone (`x.to(torch.float16)`).

## Fix safety
`x = x.to(device)` is what was meant in nearly every case; it changes what the program does, since the move then takes
place. There is no fix for the variable of a loop over rows that are changed in place, and none for a variable that
nothing reads afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Safety
from devlint.devices.facts.findings import Finding
from devlint.devices.facts.operations import Discarded
from devlint.devices.facts.wording import message
from devlint.forms.source_file import SourceFile
from devlint.rulebook import Precedence, RuleMeta
from devlint.rules.dev106_discarded_move.repair import advice_on, kept

META = RuleMeta(
    code="DEV106",
    name="discarded-move",
    summary="the new tensor that `x.to(device)` returns is discarded, so `x` is not moved",
    precedence=Precedence.OWNER,
    fix=Safety.UNSAFE,
    shown_by_simulator=True,
)


def check(fact: Discarded, file: SourceFile) -> Iterator[Finding]:
    """Report a moved tensor that is not kept."""
    remedy = kept(fact.at, file)
    advice = advice_on(fact.at, file) if remedy is None else f"write `{remedy.code}`"
    yield Finding(
        fact.at,
        message(file, "{} returns a new tensor, which is discarded", fact.at, remedy=advice),
        help=advice,
        cause=fact.at,
        remedy=remedy,
    )
