"""A tensor from a checkpoint stays on the device that `torch.load` mapped it to.

## What it does
Reports two kinds of tensors that are restored without a move:
- an attribute that `load_state_dict` takes from its argument, `self.mean = state["mean"]`, where the class puts that
  attribute on a device anywhere else; so is one that `state_dict` saves, where `load_state_dict` restores all by their
  names: `setattr(self, name, value)`, `self.__dict__.update(state)`;
- a tensor that an optimizer keeps in a parameter group, `group["total"] = torch.zeros(1, device=...)`.

## Why it is bad
`Module.load_state_dict` copies values into existing tensors, and `Optimizer.load_state_dict` moves the `state` of each
parameter to its device. All other tensors stay where `map_location` put them, which should be the CPU: the next step
raises `Expected all tensors to be on the same device`. Parameter groups are copied without a move.

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
- Tensors that are moved when they are loaded or used, or whose device is read.
- Attributes that the class never puts on a device: numbers, names, CPU tensors.
- Tensors in the `state` of an optimizer, which torch moves.

## Fix safety
The author has to say which device a restored tensor belongs on; the fix takes that of the parameter.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Safety
from devlint.devices.facts.findings import Finding
from devlint.devices.facts.repairs.phrases import replaced
from devlint.forms import form
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta
from devlint.rules.dev506_state_as_loaded.facts import AsLoaded

META = RuleMeta(
    code="DEV506",
    name="state-as-loaded",
    summary="a tensor from a checkpoint stays on the device that `torch.load` mapped it to",
    fix=Safety.UNSAFE,
    shown_by_simulator=True,
)


def check(fact: AsLoaded, file: SourceFile) -> Iterator[Finding]:
    """Report a tensor that a checkpoint brings back to wherever it was read."""
    said = f"`{fact.place}` is restored on the device that `torch.load` mapped it to"
    how, remedy = "move it to the device of the parameters", None
    if isinstance(fact.at, form.Call):
        how = "move the tensors to the device of the parameters"
    elif not fact.place.startswith("self."):
        how = "keep it in `self.state`, which is moved"
    elif isinstance(fact.at, form.Assign) and isinstance(fact.at.value, form.Subscript):
        how = f"add `.to({fact.place}.device)`"
        value = fact.at.value
        remedy = replaced(value, f"{file.source(value)}.to({fact.place}.device)", file)
    yield Finding(fact.at, said, help=how, remedy=remedy)
