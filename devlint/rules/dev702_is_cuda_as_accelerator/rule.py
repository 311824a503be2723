"""A test for CUDA decides what is right for every accelerator.

## What it does
Reports tests such as `x.is_cuda` and `x.device.type == "cuda"` where what depends on them is true of every accelerator:
`.cpu()` of the same tensor, `.cuda()` of another value so that it is where the tensor is, and the choice between
`"cuda"` and `"cpu"`. The rule is off by default (`extend-select = DEV702` turns it on).

## Why it is bad
`x.is_cuda` is False for tensors on MPS, XPU and other accelerators, which then take the way of the CPU: they are handed
to NumPy, or meet a tensor on the CPU.

## Example
```python
def to_array(x):
    return x.cpu().numpy() if x.is_cuda else x.numpy()
```

## Use instead
```python
def to_array(x):
    return x.cpu().numpy() if x.device.type != "cpu" else x.numpy()
```

## Not reported
- Code that is for CUDA: a call of `torch.cuda`, an extension, a stream, a kernel.
- Code beside a test for another accelerator: `x.is_mps`, `x.device.type == "xpu"`.
- `not x.is_cuda`, which is DEV207's.

## Fix safety
On the CPU and on CUDA the code does what it did. A statement `if x.is_cuda: y = y.cuda()` is left to the author.
"""

from __future__ import annotations

from devlint.base.diagnostic import Level, Safety
from devlint.rulebook import RuleMeta, Status

META = RuleMeta(
    code="DEV702",
    name="is-cuda-as-accelerator",
    summary="a test for CUDA decides what is right for every accelerator",
    level=Level.HINT,
    status=Status.OFF,
    fix=Safety.UNSAFE,
)
WORDS = ("is_cuda", "device.type ==")
