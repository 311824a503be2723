"""A CPU tensor is given to an NCCL collective.

## What it does
In a file that starts an NCCL process group, reports a collective (`all_reduce`, `all_gather`, `broadcast`, `reduce`,
...) whose tensor is on the CPU. In other files it reports a tensor created without a device, if nothing names another
backend, or if the same function gives a collective a tensor that follows its caller. Helpers named like a collective
(`ddp_all_reduce`), and `gather`, `gather_for_metrics` and `reduce` of accelerate, count as collectives. So does
`self.log(name, tensor, sync_dist=True)` of Lightning, which reduces the tensor where it is: a hint.

## Why it is bad
NCCL accepts GPU tensors only: `No backend type associated with device type cpu`. With Gloo, the usual backend on a
machine without a GPU, the same call works. Counters and averages of a loss are the usual case: they are created from
Python numbers, so they are on the CPU.

## Example
```python
dist.init_process_group("nccl")
torch.cuda.set_device(local_rank)
total = torch.tensor([loss_sum, count])
dist.all_reduce(total)
```

## Use instead
```python
dist.init_process_group("nccl")
torch.cuda.set_device(local_rank)
total = torch.tensor([loss_sum, count], device="cuda")
dist.all_reduce(total)
```

## Not reported
- A tensor on the device that the backend needs (`"cuda" if dist.get_backend() == "nccl" else "cpu"`).
- A collective with its own `group=`, which may have another backend.
- Collectives of Python objects (`all_gather_object`).
- A tensor whose device is unknown.
- Collectives of other libraries, such as Horovod.

## Fix safety
A backend that takes CPU tensors takes GPU tensors only if it was built for them. A tensor that was moved to the CPU is
assigned anew before the call, which changes it in place, and so it is on the GPU afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level, RemedyKind, Safety
from devlint.devices.facts.findings import Finding, Remark, Remedy
from devlint.devices.facts.levels import assumptions
from devlint.devices.facts.processes import LOG, Collective
from devlint.devices.facts.repairs.blocks import may_be_skipped
from devlint.devices.facts.repairs.phrases import replaced, with_argument
from devlint.devices.facts.repairs.readable_names import can_be_read
from devlint.devices.facts.wording import origin
from devlint.devices.lattice.tensors import Made
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV504",
    name="collective-on-cpu",
    summary="a CPU tensor is given to an NCCL collective, which accepts GPU tensors only",
    level=Level.ERROR,
    fix=Safety.UNSAFE,
)

_INTO = frozenset("all_gather all_gather_into_tensor all_to_all_single reduce_scatter_tensor".split())
"""The collectives that take what they write to first, and then the tensor they read."""


def check(fact: Collective, file: SourceFile) -> Iterator[Finding]:
    """Report a tensor that NCCL cannot reach."""
    tensor = fact.tensor
    made = tensor.made is Made.FACTORY
    alone = made and dotted(tensor.at) != "" and may_be_skipped(fact.at, tensor.maker, file, loops=False)
    called = fact.at.function if isinstance(fact.at, form.Call) else None
    owner = dotted(called.value) if isinstance(called, form.Attribute) else ""
    logged = fact.operation == LOG
    gives_back = logged or owner.endswith("accelerator")  # and changes nothing in place
    device = f"{owner}.device" if gives_back else _of_input(fact, file) or '"cuda"'
    moved = f"{dotted(tensor.at)} = {dotted(tensor.at)}.to({device})"
    if made and not alone:  # without the collective the tensor may stay where it is
        advice, remedy = f"use `device={device}`", with_argument(tensor.maker, f"device={device}", file)
    elif gives_back:
        text = f"{file.source(tensor.at)}.to({device})"
        advice, remedy = f"use `{file.text(tensor.at)}.to({device})`", replaced(tensor.at, text, file)
    elif dotted(tensor.at):
        advice, remedy = f"begin with `{moved}`", Remedy(RemedyKind.INSERTION, file.statement(fact.at), moved)
    else:
        advice, remedy = "move it to a GPU first, and give the variable that holds it", None
    yield Finding(
        tensor.maker if made else tensor.at,
        f"`{file.text(tensor.at)}` is on the CPU but `{fact.operation}` with NCCL accepts GPU tensors only",
        notes=(Remark(f"given to `{fact.operation}` here", fact.at),) if made else origin(tensor),
        help=advice,
        cause=tensor.maker,
        level=Level.HINT if assumptions(fact) else None,
        remedy=remedy,
    )


def _of_input(fact: Collective, file: SourceFile) -> str:
    """The device of what a collective puts into ``fact.tensor``: ``x.device`` in ``all_gather(parts, x)``."""
    given = fact.at.arguments[:2] if isinstance(fact.at, form.Call) and fact.operation in _INTO else ()
    if len(given) < 2 or given[0] is not fact.tensor.at or not isinstance(given[1], form.Name):
        return ""
    readable = can_be_read(given[1], fact.at, fact.tensor.maker, file)
    return f"{given[1].id}.device" if readable else ""
