"""An optimizer gets its state before the model is moved, and its state stays behind.

## What it does
Reports `optimizer.load_state_dict(...)`, and the construction of an optimizer that makes its state at once, on the
weights of a model that is moved to an accelerator, or to a device that was chosen, only afterwards. Reports the
`optimizer.step()` after a backward pass on the CPU, too, if the same optimizer steps again after the move, and an
optimizer class whose `__init__` fills `self.state` with copies of its weights or tensors made like them.

## Why it is bad
`load_state_dict` puts the state where the weights are at that moment, and `Adagrad` makes it there. When the model
moves, the optimizer follows its weights but not its state: the first step after a resume raises
`Expected all tensors to be on the same device`. On the CPU, and in a run that starts anew, it works.

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
- An optimizer that is only built before the move: its weights stay the same objects, and most make their state at the
  first step.
- A step of `SGD` without momentum, which keeps no state, one without a backward pass, and one after which the state
  is loaded again or another optimizer is made.
- A model that was moved before, or is moved to the CPU.
- An optimizer class that makes its state in `step`, sends it after its weights there, or has a `share_memory`, for
  which the state has to be there before the first step.

## Fix safety
There is no automatic fix: the move has to go before the optimizer.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.modules import StateLeft
from devlint.devices.facts.operations import Finding, Remark
from devlint.forms.code import Code
from devlint.rulebook import RuleMeta
from devlint.rules.dev308_optimizer_state_before_move.facts import EagerState

META = RuleMeta(
    code="DEV308",
    name="optimizer-state-before-move",
    summary="an optimizer gets its state before its weights move",
)


def check(fact: EagerState | StateLeft, code: Code) -> Iterator[Finding]:
    """Report the place where the optimizer gets its state."""
    if isinstance(fact, EagerState):
        yield Finding(
            fact.at,
            f"this state is made with the optimizer, where its weights are then (`{code.text(fact.copied)}`): "
            "it stays there when they move",
            help="make it at the first step",
            cause=fact.at,
        )
        return
    yield Finding(
        fact.at,
        f"the optimizer {fact.how} before its weights move: its state stays on the CPU",
        notes=(Remark("they move here", fact.moved),),
        help="move the model first",
        cause=fact.at,
    )
