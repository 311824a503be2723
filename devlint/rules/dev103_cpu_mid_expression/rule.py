"""A move to the host in the middle of an expression.

## What it does
Reports `.cpu()` or `.to("cpu")` on one operand of an expression if the other operand stays where it is: on a known
GPU, with the module's parameters, on the `device` of an argument, or, as the two were computed from the same tensor,
certainly not on the host unless everything is. The report lies at the move. Reports `model.cpu().state_dict()`, too, in
a loop that applies the model again without moving it back: for a module, `.cpu()` is no copy. So is `model.cpu()` of a
model that meets an input on its former device afterwards, or in the next round of a loop. And where something is
sent back to where it came from after that has been moved: `x = x.cpu()` and `return y.to(x.device)`.

## Why it is bad
On a machine without a GPU `.cpu()` does nothing and the expression works. With one, its operands are on two devices
and it raises `Expected all tensors to be on the same device`. Such moves are often left over from debugging, or
were meant for the whole result.

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
    return (weight - torch.einsum("ij,j,kj->ik", u, s, v)).detach().cpu()
```

## Not reported
- An operand of which nothing is known: in `(prediction.cpu() == target)` the target may well be on the host.
- A scalar result (`x * x.mean().cpu()`): a CPU tensor without dimensions may meet a GPU tensor in an element-wise
  operation. An operand whose number of dimensions is not known is not reported there either.
- Host indices (`x[order.cpu()]`), `copy_`, the lengths of `pack_padded_sequence`.
- A value that goes back before the two meet (`x + y.cpu().median(0).values.to(x.device)`).
- A module that is moved back before it is applied again, or is moved in the last round of a loop
  (`if step == steps - 1: model.cpu()`) or before `break`.
- A copy kept on the host on purpose, such as averaged weights, and sums collected on the host.

## Fix safety
There is no automatic fix: dropping the move and moving the other operand are both plausible, and differ in where the
result is.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.levels import level_of
from devlint.devices.facts.operations import AskedTooLate, Clash, Finding, Remark
from devlint.devices.facts.wording import origin, where
from devlint.devices.lattice.values import Made
from devlint.forms.code import Code
from devlint.rulebook import Precedence, RuleMeta
from devlint.rules.dev103_cpu_mid_expression.facts import SavedFromHost

META = RuleMeta(
    code="DEV103",
    name="cpu-mid-expression",
    summary="one operand is moved to the CPU while the other stays on its device",
    precedence=Precedence.DETOUR,
)


def check(clash: AskedTooLate | Clash | SavedFromHost, code: Code) -> Iterator[Finding]:
    """Report a host move whose result meets something that stayed where it was."""
    if isinstance(clash, AskedTooLate):
        text = code.text(clash.at)
        yield Finding(
            clash.at,
            f"`{text}` is the CPU here, so nothing is sent back" if clash.name else f"`{text}` is always -1 here",
            notes=(Remark("moved to the CPU here", clash.moved),),
            help="ask before the move",
            cause=clash.at,
        )
        return
    if isinstance(clash, SavedFromHost):
        yield Finding(
            clash.at,
            f"`{code.text(clash.at)}` moves `{clash.name}` itself, which this loop applies again",
            help="save its `state_dict()` as it is, or move the tensors in that",
            cause=clash.at,
        )
        return
    host, other = clash.host, clash.other
    if clash.indexed or host.made is not Made.HOST_MOVE or not clash.related:
        return
    yield Finding(
        host.culprit,
        f"`{code.text(host.culprit)}` is moved to the CPU but meets `{code.text(other.at)}`, "
        f"which is {where(other.device)}",
        notes=(Remark(f"they meet in `{clash.operator}` here", clash.at), *origin(other)),
        help="drop the move, or move the other operand too",
        cause=host.culprit,
        level=level_of(clash),
    )
