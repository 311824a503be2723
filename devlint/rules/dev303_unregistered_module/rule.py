"""A module keeps other modules in a Python list, tuple or dict, so moving it leaves them behind.

## What it does
Reports an attribute of an `nn.Module` that holds modules with parameters or buffers in a Python container, where
`forward` applies them. The report is at the assignment, also if the container is filled later.

## Why it is bad
Only attributes, `nn.ModuleList`, `nn.ModuleDict` and `nn.Sequential` register modules. Modules in a plain container
are not moved by `Module.to`, so on a GPU the forward pass raises `Expected all tensors to be on the same device`. On
the CPU the code runs, but the weights are neither trained nor saved.

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
- Modules without parameters and buffers, such as activations. A list of losses is a hint, since few losses have any.
- Modules that are registered as well, by `add_module`, `setattr` or as attributes: see DEV314.
- A container that is converted to `nn.ModuleList`, `nn.ModuleDict` or `nn.Sequential`.
- A module passed as an argument and hidden in a list on purpose, such as a teacher model.
- Modules that are moved where they are used, have a device of their own, or are moved by `_apply` or `to` of the
  class.

## Fix safety
`nn.ModuleList` and `nn.ModuleDict` add keys to `state_dict` and parameters to the optimizer. That is usually what was
meant, but old checkpoints lack them. An `nn.ModuleDict` takes strings without a dot as keys. A container that may hold
something else than modules, such as dicts or functions, is not repaired, nor is one of modules with a `train` of their
own: `eval` of their parent would call it. Nor is what a call gives (`list(layers)`).
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level, Safety
from devlint.devices.facts.assumptions import HAVE_WEIGHTS
from devlint.devices.facts.findings import Finding, Remark
from devlint.devices.facts.levels import level_of
from devlint.devices.facts.operations import Clash
from devlint.devices.facts.repairs.phrases import made_of, stored
from devlint.devices.facts.repairs.registration import registering
from devlint.devices.lattice.tensors import Made
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.source_file import SourceFile
from devlint.naming.losses import is_called_loss
from devlint.rulebook import Precedence, RuleMeta
from devlint.rules.dev303_unregistered_module.facts import Unseen

META = RuleMeta(
    code="DEV303",
    name="unregistered-module",
    summary="moving a module leaves behind the modules that it keeps in a Python list or dict",
    precedence=Precedence.OWNER,
    fix=Safety.UNSAFE,
    shown_by_simulator=True,
)


def check(clash: Clash | Unseen, file: SourceFile) -> Iterator[Finding]:
    """Report a module in a Python container that meets what has moved, or is applied to the inputs of its owner."""
    if isinstance(clash, Unseen):
        said = f"`{clash.place}` is a Python list, so `module.to(device)` does not move its modules"
        name = clash.place.rpartition(".")[2]
        losses = any(map(is_called_loss, (name, name.removesuffix("s"), name.removesuffix("es"))))
        notes = (Remark(HAVE_WEIGHTS.note, clash.at),) if losses else ()
        yield Finding(clash.at, said, notes, help="use `nn.ModuleList`", level=Level.HINT if losses else None)
        return
    host, other = clash.host, clash.other
    if host.made is not Made.UNREGISTERED:
        return
    kind = _container(host.maker, file)
    wrapper = "ModuleDict" if kind == "dict" else "ModuleList"
    yield Finding(
        host.maker,
        f"`{next(iter(stored(host.maker)), '') or file.text(host.maker)}` is a Python {kind}, so "
        "`module.to(device)` leaves its modules on the CPU",
        notes=(Remark(f"applied to `{file.text(other.at)}` here", clash.at),),
        help=f"use `nn.{wrapper}`",
        cause=host.maker,
        level=level_of(clash),
        remedy=registering(host.maker, file),
    )


def _container(at: form.Form, file: SourceFile) -> str:
    """``dict``, ``tuple``, or ``list`` for anything else."""
    value = made_of(at, file)
    called = dotted(value.function) if isinstance(value, form.Call) else ""
    if isinstance(value, form.Mapping) or getattr(value, "kind", "") == "dict" or called.lower().endswith("dict"):
        return "dict"
    return "tuple" if getattr(value, "kind", "") == "tuple" else "list"
