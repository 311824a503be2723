"""The code hard-codes CUDA.

## What it does
Reports every `.cuda()` without an argument and every literal `"cuda"` that names a device: in a factory, a move,
`torch.device(...)`, a default, a constant. The rule is off by default (`extend-select = DEV701` turns it on).

## Why it is bad
Code that hard-codes CUDA runs on no other accelerator, and on the current GPU only: with two GPUs its tensors are on
the first while the input may be on the second. `torch.cuda.is_available()` makes it run without a GPU, but not on
another accelerator, so that is reported as well.

## Example
```python
def positions(x):
    return torch.arange(x.size(-1), device="cuda")
```

## Use instead
```python
def positions(x):
    return torch.arange(x.size(-1), device=x.device)
```

## Not reported
- What stands in a file of tests, such as `test_model.py`.
- A move with an argument: `.cuda(x.device)`, `.cuda(index)`, `.to(device)`.
- The word where it chooses no device: in a comparison with `device.type`, as a key, in a message.
- Questions such as `torch.cuda.is_available()`.
- Lists of kinds of devices, choices that name another accelerator, too, and what is assigned to a name such as
  `accelerator_type`, of which there are several.
- What is done under an option that asks for CUDA: `if use_cuda:`, `if kind == "cuda":`.
- Functions, classes and constants with CUDA, Triton or NCCL in their name, tests, and what a kernel is registered for.

## Fix safety
There is no automatic fix: the author has to say which device is meant.
"""

from __future__ import annotations

import ast

from devlint.rulebook import RuleMeta, Status

META = RuleMeta(
    code="DEV701",
    name="hard-coded-cuda",
    summary="the code hard-codes CUDA, so other accelerators are never used",
    status=Status.OFF,
)
WORDS = (".cuda(", '"cuda', "'cuda")


def wakes(tree: ast.Module) -> bool:
    """True if a file has a string that begins as the name of a device of CUDA does, or calls ``.cuda``."""
    return any(
        (isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("cuda"))
        or (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "cuda")
        for node in ast.walk(tree)
    )
