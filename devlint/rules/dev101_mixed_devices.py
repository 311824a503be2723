"""Operands on different devices.

## What it does
Reports an operation whose tensors, modules or indices are known to be on different devices: one on the CPU and one on a
GPU, or two on different GPUs. Two weights of one module count as such where one of them has been moved elsewhere, to
the device of an argument, and the other has not; so does what a constructor made of one argument. A tensor made without
`device=` is on the CPU, unless a default device is in force.

## Why it is bad
PyTorch moves nothing by itself. The operation raises `Expected all tensors to be on the same device`, though only on
a machine that has the GPU; where the code chooses `"cuda" if torch.cuda.is_available() else "cpu"`, every test on a
laptop passes.

## Example
```python
device = "cuda" if torch.cuda.is_available() else "cpu"
model = nn.Linear(8, 3).to(device)
noise = torch.randn(4, 8)
model(noise)
```

## Use instead
```python
device = "cuda" if torch.cuda.is_available() else "cpu"
model = nn.Linear(8, 3).to(device)
noise = torch.randn(4, 8, device=device)
model(noise)
```

## Not reported
- A CPU index into a tensor on a GPU, `copy_`, and the assignment to a slice: they cross devices.
- `cuda` beside `cuda:0`, and beside any `cuda:1` where `torch.cuda.set_device` or `torch.cuda.device` is in scope.
- A device that is not known: what a caller or another package chose. If one side is made on the CPU and the other
  follows the caller, that is `factory-without-device`.

## Fix safety
There is no automatic fix: which of the two should move is a choice.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.levels import level_of
from devlint.devices.facts.operations import Clash, Finding, Parted, Remark
from devlint.devices.facts.wording import origin, subject, where
from devlint.devices.lattice.device import is_host, is_of_argument
from devlint.devices.lattice.values import Made
from devlint.diagnostic import Level
from devlint.forms.code import Code
from devlint.rulebook import Precedence, RuleMeta

META = RuleMeta(
    code="DEV101",
    name="mixed-devices",
    summary="operands are on different devices",
    level=Level.ERROR,
    precedence=Precedence.MEETING,
)


_OWN = (Made.FACTORY, Made.EXPLICIT, Made.CHOSEN, Made.MOVE, Made.PARAMETER, Made.TOLD, None)
_SAID = (Made.EXPLICIT, Made.TOLD, Made.COPY)


def check(clash: Clash | Parted, code: Code) -> Iterator[Finding]:
    """Report operands whose devices are both known, the default one among them, and weights that parted."""
    if isinstance(clash, Parted):
        yield _parted(clash, code)
        return
    host, other = clash.host, clash.other
    if clash.indexed or not (clash.surely and host.made in _OWN or host.made in _SAID):
        return
    factory = host.made in (Made.FACTORY, Made.COPY)
    at = host.culprit if factory else host.at
    yield Finding(
        at,
        f"{subject(clash, code)} {where(host.device)} but `{code.text(other.at)}` is {where(other.device)}",
        notes=(
            *origin(other),
            *(() if factory else origin(host)),
            Remark(f"they meet in `{clash.operator}` here", clash.at),
        ),
        help=f"make it {where(other.device)}" if is_host(host.device) else "move one of them to the other's device",
        cause=clash.cause,
        level=level_of(clash),
    )


def _parted(fact: Parted, code: Code) -> Finding:
    stayed, moved = code.text(fact.stayed.at), code.text(fact.moved.at)
    device = fact.stayed.device
    place = f"`{device.symbol.text}`" if is_of_argument(device) else "the module"
    return Finding(
        fact.stayed.at,
        f"`{stayed}` stays where {place} is, but `{moved}` has been moved from there",
        notes=(Remark("moved here", fact.moved.culprit),),
        help="move both, or none",
        cause=fact.stayed.at,
        level=Level.WARNING,
    )
