"""An optimizer gets its state before the model is moved, so the state stays on the CPU.

## What it does
Reports `optimizer.load_state_dict(...)`, or the construction of an optimizer that creates its state at once
(`Adagrad`), before the model is moved; and `optimizer.step()` after a backward pass on the CPU, if the same optimizer
steps again after the move.

## Why it is bad
`load_state_dict` puts the state where the parameters are at that moment, and `Adagrad` creates it there. When the
model moves, its parameters move, but the state of the optimizer does not: the first step after a resume raises
`Expected all tensors to be on the same device`. On the CPU, and in a run that does not resume, it works.

## Example
```python
def resume(saved, device):
    model = nn.Linear(8, 3)
    optimizer = torch.optim.Adam(model.parameters())
    model.load_state_dict(saved["model"])
    optimizer.load_state_dict(saved["optimizer"])
    model.to(device)
    return model, optimizer
```

## Use instead
```python
def resume(saved, device):
    model = nn.Linear(8, 3).to(device)
    optimizer = torch.optim.Adam(model.parameters())
    model.load_state_dict(saved["model"])
    optimizer.load_state_dict(saved["optimizer"])
    return model, optimizer
```

## Not reported
- An optimizer that is only constructed before the move: most create their state at the first step.
- A step of `SGD` without momentum, which keeps no state, one without a backward pass, and one after which the state
  is loaded again or another optimizer is made.
- A model that was moved before, or is moved to the CPU.

## Fix safety
The move goes before the statement that gives the optimizer its state, so what stands between them sees the model on the
device. There is no fix for a step that is taken on the CPU, and none where the device is set in between.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import RemedyKind, Safety
from devlint.devices.facts.findings import Finding, Remark, Remedy
from devlint.devices.facts.modules import StateLeft
from devlint.devices.facts.repairs.blocks import block_of
from devlint.devices.facts.repairs.readable_names import is_readable
from devlint.devices.facts.wording import message
from devlint.forms.parts import is_part_of, names_in
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV308",
    name="optimizer-state-before-move",
    summary="an optimizer that gets its state before the model is moved keeps that state on the CPU",
    fix=Safety.UNSAFE,
    shown_by_simulator=True,
)


def check(fact: StateLeft, file: SourceFile) -> Iterator[Finding]:
    """Report the place where the optimizer gets its state."""
    advice = f"call `{file.text(fact.moved)}` first"
    yield Finding(
        fact.at,
        message(file, "{} runs before the model is moved, so the state stays on the CPU", fact.at, remedy=advice),
        notes=(Remark("moved here", fact.moved),),
        help=advice,
        cause=fact.at,
        remedy=None if fact.how == "steps" else _moved_first(fact, file),
    )


def _moved_first(fact: StateLeft, file: SourceFile) -> Remedy | None:
    """The statement of the move before the one that gives the optimizer its state, or before what holds that."""
    move = file.statement(fact.moved)
    block = block_of(move, file)
    before = next((one for one in block if is_part_of(fact.at, one)), None)
    names = names_in(fact.moved)
    if before is None or before is move or not all(is_readable(name, move, before, file) for name in names):
        return None
    return Remedy(RemedyKind.INSERTION, before, file.source(move), (Remedy(RemedyKind.REMOVAL, move, ""),))
