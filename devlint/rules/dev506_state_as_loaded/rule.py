"""What a checkpoint gives back stays where the checkpoint was read to.

## What it does
Reports two kinds of tensors that come back from a checkpoint as they were read:
- an attribute that `load_state_dict` takes out of what it is given, `self.mean = state["mean"]`, where the class puts
  that attribute on a device, or makes it of parameters, anywhere else;
- a tensor made on a device that an optimizer keeps in a parameter group, `group["total"] = torch.zeros(1, device=...)`.

## Why it is bad
`Module.load_state_dict` copies what it loads into tensors that are where they belong, and an optimizer's casts the
`state` of each parameter to the parameter's device. All else comes back on the device that `map_location` named, which
should be the CPU, or where it was when it was saved: the next step raises `Expected all tensors to be on the same
device`. The groups of an optimizer are copied as they are (`torch.optim.Optimizer.load_state_dict`).

## Example
```python
class Normaliser:
    def __init__(self, mean, device):
        self.mean = mean.to(device)

    def __call__(self, x):
        return x - self.mean

    def load_state_dict(self, state):
        self.mean = state["mean"]
```

## Use instead
```python
class Normaliser:
    def __init__(self, mean, device):
        self.mean = mean.to(device)

    def __call__(self, x):
        return x - self.mean

    def load_state_dict(self, state):
        self.mean = state["mean"].to(self.mean.device)
```

## Not reported
- what is sent somewhere when it is loaded or when it is used, and what is asked where it is;
- attributes that are nowhere put on a device: numbers, names, tensors that stay on the host;
- tensors in the `state` of an optimizer, which torch casts.

## Fix safety
There is no automatic fix: what is to be on the host, and what beside the parameters, only its owner knows.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.operations import Finding
from devlint.forms import form
from devlint.forms.code import Code
from devlint.rulebook import RuleMeta, Status
from devlint.rules.dev506_state_as_loaded.facts import AsLoaded

META = RuleMeta(
    code="DEV506",
    name="state-as-loaded",
    summary="what a checkpoint gives back stays where it was read to",
    status=Status.PREVIEW,
)


def check(fact: AsLoaded, code: Code) -> Iterator[Finding]:
    """Report a tensor that a checkpoint brings back to wherever it was read."""
    said, how = f"`{fact.place}` is restored on the device that `torch.load` mapped it to", "move it to its device"
    if not fact.place.startswith("self."):
        how = "keep it in `self.state`, which is moved"
    elif isinstance(fact.at, form.Assign) and isinstance(fact.at.value, form.Subscript):
        how = f"add `.to({fact.place}.device)`"
    yield Finding(fact.at, said, help=how)
