"""One tensor that is held twice is moved twice, and becomes two tensors.

## What it does
Reports a move, element by element, of a tuple, list, dict or dataclass that holds the same tensor more than once,
where the code relies on the elements being one object: an element is changed in place, is a parameter, is trained, or
is compared by `is`. The move may be a comprehension, `map`, a loop, two calls or a helper function.

## Why it is bad
`.to(device)` returns the tensor itself if it is already there, and a copy if not. On the CPU the elements stay one
object. On a GPU each move makes a copy: shared weights become two weights, of which only one is trained. Nothing is
raised.

## Example
```python
def counters(device):
    w = torch.zeros(3)
    first, second = tuple(t.to(device) for t in (w, w))
    first.add_(1)
    return second
```

## Use instead
```python
def counters(device):
    w = torch.zeros(3).to(device)
    first, second = w, w
    first.add_(1)
    return second
```

## Not reported
- Modules: `Module.to` returns the same module, and keeps shared parameters shared.
- Elements that are only read, such as the input and target of an autoencoder.
- Elements that are already on the device, or are moved to the CPU from the CPU.
- A helper that remembers which tensors it has moved, and clones.

## Fix safety
The fix creates the shared tensor on the device of the move, which then leaves it as it is. Random numbers that are
drawn on a GPU are others than those of the CPU, and code in between finds the tensor on the device. There is no fix
where the tensor is created elsewhere, where it is moved under a condition, or where its device is not known when it is
created.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Safety
from devlint.devices.facts.findings import Finding, Remark
from devlint.devices.facts.modules import IdentityLost
from devlint.devices.facts.wording import message
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta
from devlint.rules.dev306_shared_identity_lost.repair import moved_before

META = RuleMeta(
    code="DEV306",
    name="shared-identity-lost",
    summary="a tensor that is held twice becomes two tensors on a GPU when each is moved",
    fix=Safety.UNSAFE,
)


def check(fact: IdentityLost, file: SourceFile) -> Iterator[Finding]:
    """Report elements that were one object until each was moved."""
    advice = "move it once and reuse the result"
    yield Finding(
        fact.at,
        message(file, "{} moves one tensor twice, which makes two copies on a GPU", fact.at, remedy=advice),
        notes=() if fact.used is None else (Remark(f"one of them is {fact.why} here", fact.used),),
        help=advice,
        cause=fact.at,
        remedy=moved_before(fact, file),
    )
