"""A layer is built on the CPU in every forward pass.

## What it does
Reports the construction of a module with parameters in a `forward` that applies it to an input or to a tensor on the
module's device, without moving the new module.

## Why it is bad
The layer is built on the CPU, wherever the module is. With an input on a GPU it raises
`Expected all tensors to be on the same device`, or, for a convolution,
`Input type (torch.cuda.FloatTensor) and weight type (torch.FloatTensor) should be the same`. On the CPU nothing is
raised, but the weights are random in every pass: the module does not hold them, so they are neither trained nor saved.

## Example
```python
class Block(nn.Module):
    def forward(self, x):
        norm = nn.BatchNorm1d(x.shape[1])
        return norm(x).relu()
```

## Use instead
```python
class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.BatchNorm1d(width)

    def forward(self, x):
        return self.norm(x).relu()
```

## Not reported
- A module without parameters and buffers, such as an activation or a loss without weights.
- A module that is kept as an attribute, or is built on or moved to the device of its input: it is untrained, but on
  the right device.
- Modules that are built in other functions: see DEV310.

## Fix safety
There is no automatic fix: the size of the layer has to be known in `__init__`.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.levels import level_of
from devlint.devices.facts.operations import Clash, Finding, Remark
from devlint.devices.facts.wording import is_built_in_forward, is_where, message
from devlint.devices.lattice.values import Made
from devlint.forms.code import Code
from devlint.rulebook import Precedence, RuleMeta

META = RuleMeta(
    code="DEV309",
    name="module-built-in-forward",
    summary="a layer is built on the CPU in every forward pass instead of once in `__init__`",
    precedence=Precedence.OWNER,
)


def check(clash: Clash, code: Code) -> Iterator[Finding]:
    """Report a layer that `forward` builds and applies to what is elsewhere."""
    host, other = clash.host, clash.other
    if host.made is not Made.MODULE or clash.indexed or not is_built_in_forward(clash, code):
        return
    said = f"{{}} is built on the CPU in every `forward` but {{}} {is_where(other.device)}"
    advice = "build it in `__init__`"
    yield Finding(
        host.culprit,
        message(code, said, host.culprit, other.at, remedy=advice),
        notes=(Remark("applied here", clash.at),),
        help=advice,
        cause=host.culprit,
        level=level_of(clash),
    )
