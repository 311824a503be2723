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
A layer whose arguments are known in `__init__`, as numbers or attributes that `__init__` sets, moves there: its weights
are drawn once, trained and saved, so `state_dict` gets new keys and the results of a seed change. A layer whose size
depends on the input, or one of several that a loop builds, is moved to the device of the input. It runs there, but is
still built anew in every pass and never trained; only the author can tell `__init__` its size, or their number.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level, RemedyKind, Safety
from devlint.devices.facts.findings import Finding, Remark, Remedy
from devlint.devices.facts.levels import level_of, level_on
from devlint.devices.facts.operations import Clash
from devlint.devices.facts.repairs.devices_in_scope import device_of
from devlint.devices.facts.wording import is_built_in_forward, is_where, message
from devlint.devices.lattice.device import UNKNOWN, is_of_argument
from devlint.devices.lattice.tensors import Made
from devlint.forms.source_file import SourceFile
from devlint.rulebook import Precedence, RuleMeta
from devlint.rules.dev309_module_built_in_forward.repair import built_once

META = RuleMeta(
    code="DEV309",
    name="module-built-in-forward",
    summary="a layer is built on the CPU in every forward pass instead of once in `__init__`",
    precedence=Precedence.OWNER,
    fix=Safety.UNSAFE,
    shown_by_simulator=True,
)


def check(clash: Clash, file: SourceFile) -> Iterator[Finding]:
    """Report a layer that `forward` builds and applies to what is elsewhere."""
    host, other = clash.host, clash.other
    if host.made is not Made.MODULE or clash.indexed or not is_built_in_forward(clash, file):
        return
    said = f"{{}} is built on the CPU in every `forward` but {{}} {is_where(other.device)}"
    advice = "build it in `__init__`"
    remedy = built_once(host.maker, file)
    if remedy is None:
        device = device_of(other, clash.at, host.maker, file)
        remedy = Remedy(RemedyKind.MOVE, host.maker, device) if device else None
        if device:
            said, advice = "{} is built in every `forward`, on the CPU", f"{advice}, or add `.to({device})`"
    yield Finding(
        host.maker,
        message(file, said, host.maker, *([other.at] if said.count("{}") > 1 else []), remedy=advice),
        notes=(Remark("applied here", clash.at),),
        help=advice,
        cause=host.maker,
        level=_level(clash),
        remedy=remedy,
    )


def _level(clash: Clash) -> Level:
    """An error if a layer is applied to what comes of the module's weights, be it by way of unseen code.

    A layer takes nothing but a tensor, and no code puts a result on the CPU for a layer that ``forward`` builds.
    """
    device = clash.other.device
    known = clash.other.tensor.assumed and device != UNKNOWN and not is_of_argument(device)
    if known and not clash.assumptions and not clash.host.tensor.assumed:
        return level_on(device)
    return level_of(clash)
