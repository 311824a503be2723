"""A module applies its submodules through a Python list, which all `nn.DataParallel` replicas share.

## What it does
Reports an `nn.Module` that registers its submodules by `add_module` or `setattr`, also keeps them in a Python list,
and iterates over the list.

## Why it is bad
`nn.DataParallel` copies registered modules to each GPU; a list is a plain attribute, and every replica has the list of
the first one. On any but the first GPU the forward pass applies the weights of the first GPU to its own input:
`Expected all tensors to be on the same device`. With one GPU, or on the CPU, nothing is wrong. Replacing a registered
submodule (quantisation, adapters, pruning) does not replace it in the list either.

## Example
```python
class Stack(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.layers = []
        for i in range(depth):
            layer = nn.Linear(width, width)
            self.add_module(f"layer{i}", layer)
            self.layers.append(layer)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
```

## Use instead
```python
class Stack(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
```

## Not reported
- A list whose modules are not registered: see DEV303.
- An `nn.ModuleList`.
- A list that only the constructor iterates over or reads by an index.

## Fix safety
`nn.ModuleList` registers the modules a second time: `state_dict` gets a second key for each of their tensors, which
checkpoints from before lack, and a list that is changed later changes what is registered. Remove the `add_module` where
no checkpoint needs its names. `[getattr(self, name) for name in ...]` in `forward` keeps the keys as they are.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level, Safety
from devlint.devices.facts.findings import Finding, Remark
from devlint.devices.facts.repairs.registration import registering
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta
from devlint.rules.dev314_list_shared_by_replicas.facts import Listed

META = RuleMeta(
    code="DEV314",
    name="list-shared-by-replicas",
    summary="submodules are applied through a Python list, which all `nn.DataParallel` replicas share",
    level=Level.HINT,
    fix=Safety.UNSAFE,
    shown_by_simulator=True,
)


def check(fact: Listed, file: SourceFile) -> Iterator[Finding]:
    """Report the list."""
    yield Finding(
        fact.at,
        f"`self.{fact.attribute}` is a Python list, so `nn.DataParallel` replicas share the modules of the first GPU",
        notes=(Remark("registered here", fact.added),),
        help="use `nn.ModuleList`",
        cause=fact.at,
        remedy=registering(fact.at, file),
    )
