"""A module keeps other modules in a Python list, tuple or dict, where nothing finds them.

## What it does
Reports an attribute of an `nn.Module` that holds modules with parameters or buffers in a Python container, where a
method that `forward` reaches applies them. The report lies at the assignment, also where the container is filled
later. Modules that were handed in count where the class calls the elements of the list, and either asks each of them
whether it is an `nn.Module` or says so in its annotations.

## Why it is bad
Only attributes, `nn.ModuleList`, `nn.ModuleDict` and `nn.Sequential` register modules. What is in a plain container
is not moved by `Module.to`, so on a GPU the forward pass raises `Expected all tensors to be on the same device`. On
the CPU it runs, and is wrong in another way: the weights are neither trained nor saved.

## Example
```python
class Ensemble(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.heads = [nn.Linear(width, 2) for _ in range(3)]

    def forward(self, x):
        return torch.stack([head(x) for head in self.heads]).mean(0)
```

## Use instead
```python
class Ensemble(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.heads = nn.ModuleList([nn.Linear(width, 2) for _ in range(3)])

    def forward(self, x):
        return torch.stack([head(x) for head in self.heads]).mean(0)
```

## Not reported
- modules without parameters and buffers, such as activations;
- modules that are registered as well, by `add_module` or `setattr` (of which `DEV314` has something to say) or as
  attributes of their own;
- a container that ends in `nn.ModuleList`, `nn.ModuleDict` or `nn.Sequential`;
- a module that came in as an argument and is put into a list by itself: hiding a teacher from `state_dict` so is a
  known idiom;
- modules that are moved where they are used, were made on a given device, or are taken along by an own `_apply` or
  `to`.

## Fix safety
Wrapping the container in `nn.ModuleList` or `nn.ModuleDict` is unsafe: it adds keys to `state_dict` and parameters to
the optimizer, which is usually what was meant, but old checkpoints lack them.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.levels import level_of
from devlint.devices.facts.operations import Clash, Finding, Remark
from devlint.devices.facts.wording import where
from devlint.devices.lattice.values import Made
from devlint.forms.code import Code
from devlint.rulebook import Precedence, RuleMeta
from devlint.rules.dev303_unregistered_module.facts import Unseen

META = RuleMeta(
    code="DEV303",
    name="unregistered-module",
    summary="modules in a Python container stay behind when their owner moves",
    precedence=Precedence.OWNER,
)


def check(clash: Clash | Unseen, code: Code) -> Iterator[Finding]:
    """Report a module in a Python container that meets what has moved, or is applied to the inputs of its owner."""
    if isinstance(clash, Unseen):
        yield Finding(
            clash.at,
            f"the modules in `{clash.place}` are not registered: they stay where they are when their owner moves",
            help="use `nn.ModuleList`",
        )
        return
    host, other = clash.host, clash.other
    if host.made is not Made.UNREGISTERED:
        return
    yield Finding(
        host.culprit,
        f"modules in a Python container are not registered: they stay on the CPU when their owner moves, and are "
        f"applied to `{code.text(other.at)}`, which is {where(other.device)}",
        notes=(Remark("applied here", clash.at),),
        help="use `nn.ModuleList` or `nn.ModuleDict`",
        cause=host.culprit,
        level=level_of(clash),
    )
