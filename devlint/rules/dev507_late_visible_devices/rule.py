"""The GPUs of a process are chosen when CUDA has been asked already.

## What it does
Reports `os.environ["CUDA_VISIBLE_DEVICES"] = ...` where CUDA is up by then for certain: an earlier statement of the
same block, or of one around it, has asked `torch.cuda.is_available()`, put something on CUDA, or called something else
of `torch.cuda` that needs it; or the file does so as it is imported, and sets the variable in a function.

## Why it is bad
CUDA reads the variable once, when it is asked for the first time in a process; what is set later has no effect, and
nothing says so. The program runs on the first GPU, beside that of a colleague, or with fewer or more GPUs than it was
told. A machine without CUDA does not show it.

## Example
```python
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def main(gpu):
    os.environ["CUDA_VISIBLE_DEVICES"] = str(gpu)
    train(device)
```

## Use instead
```python
def main(gpu):
    os.environ["CUDA_VISIBLE_DEVICES"] = str(gpu)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    train(device)
```

Better still, the variable is set outside, `CUDA_VISIBLE_DEVICES=1 python train.py`, or the GPU is named:
`torch.device("cuda", gpu)`.

## Not reported
- What is set before, or where something asks first on some paths only;
- `torch.cuda.device_count()`, seeds and generators, which do not bring CUDA up (torch 2.13);
- files that start other processes: these read the variable anew;
- functions that the file calls as it is imported, before it asks for CUDA;
- modules that the file imports, which may ask for CUDA too.

## Fix safety
There is no automatic fix: what asks for CUDA has to come later, or what sets the variable earlier.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.operations import Finding, Remark
from devlint.forms.code import Code
from devlint.rulebook import RuleMeta, Status
from devlint.rules.dev507_late_visible_devices.facts import SetLate

META = RuleMeta(
    code="DEV507",
    name="late-visible-devices",
    summary="CUDA_VISIBLE_DEVICES is set when CUDA has read it already",
    status=Status.PREVIEW,
)


def check(fact: SetLate, code: Code) -> Iterator[Finding]:
    """Report the statement that comes too late."""
    yield Finding(
        fact.at,
        f"`CUDA_VISIBLE_DEVICES` has no effect after `{code.text(fact.up)}`, which initializes CUDA",
        notes=(Remark("CUDA is initialized here", fact.up),),
        help="set it before that call",
        cause=fact.at,
    )
