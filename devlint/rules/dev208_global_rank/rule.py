"""The global rank of a process is used as the index of its GPU.

## What it does
Reports a GPU that is chosen by the global rank: `torch.cuda.set_device(dist.get_rank())`, `f"cuda:{rank}"`,
`device_ids=[rank]`, `device=rank`. A rank is global if it comes from `torch.distributed` or the environment variables
`RANK` and `SLURM_PROCID`, or is called `global_rank`.

## Why it is bad
Ranks are counted over all machines, but GPUs are numbered on each machine. On one machine the two agree. On the second
of two machines with four GPUs, the first process has rank 4, and there is no such GPU: `invalid device ordinal`.

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
- A rank that is reduced to the machine, as in `rank % torch.cuda.device_count()`.
- Files that start their processes themselves, use `localhost`, or ask how many GPUs the machine has.
- A rank that is a parameter: the caller may pass the local rank.

## Fix safety
The fix reads the variable of the launchers of torch, where the file has imported `os`; others pass the local rank in
another way. A `local_rank` that is in scope is taken instead. There is no fix inside of a formatted string.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Safety
from devlint.devices.facts.findings import Finding, Remark
from devlint.devices.facts.repairs.phrases import replaced
from devlint.forms import form
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta
from devlint.rules.dev208_global_rank.facts import GlobalRank

META = RuleMeta(
    code="DEV208",
    name="global-rank",
    summary="the global rank of a process is used as the index of its GPU",
    fix=Safety.UNSAFE,
)
_LOCAL = 'int(os.environ["LOCAL_RANK"])'
"""The number of a process on its machine, as `torchrun` gives it."""


def check(fact: GlobalRank, file: SourceFile) -> Iterator[Finding]:
    """Report a rank that names a GPU."""
    notes = () if fact.taken is fact.at else (Remark("taken here", fact.taken),)
    said = f"`{file.text(fact.at)}` is the global rank but GPUs are numbered on each machine"
    local = "local_rank" if file.binds("local_rank", fact.at) else _LOCAL
    known = local != _LOCAL or file.binds("os", fact.at)
    inside = isinstance(file.parent(fact.at), form.Opaque)
    remedy = replaced(fact.at, local, file) if known and not (inside and local == _LOCAL) else None
    yield Finding(fact.at, said, notes=notes, help=f"use `{local}`", remedy=remedy)
