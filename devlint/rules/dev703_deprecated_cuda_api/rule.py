"""A name of torch that is for CUDA alone and that torch has replaced by one for every device.

## What it does
Reports `torch.cuda.amp` (`autocast`, `GradScaler`, `custom_fwd`, `custom_bwd`) and `torch.cpu.amp`,
`torch.set_default_tensor_type`, the autocast functions of one device (`torch.get_autocast_gpu_dtype` and so on), the
old names of memory statistics (`torch.cuda.memory_cached` and so on) and the tensor types of CUDA
(`torch.cuda.FloatTensor`). The rule is off by default (`extend-select = DEV703` turns it on).

## Why it is bad
torch warns of most of these names and will remove them. They work on CUDA only, so the code that uses them runs in
full precision, or not at all, on other accelerators.

## Example
```python
from torch.cuda.amp import autocast


def step(model, x):
    with autocast(dtype=torch.bfloat16):
        return model(x)
```

## Use instead
```python
from torch.amp import autocast


def step(model, x):
    with autocast("cuda", dtype=torch.bfloat16):
        return model(x)
```

## Not reported
- A name that is imported in a `try` or under an `if`: the code supports several versions of torch.
- Code in a `try`, or under a condition that speaks of a version.
- A name that the file binds in another way, too.
- `torch.FloatTensor` and other types of the CPU.

## Fix safety
The new names need torch 2.4. `custom_fwd`, `custom_bwd` and the context managers that stand where they are not called
are left to the author, and so are `torch.cuda.FloatTensor(...)`, which takes sizes or values, and
`torch.set_default_tensor_type` with a type of CUDA, which sets a dtype and a device.
"""

from __future__ import annotations

from devlint.base.diagnostic import Level, Safety
from devlint.rulebook import RuleMeta, Status

META = RuleMeta(
    code="DEV703",
    name="deprecated-cuda-api",
    summary="the code uses a name of torch for CUDA alone that torch has replaced by one for every device",
    level=Level.HINT,
    status=Status.OFF,
    fix=Safety.UNSAFE,
)
WORDS = (
    "cuda.amp",
    "cuda import amp",
    "cpu.amp",
    "cpu import amp",
    "set_default_tensor_type",
    "_autocast_",
    "memory_cached",
    "reset_max_memory_",
    *(f".cuda.{kind}Tensor" for kind in "Float Double Half BFloat16 Long Int Short Char Byte Bool".split()),
)
