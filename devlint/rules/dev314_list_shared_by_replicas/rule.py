"""A module applies its parts through a Python list, which its replicas share with it.

## What it does
Reports an `nn.Module` that registers its parts by `add_module` or `setattr`, keeps them in a Python list as well, and
goes through the list.

## Why it is bad
`nn.DataParallel` copies what is registered to each GPU; a list is an ordinary attribute, and every replica has the one
of the first. On any but the first GPU the forward pass applies weights of the first to an input of its own: `Expected
all tensors to be on the same device`. Nothing is wrong with one GPU, or on the CPU. What replaces a registered part
(quantisation, adapters, pruning) does not replace it in the list either.

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
- a list whose modules are not registered, which is `DEV303`, and an `nn.ModuleList`;
- a list that only the constructor goes through or reads by an index.

## Fix safety
There is no automatic fix: `nn.ModuleList` has other names in `state_dict`. `[getattr(self, name) for name in ...]` in
`forward` keeps the old ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.operations import Finding, Remark
from devlint.forms.code import Code
from devlint.rulebook import RuleMeta, Status
from devlint.rules.dev314_list_shared_by_replicas.facts import Listed

META = RuleMeta(
    code="DEV314",
    name="list-shared-by-replicas",
    summary="registered modules are applied through a list that replicas share",
    status=Status.PREVIEW,
)


def check(fact: Listed, code: Code) -> Iterator[Finding]:
    """Report the list."""
    yield Finding(
        fact.at,
        f"`self.{fact.attribute}` is a Python list, so all `nn.DataParallel` replicas use the modules of the first GPU",
        notes=(Remark("registered here", fact.added),),
        help="use `nn.ModuleList`",
        cause=fact.at,
    )
