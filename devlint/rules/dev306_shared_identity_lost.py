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
The fix creates the shared tensor on the device of the move, which then leaves it as it is, or assigns the result of one
move to both names. Random numbers that are drawn on a GPU are others than those of the CPU, and code in between finds
the tensor on the device. There is no fix where the tensor is created elsewhere, where it is moved under a condition, or
where its device is not known when it is created.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import RemedyKind, Safety
from devlint.devices.facts.findings import Finding, Remark, Remedy
from devlint.devices.facts.modules import IdentityLost
from devlint.devices.facts.repairs.blocks import may_be_skipped
from devlint.devices.facts.repairs.phrases import replaced
from devlint.devices.facts.repairs.remedies import as_moved, receiver, takes_device
from devlint.devices.facts.wording import message
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import calls_in, choices_in
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV306",
    name="shared-identity-lost",
    summary="a tensor that is held twice becomes two tensors on a GPU when each is moved",
    fix=Safety.UNSAFE,
)
KINDS = frozenset({"isinstance", "torch.is_tensor", "hasattr", "callable"})
"""Questions about what kind of thing something is."""


def check(fact: IdentityLost, file: SourceFile) -> Iterator[Finding]:
    """Report elements that were one object until each was moved."""
    advice = "move it once and reuse the result"
    shared = _shared_move(fact, file)
    remedy = replaced(file.statement(fact.at), shared, file) if shared else _moved_before(fact, file)
    yield Finding(
        fact.at,
        message(file, "{} moves one tensor twice, which makes two copies on a GPU", fact.at, remedy=advice),
        notes=() if fact.used is None else (Remark(f"one of them is {fact.why} here", fact.used),),
        help=advice,
        cause=fact.at,
        remedy=remedy,
    )


def _shared_move(fact: IdentityLost, file: SourceFile) -> str:
    """``a = b = w.to(device)`` for ``a, b = w.to(device), w.to(device)``, "" for anything else."""
    statement = file.statement(fact.at)
    if not isinstance(statement, form.Assign) or statement.value is not fact.at or len(statement.targets) > 1:
        return ""
    names = statement.targets[0].elements if isinstance(statement.targets[0], form.Display) else ()
    values = fact.at.elements if isinstance(fact.at, form.Display) else ()
    moves = {file.source(one) for one in values}
    if len(moves) != 1 or len(names) != len(values) or not all(map(dotted, names)):
        return ""
    return " = ".join([*map(dotted, names), *moves]) if all(dotted(receiver(one)) for one in values) else ""


def _moved_before(fact: IdentityLost, file: SourceFile) -> Remedy | None:
    """The shared tensor, created on the device that it is moved to."""
    made = next((one for one in calls_in(file.tree) if id(one) == fact.made), None)
    move = fact.move
    if made is None or move is None or not file.owns(move) or not file.owns(made):
        return None
    if _is_conditional(fact, move, made, file):
        return None
    if dotted(made.function).endswith("Parameter") and len(made.arguments) == 1:
        inner = made.arguments[0]
        made = inner if isinstance(inner, form.Call) else made
    device = as_moved(made, fact.device, move, file)
    if device is None or not takes_device(made) or any(name == "device" for name, _ in made.keywords):
        return None
    return Remedy(RemedyKind.ARGUMENT, made, device.code)


def _is_conditional(fact: IdentityLost, move: form.Form, made: form.Form, file: SourceFile) -> bool:
    """True if the move happens on some paths only, those left out that ask what kind of thing is moved."""
    if file.definitions(fact.at) != file.definitions(made):
        return True
    places = [fact.at] if file.definitions(move) != file.definitions(made) else [fact.at, move]
    if any(may_be_skipped(one, made, file, loops=False) for one in places):
        return True
    around = file.definitions(move)
    if len(places) == 2 or not around:
        return False
    tests = (one.test for one in choices_in(around[-1]))
    return any(not isinstance(one, form.Call) or dotted(one.function) not in KINDS for one in tests)
