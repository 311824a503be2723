"""The rank of a process among all is taken for the number of its GPU.

## What it does
Reports a GPU that is named by the rank of a process in the whole group: `torch.cuda.set_device(dist.get_rank())`,
`f"cuda:{rank}"`, `device_ids=[rank]`, `device=rank`, `device_id=rank`, where it is that of `torch.distributed`, the
variable `RANK` or `SLURM_PROCID` of the environment, or is called `global_rank`; also where it is that under one
condition, and the number of the process on its machine under another.

## Why it is bad
Ranks are counted over all machines, GPUs on each. On one machine the two agree. On the second of two machines with
four GPUs the first process has rank 4, and there is no such GPU: `invalid device ordinal`. Where only some of the GPUs
are used by each process, two processes may get one GPU between them instead.

## Example
```python
def start():
    dist.init_process_group("nccl")
    torch.cuda.set_device(dist.get_rank())
```

## Use instead
```python
def start():
    dist.init_process_group("nccl")
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
```

## Not reported
- a rank that is reckoned down to the machine, as in `rank % torch.cuda.device_count()`;
- files that start their processes themselves, meet on `localhost`, or ask how many GPUs the machine has;
- ranks that are handed in: the caller may have given that on the machine.

## Fix safety
There is no automatic fix: how a process learns its number on its machine depends on who starts it.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.operations import Finding, Remark
from devlint.forms.code import Code
from devlint.rulebook import RuleMeta, Status
from devlint.rules.dev208_global_rank.facts import GlobalRank

META = RuleMeta(
    code="DEV208",
    name="global-rank",
    summary="the rank of a process among all is taken for the number of its GPU",
    status=Status.PREVIEW,
)


def check(fact: GlobalRank, code: Code) -> Iterator[Finding]:
    """Report a rank that names a GPU."""
    notes = () if fact.taken is fact.at else (Remark("taken here", fact.taken),)
    said = f"`{code.text(fact.at)}` is the global rank, but GPUs are numbered on each machine"
    yield Finding(fact.at, said, notes=notes, help='use `int(os.environ["LOCAL_RANK"])`')
