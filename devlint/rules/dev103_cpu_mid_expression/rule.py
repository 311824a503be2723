"""A move to the CPU in the middle of an expression.

## What it does
Reports `.cpu()` or `.to("cpu")` on one operand of an expression if the other operand is not moved: it is on a known
GPU, on the module's device, on a device that the code chooses, a test found it on an accelerator (`if x.is_cuda:`), or
both operands were computed from the same tensor. The report is at the move. Where the number of dimensions of what is
moved is not known (`x.to(device) - (a @ b).cpu()`), the report is a hint: without a dimension it may be on the CPU.
`model.cpu()` of a model that gets an input on its former device afterwards, or in the next round of a loop, is reported
as well: it moves the model itself and makes no copy.

## Why it is bad
On a machine without a GPU `.cpu()` does nothing and the expression works. On a machine with a GPU the operands are on
two devices, and the expression raises `Expected all tensors to be on the same device`. Such moves are often left over
from debugging, or were meant for the whole result.

## Example
```python
def difference(weight: torch.Tensor):
    u, s, v = torch.svd(weight)
    return weight - torch.einsum("ij,j,kj->ik", u, s, v).detach().cpu()
```

## Use instead
```python
def difference(weight: torch.Tensor):
    u, s, v = torch.svd(weight)
    return (weight - torch.einsum("ij,j,kj->ik", u, s, v).detach()).cpu()
```

## Not reported
- An operand of which nothing is known: in `(prediction.cpu() == target)` the target may well be on the CPU.
- A scalar result (`x * x.mean().cpu()`): a CPU tensor without dimensions may meet a GPU tensor in an element-wise
  operation. What may well have none is not reported there either: an element, a product of rows, what code out of
  sight gives.
- CPU indices (`x[order.cpu()]`), `copy_`, the lengths of `pack_padded_sequence`.
- A value that is moved back before it is used (`x + y.cpu().median(0).values.to(x.device)`).
- A module that is moved back before it is applied again, or is moved to the CPU in the last round of a loop
  (`if step == steps - 1: model.cpu()`) or before `break`.
- A copy kept on the CPU on purpose, such as averaged weights, and sums collected on the CPU.

## Fix safety
`x - y.detach().cpu()` becomes `(x - y.detach()).cpu()` where the result is used on the CPU:

- it becomes an array or is saved;
- it is assigned, and its next use is one of these or moves it to the CPU;
- it is returned by a function that is no method and returns no other tensor, and the operand is detached.

Elsewhere the move is left out, and the result is on the GPU. Both are unsafe: where the result is may be meant
otherwise, and moving the other operand is plausible, too. A value on the CPU that is used elsewhere, too, keeps its
move: there is no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import RemedyKind, Safety
from devlint.devices.facts.findings import Finding, Remedy
from devlint.devices.facts.levels import level_of
from devlint.devices.facts.operations import Clash
from devlint.devices.facts.repairs.member_types import HOST
from devlint.devices.facts.wording import is_where, message, origin, together
from devlint.devices.lattice.tensors import Made
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import receiver
from devlint.forms.source_file import SourceFile
from devlint.rulebook import Precedence, RuleMeta
from devlint.rules.dev103_cpu_mid_expression.destination import is_meant_for_cpu

META = RuleMeta(
    code="DEV103",
    name="cpu-mid-expression",
    summary="one operand of an expression is moved to the CPU, but the other is not",
    precedence=Precedence.DETOUR,
    fix=Safety.UNSAFE,
    shown_by_simulator=True,
)


def check(clash: Clash, file: SourceFile) -> Iterator[Finding]:
    """Report a move to the CPU whose result is used with something that stayed where it was."""
    host, other = clash.host, clash.other
    if clash.indexed or host.made is not Made.HOST_MOVE or not clash.related:
        return
    before = receiver(host.maker)
    move = "" if before is None else file.source(host.maker).removeprefix(file.source(before)).lstrip()
    mendable = _is_for(host.maker, clash.at, file)
    outwards = mendable and is_meant_for_cpu(host.maker, clash.at, file)
    advice = f"put `{move}` on the whole result" if outwards else f"drop `{move}`"
    if not move.startswith("."):
        advice = "move both operands"
    yield Finding(
        host.maker,
        message(file, f"{{}} is on the CPU but {{}} {is_where(other.device)}", host.maker, other.at, remedy=advice),
        notes=(together(clash.operator, clash.at), *origin(other)),
        help=advice,
        cause=host.maker,
        level=level_of(clash),
        remedy=_remedy(host.maker, clash.at, file, outwards=outwards) if mendable else None,
    )


def _is_for(move: form.Form, meeting: form.Form, file: SourceFile) -> bool:
    """Whether what ``move`` gives is used at ``meeting`` and nowhere else: in its statement, or by the only name."""
    statement, around = file.statement(move), file.definitions(move)
    if statement is file.statement(meeting):
        return True
    if not isinstance(statement, form.Assign) or len(statement.targets) != 1 or not around:
        return False
    name = dotted(statement.targets[0])
    uses = [one for one in file.reads(name) if around[-1] in file.definitions(one)]
    return isinstance(statement.targets[0], form.Name) and len(uses) == 2  # where it is assigned, and where it is used


def _remedy(move: form.Form, meeting: form.Form, file: SourceFile, *, outwards: bool) -> Remedy | None:
    """What leaves a move out, and moves the result of ``meeting`` in its place where ``outwards`` says so."""
    dropped = _dropped(move, file)
    return Remedy(RemedyKind.MOVE, meeting, HOST, (dropped,)) if dropped is not None and outwards else dropped


def _dropped(move: form.Form, file: SourceFile) -> Remedy | None:
    """What leaves a move out."""
    before = receiver(move)
    return None if before is None else Remedy(RemedyKind.REPLACEMENT, move, file.source(before))
