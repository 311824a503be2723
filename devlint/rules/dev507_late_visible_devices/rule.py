"""`CUDA_VISIBLE_DEVICES` is set after CUDA was initialized.

## What it does
Reports `os.environ["CUDA_VISIBLE_DEVICES"] = ...` where CUDA has certainly been initialized before: an earlier
statement calls `torch.cuda.is_available()`, puts a tensor on CUDA, or calls another function of `torch.cuda` that
needs it; or the file does so when it is imported, and sets the variable in a function.

## Why it is bad
CUDA reads the variable once, when it is initialized; setting it later has no effect and raises nothing. The program
runs on GPU 0, or with other GPUs than intended. A machine without CUDA does not show it.

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
- A variable that is set before, or after code that initializes CUDA on some paths only.
- `torch.cuda.device_count()`, seeds and generators, which do not initialize CUDA (torch 2.13).
- Files that start other processes, which read the variable again.
- Functions that the file calls when it is imported, before it uses CUDA.
- Imported modules that may initialize CUDA.

## Fix safety
The program then runs on the GPUs that it asks for. The fix moves the assignment above the statement that initializes
CUDA, if both stand in one block and what is assigned is known there. Elsewhere the program has to be arranged anew: a
function cannot set what the import of its file has used.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator

from devlint.base.diagnostic import RemedyKind, Safety
from devlint.devices.facts.findings import Finding, Remark, Remedy
from devlint.devices.facts.repairs.blocks import block_of
from devlint.devices.facts.repairs.phrases import value_of
from devlint.devices.facts.repairs.readable_names import is_readable
from devlint.forms.parts import is_part_of, names_in
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta
from devlint.rules.dev507_late_visible_devices.facts import SetLate

META = RuleMeta(
    code="DEV507",
    name="late-visible-devices",
    summary="`CUDA_VISIBLE_DEVICES` is set after CUDA was initialized, so it has no effect",
    fix=Safety.UNSAFE,
)


def check(fact: SetLate, file: SourceFile) -> Iterator[Finding]:
    """Report the statement that comes too late."""
    yield Finding(
        fact.at,
        f"`CUDA_VISIBLE_DEVICES` has no effect after `{file.text(fact.up)}`, which initializes CUDA",
        notes=(Remark("CUDA is initialized here", fact.up),),
        help="set it before that call",
        cause=fact.at,
        remedy=_change(fact, file),
    )


def _change(fact: SetLate, file: SourceFile) -> Remedy | None:
    """The assignment moved above the statement that initializes CUDA."""
    value, block = value_of(fact.at), block_of(fact.at, file)
    first = next((one for one in block if is_part_of(fact.up, one)), None)
    if value is None or first is None or first is fact.at or file.span(fact.at).line != file.span(fact.at).end_line:
        return None
    names = [name for name in names_in(fact.at) if not hasattr(builtins, name)]
    if not all(is_readable(name, fact.at, first, file) for name in names):
        return None
    removed = Remedy(RemedyKind.REMOVAL, fact.at, "")
    return Remedy(RemedyKind.INSERTION, first, file.source(fact.at), also=(removed,))
