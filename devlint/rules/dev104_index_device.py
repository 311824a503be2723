"""A tensor on the CPU indexed by a tensor that may be on a GPU.

## What it does
Reports `table[index]` where it is read, if `table` is on the CPU and `index` is a tensor that is on a GPU or on a
device that the caller chooses. The report is at `table[index]`, which raises; a note shows where the table was created
or moved to the CPU.

## Why it is bad
PyTorch accepts an index on the CPU for a tensor on a GPU, but not the other way round: `indices should be either on
cpu or on the same device as the indexed tensor (cpu)`. On a machine without a GPU both are on the CPU and it works.

## Example
```python
def one_hot(labels: torch.Tensor):
    return torch.eye(10)[labels]
```

## Use instead
```python
def one_hot(labels: torch.Tensor):
    return torch.eye(10, device=labels.device)[labels]
```

or move the index, `table[labels.cpu()]`, if the result is wanted on the CPU.

## Not reported
- An index on the CPU, whatever it indexes.
- Assignment (`table[index] = 0`): PyTorch brings the index to the table (`ensure_same_device` in
  `ATen/native/IndexingUtils.h`); only the values have to be where the table is.
- An integer index without dimensions (`names[scores.sum(0).argmax()]`): PyTorch reads it as a number.
- Lists, dictionaries and arrays, and numbers taken out of a tensor by `.item()`, `.tolist()` or `int()`.
- A table whose device is not known, and buffers and parameters, which move with their module.
- `gather`, `index_select`, `embedding` and the like: they are operations with two operands (`mixed-devices`,
  `factory-without-device`).

## Fix safety
A GPU index into a CPU tensor raises, so nothing that worked changes. Moving the table and moving the index give results
on different devices: the fix creates the table on the index's device where it has no `device=`, else it moves the
index.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import RemedyKind, Safety
from devlint.devices.facts.findings import Finding, Remedy
from devlint.devices.facts.levels import level_of
from devlint.devices.facts.operations import Clash, Operand
from devlint.devices.facts.repairs.remedies import along, moved, to_host, words
from devlint.devices.facts.wording import inside, is_where, message, origin
from devlint.devices.lattice.tensors import Made
from devlint.forms import form
from devlint.forms.source_file import SourceFile
from devlint.rulebook import Precedence, RuleMeta

META = RuleMeta(
    code="DEV104",
    name="index-device",
    summary="a tensor on the CPU is indexed by a tensor that may be on a GPU",
    precedence=Precedence.INDEX,
    fix=Safety.SAFE,
    shown_by_simulator=True,
)


def check(clash: Clash, file: SourceFile) -> Iterator[Finding]:
    """Report a tensor on the CPU that is indexed by one that may be on an accelerator."""
    if not clash.indexed:
        return
    host, index = clash.host, clash.other
    remedy = None if clash.elsewhere else _remedy(host, index, clash.at, file) or to_host(index.at, file)
    advice = words(remedy, file, "move the index to the CPU")
    if remedy is not None and remedy.kind is RemedyKind.ARGUMENT and not _is_inside(remedy.at, clash.at, file):
        advice = f"create it with `device={remedy.code}`"
    template = f"{{}} is on the CPU{inside(clash.elsewhere)} but its index {{}} {is_where(index.device)}"
    yield Finding(
        clash.at if file.owns(clash.at) else host.maker,
        message(file, template, host.at, index.at, remedy=advice),
        notes=(*(() if clash.elsewhere else origin(host)), *origin(index)),
        help=advice,
        cause=clash.cause,
        remedy=remedy,
        level=level_of(clash),
    )


def _remedy(host: Operand, index: Operand, at: form.Form, file: SourceFile) -> Remedy | None:
    """What puts a table that was created without a device beside its index, in the function of both."""
    if host.made is not Made.FACTORY:
        return None
    here = file.owns(host.maker) and file.definitions(host.maker) == file.definitions(at)
    return along(host, index, at, file) if here else moved(host.at, index, at, file)


def _is_inside(part: form.Form, at: form.Form, file: SourceFile) -> bool:
    """True if ``part`` stands in the statement of ``at``."""
    return file.statement(part) is file.statement(at)
