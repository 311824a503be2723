"""Code uses the current GPU, but the process has not set it.

## What it does
Reports
- the device of a process, `torch.device("cuda", local_rank)`, in code that starts an NCCL process group and never
  calls `torch.cuda.set_device`;
- `model.cuda()`, `device = "cuda"` and similar code there, if nothing in the file chooses the GPU of the process;
- a barrier before the `torch.cuda.set_device(...)` of the same function;
- a process group that is started in both branches of a condition, where one of them alone sets the current GPU;
- `torch.cuda.Stream()`, `torch.cuda.synchronize()`, `max_memory_allocated()` and similar calls without a device, where
  the code uses a device of its caller;
- `nn.DataParallel(model, device_ids=gpus).cuda()`, where the model has to be on `gpus[0]`.

## Why it is bad
In every process the current GPU is GPU 0 until `torch.cuda.set_device` is called. `"cuda"` without an index means the
current GPU, and NCCL uses it for barriers and collectives of Python objects. So all processes fill the memory of GPU
0, wait for each other, or mix tensors of two GPUs. A stream belongs to the GPU that is current when it is created, and
`torch.cuda.synchronize()` waits for the current GPU only, so timings and memory counts of another GPU are wrong.

## Example
```python
def start(local_rank):
    dist.init_process_group("nccl")
    return torch.device("cuda", local_rank)
```

## Use instead
```python
def start(local_rank):
    dist.init_process_group("nccl")
    torch.cuda.set_device(local_rank)
    return torch.device("cuda", local_rank)
```

## Not reported
- Files that set the current device, set `CUDA_VISIBLE_DEVICES`, or give the process group a `device_id`.
- Process groups whose backend may not be NCCL.
- Calls that get a device, and hooks of gradients, which autograd calls with their GPU as the current one.
- Calls about a device that is `"cuda"` without an index, or that a framework chooses (`fabric.device`).

## Fix safety
There is no automatic fix: `torch.cuda.set_device` belongs before the first use of CUDA, and which GPU a process takes
depends on the launcher.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level
from devlint.devices.facts.findings import Finding, Remark
from devlint.devices.facts.wording import message
from devlint.forms import form
from devlint.forms.source_file import SourceFile
from devlint.forms.texts import composed
from devlint.rulebook import RuleMeta
from devlint.rules.dev502_current_gpu_not_set.facts import NotCurrent

META = RuleMeta(
    code="DEV502",
    name="current-gpu-not-set",
    summary="code uses the current GPU, but the process has not set it",
    level=Level.HINT,
)


def check(fact: NotCurrent, file: SourceFile) -> Iterator[Finding]:
    """Report a GPU that is meant and not current."""
    text = file.text(fact.at)
    followed = file.text(fact.followed) if fact.followed is not None else ""
    notes = () if fact.followed is None else (Remark("this device is meant", fact.followed),)
    if fact.bare:
        said = "{} uses GPU 0 in every process"
        how = "call `torch.cuda.set_device` with the local rank"
    elif fact.question == "barrier":
        said, how = "{} uses the current GPU, which is set only later", "call `torch.cuda.set_device` first"
    elif fact.question == "one branch":
        said, how = "{} leaves GPU 0 current, the other branch does not", "call `torch.cuda.set_device` in both"
    elif fact.followed is None:
        index = _index(fact.at)
        said = "{} is not the current GPU, which is still GPU 0"
        how = f"call `torch.cuda.set_device({file.text(index) if index is not None else '...'})`"
    elif fact.question == "DataParallel":
        said = f"{{}} moves to the current GPU but `DataParallel` needs `{followed}[0]`"
        how = f"use `.cuda({followed}[0])`"
    else:
        does = {"synchronize": "waits for", "Stream": "is a stream of", "": "is a stream of"}
        said = f"{{}} {does.get(fact.question, 'asks about')} the current GPU but `{followed}` may be another GPU"
        how = f"use `{text.removesuffix('()')}({followed})`" if text.endswith("()") else f"pass `{followed}`"
    yield Finding(fact.at, message(file, said, fact.at, remedy=how), notes=notes, help=how)


def _index(at: form.Form) -> form.Form | None:
    """``rank`` in ``torch.device("cuda", rank)``, ``f"cuda:{rank}"`` and ``model.cuda(rank)``."""
    text = composed(at)
    if text is not None:
        return text.parts[0] if len(text.parts) == 1 else None
    if not isinstance(at, form.Call) or not at.arguments:
        return None
    return at.arguments[-1] if composed(at.arguments[-1]) is None else _index(at.arguments[-1])
