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

from devlint.devices.facts.operations import Clash, Finding, Remark
from devlint.devices.facts.phrases import stored, value_of
from devlint.devices.lattice.values import Made
from devlint.forms import form
from devlint.forms.code import Code
from devlint.forms.form import dotted
from devlint.rulebook import Precedence, RuleMeta, Status
from devlint.rules.dev303_unregistered_module.facts import Unseen

META = RuleMeta(
    code="DEV303",
    name="unregistered-module",
    summary="modules in a Python container stay behind when their owner moves",
    status=Status.ON,
    precedence=Precedence.OWNER,
)


def check(clash: Clash | Unseen, code: Code) -> Iterator[Finding]:
    """Report a module in a Python container that meets what has moved, or is applied to the inputs of its owner."""
    if isinstance(clash, Unseen):
        yield Finding(clash.at, _said(clash.place, "list").replace("leaves", "does not move"), help="use `nn.ModuleList`")
        return
    host, other = clash.host, clash.other
    if host.made is not Made.UNREGISTERED:
        return
    kind = _container(host.culprit)
    yield Finding(
        host.culprit,
        _said(next(iter(stored(host.culprit)), "") or code.text(host.culprit), kind) + " on the CPU",
        notes=(Remark(f"applied to `{code.text(other.at)}` here", clash.at),),
        help=f"use `nn.Module{'Dict' if kind == 'dict' else 'List'}`",
        cause=host.culprit,
    )


def _said(place: str, kind: str) -> str:
    return f"`{place}` is a Python {kind}, so `module.to(device)` leaves its modules"


def _container(at: form.Form) -> str:
    """``dict``, ``tuple``, or ``list`` for anything else."""
    value = value_of(at)
    called = dotted(value.function) if isinstance(value, form.Call) else ""
    if isinstance(value, form.Mapping) or getattr(value, "kind", "") == "dict" or called.lower().endswith("dict"):
        return "dict"
    return "tuple" if getattr(value, "kind", "") == "tuple" else "list"
