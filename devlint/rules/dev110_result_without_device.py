"""A function makes its result on the CPU although its inputs may be elsewhere.

## What it does
Reports a tensor that is made without a device and returned, where the function fills it by item assignment from a
tensor that follows the caller's device, makes it in the size of such a tensor (`torch.zeros(len(x))`), gives one in
its other `return` statements or on its other paths, or puts one into the same list. What was filled so is also
reported where the function returns what other code makes of it. The `backward` of a `torch.autograd.Function` may
return nothing that is made on the CPU, of whatever size: a gradient has to be where its input is.

## Why it is bad
Assigning to an item or a slice copies across devices, so nothing fails inside the function. The caller gets a tensor
on the CPU for inputs on a GPU, and its next operation raises `Expected all tensors to be on the same device`. An early
return for empty inputs is the same trap, met only with rare data. On the CPU neither can be seen.

## Example
```python
def pairwise(x: Tensor):
    out = torch.zeros(len(x), len(x))
    for i in range(len(x)):
        out[i, :] = (x - x[i]).norm(dim=1)
    return out
```

## Use instead
```python
def pairwise(x: Tensor):
    out = torch.zeros(len(x), len(x), device=x.device)
    for i in range(len(x)):
        out[i, :] = (x - x[i]).norm(dim=1)
    return out
```

## Not reported
- What is pinned, or goes to arrays, plots, files and the like by the name of what takes it; and what is filled from
  tensors that were brought to the CPU, if only by all who call the function in the file.
- 0-dim results, which may join most operations; private helpers that are only called in the file: what matters is what
  becomes of their result there; and an early return for an argument that was not given.
- What is filled from a saved state, to be loaded: `load_state_dict` copies it to where the weights are.

## Fix safety
Passing `device=` with the device of the input is safe: on the CPU it is the same tensor.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.operations import Finding, Remark, Result
from devlint.devices.facts.wording import where
from devlint.diagnostic import Level
from devlint.forms.code import Code
from devlint.rulebook import Precedence, RuleMeta

META = RuleMeta(
    code="DEV110",
    name="result-without-device",
    summary="a function returns a CPU tensor for inputs that may be elsewhere",
    level=Level.HINT,
    precedence=Precedence.MEETING,
)


def check(result: Result, code: Code) -> Iterator[Finding]:
    """Report a result that stays on the host."""
    place = where(result.other.device)
    made = f"`{code.text(result.at)}` is made on the CPU and returned"
    message = {
        "filled": f"{made}, but filled from a tensor {place}",
        "carried": f"`{code.text(result.at)}` is made on the CPU and filled from a tensor {place}, "
        "and what is computed from it is returned",
        "sized": f"{made}, but has its size from a tensor {place}",
        "beside": f"{made}, where the function otherwise returns a tensor {place}",
        "among": f"{made} in a list beside tensors {place}",
        "gradient": f"{made} as a gradient, which has to be where the input is",
    }[result.how]
    notes = (Remark("filled here", result.other.at),) if result.how in ("filled", "carried") else ()
    yield Finding(result.at, message, notes=notes, help="pass `device=`", cause=result.at)
