"""Two layers share the memory of a weight instead of the parameter, and moving the module unties them.

## What it does
Reports a weight of a module that shares the memory of another weight of the same module: through `.data`, through a
new `nn.Parameter` around it, or by `nn.Embedding(_weight=...)`.

## Why it is bad
These are two parameters over one piece of memory. `Module.to` gives each of them its own memory on the GPU, so from
then on they differ and are trained apart. Nothing is raised, and on the CPU, where nothing is moved, the weights stay
tied.

## Example
```python
class Tagger(nn.Module):
    def __init__(self, words, width):
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        self.head = nn.Linear(width, words, bias=False)
        self.head.weight.data = self.embedding.weight.data
```

## Use instead
```python
class Tagger(nn.Module):
    def __init__(self, words, width):
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        self.head = nn.Linear(width, words, bias=False)
        self.head.weight = self.embedding.weight
```

## Not reported
- A parameter that two layers share as one object: moving keeps it shared.
- A copy: `.clone()`, `.copy_(...)`, anything computed from the other weight.
- Embeddings that are frozen, and weights of two different models.

## Fix safety
The weight is the same object then. If two separate weights are meant, `.clone()` is missing instead.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Safety
from devlint.devices.facts.findings import Finding
from devlint.devices.facts.modules import Tied
from devlint.devices.facts.repairs.phrases import replaced, stored
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV307",
    name="tie-through-data",
    summary="weights that are tied through their memory are untied when the module is moved",
    fix=Safety.UNSAFE,
)


def check(fact: Tied, file: SourceFile) -> Iterator[Finding]:
    """Report the assignment that ties."""
    target, other = next(iter(stored(fact.at)), ""), file.text(fact.other).removesuffix(".data")
    tied = target.removesuffix(".data")
    if tied and not tied.endswith(f".{other.rpartition('.')[2]}"):
        tied += f".{other.rpartition('.')[2]}"  # `nn.Embedding(_weight=...)` is assigned, and not its weight
    yield Finding(
        fact.at,
        f"`{tied or file.text(fact.at)}` shares only the memory of `{other}`, until the module is moved",
        help=f"use `{tied} = {other}`" if tied else f"assign `{other}` itself",
        remedy=replaced(fact.at, f"{tied} = {other}", file) if tied == target.removesuffix(".data") else None,
        cause=fact.at,
    )
