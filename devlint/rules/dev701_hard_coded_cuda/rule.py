"""The code asks for CUDA by name.

## What it does
Reports every `.cuda()` without an argument and every literal `"cuda"` that names a device: in a factory, a move,
`torch.device(...)`, a default, a constant. It is off unless it is asked for (`extend-select = DEV701`, or `DEV7`).

## Why it is bad
Code that names CUDA runs on no other accelerator, and on the current GPU only: with two GPUs it makes its tensors on
the first while its input may be on the second. Asking `torch.cuda.is_available()` before makes it run without a GPU,
not with another kind of accelerator, so that is reported as well.

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
- a move with an argument: `.cuda(x.device)`, `.cuda(index)`, `.to(device)`;
- the word where it chooses no device: in a comparison with `device.type`, as a key, in a message;
- questions such as `torch.cuda.is_available()`.

## Fix safety
There is no automatic fix: which device is meant is for the author to say.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.operations import Finding
from devlint.forms.code import Code
from devlint.rulebook import RuleMeta, Status
from devlint.rules.dev701_hard_coded_cuda.facts import Hardcoded

META = RuleMeta(
    code="DEV701",
    name="hard-coded-cuda",
    summary="CUDA is asked for by name",
    status=Status.OFF,
)


def check(fact: Hardcoded, code: Code) -> Iterator[Finding]:
    """Report a place where the code names CUDA."""
    yield Finding(
        fact.at,
        f"`{code.text(fact.at)}` is hard-coded, so this code cannot run on other devices",
        help="use the device of an input",
    )
