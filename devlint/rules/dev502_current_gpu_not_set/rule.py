"""The current GPU is counted on, and it was never chosen.

## What it does
Reports
- the device of a process, `torch.device("cuda", local_rank)`, in a function, or failing that in a file, that starts an
  NCCL process group, where nothing in the file makes it the current one;
- `model.cuda()`, `device = "cuda"` and the like in a function that starts an NCCL process group, or in a file that
  starts one and knows a local rank, where nothing in the file says which GPU is that of the process;
- a barrier in front of the `torch.cuda.set_device(...)` of the same function, where the file starts an NCCL group;
- `torch.cuda.Stream()` without a device in a function that moves tensors to a device that the caller chose;
- a question to the current GPU (`torch.cuda.synchronize()`, `current_stream()`, `max_memory_allocated()` and the like)
  where the caller's device turned out to be CUDA: `if device.type == "cuda":`;
- `nn.DataParallel(model, device_ids=gpus).cuda()`, where the model has to be on the first of `gpus`.

## Why it is bad
In every process the current GPU is the first until `torch.cuda.set_device` is called. What says `cuda` without an index
goes there, and so does what NCCL does without a tensor: barriers, and collectives of Python objects. All processes fill
the memory of the first GPU, wait for each other, or mix tensors of two GPUs. A stream belongs to the GPU that is
current when it is made: what runs on another is not on that stream. `torch.cuda.synchronize()` waits for the current
GPU alone, so that what is timed on another one has not ended, and memory is counted for each GPU apart.

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
- files that set the current device somewhere, hide GPUs by `CUDA_VISIBLE_DEVICES`, or give the group a `device_id`,
  and those that leave it to the trainer of transformers, trl or Lightning, or to accelerate;
- groups whose backend is not NCCL for certain;
- streams and questions that are given a device;
- hooks of gradients, which autograd calls with their GPU as the current one;
- questions about a device that the file itself calls `"cuda"`, or that equals `"cuda"`, which has no index, or that a
  framework chooses (`fabric.device`).

## Fix safety
There is no automatic fix: the call belongs before the first use of CUDA.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.operations import Finding, Remark
from devlint.forms import form
from devlint.forms.code import Code
from devlint.rulebook import RuleMeta, Status
from devlint.rules.dev502_current_gpu_not_set.facts import NotCurrent

META = RuleMeta(
    code="DEV502",
    name="current-gpu-not-set",
    summary="the current GPU is counted on, and it was never chosen",
    status=Status.PREVIEW,
)


def check(fact: NotCurrent, code: Code) -> Iterator[Finding]:
    """Report a GPU that is meant and not current."""
    text = code.text(fact.at)
    followed = code.text(fact.followed) if fact.followed is not None else ""
    notes = () if fact.followed is None else (Remark("this device is meant", fact.followed),)
    if fact.bare:
        said = f"`{text}` is on the current GPU, which is GPU 0 in every process"
        how = "call `torch.cuda.set_device(...)` with the local rank"
    elif fact.question == "barrier":
        said, how = f"`{text}` uses the current GPU, which is set only later", "call `torch.cuda.set_device` first"
    elif fact.followed is None:
        index = _index(fact.at)
        said = f"`{text}` is not the current GPU of this process, which is still GPU 0"
        how = f"call `torch.cuda.set_device({code.text(index) if index is not None else '...'})`"
    elif fact.question == "DataParallel":
        said = f"`{text}` moves to the current GPU, but `DataParallel` needs the model on `{followed}[0]`"
        how = f"use `.cuda({followed}[0])`"
    else:
        does = {"synchronize": "waits for", "Stream": "is a stream of", "": "is a stream of"}
        said = f"`{text}` {does.get(fact.question, 'asks about')} the current GPU, but `{followed}` may be another GPU"
        how = f"use `{text.removesuffix('()')}({followed})`" if text.endswith("()") else f"pass `{followed}`"
    yield Finding(fact.at, said, notes=notes, help=how)


def _index(at: form.Form) -> form.Form | None:
    """``rank`` in ``torch.device("cuda", rank)``, ``f"cuda:{rank}"`` and ``model.cuda(rank)``."""
    if isinstance(at, form.Opaque):
        return at.parts[0] if len(at.parts) == 1 else None
    if not isinstance(at, form.Call) or not at.arguments:
        return None
    return _index(at.arguments[-1]) if isinstance(at.arguments[-1], form.Opaque) else at.arguments[-1]
