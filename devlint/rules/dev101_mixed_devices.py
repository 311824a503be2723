"""Operands on different devices.

## What it does
Reports an operation whose tensors, modules or indices are known to be on different devices: one on the CPU and one on a
GPU, or two on different GPUs. Two weights of one module count, too, if one of them was moved to the device of an
argument and the other was not, and so do two attributes that a constructor computed from one argument. A tensor that is
created without `device=` is on the CPU, unless a default device is set.

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
- Tensors and modules whose device is not known. If one side is created on the CPU and the device of the other is chosen
  by the caller, that is `factory-without-device`.

## Fix safety
The tensor is put elsewhere than the program asked for, so other code that uses it gets it there. Which of the two
should move is a choice.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level, Safety
from devlint.devices.facts.findings import Finding, Remark
from devlint.devices.facts.levels import level_of
from devlint.devices.facts.operations import Clash, Parted
from devlint.devices.facts.repairs.remedies import along, moved, subject, words
from devlint.devices.facts.wording import inside, is_where, message, origin, together, where
from devlint.devices.lattice.tensors import Made
from devlint.forms.source_file import SourceFile
from devlint.rulebook import Precedence, RuleMeta

META = RuleMeta(
    code="DEV101",
    name="mixed-devices",
    summary="an operation uses tensors or modules that are on different devices",
    level=Level.ERROR,
    precedence=Precedence.MEETING,
    fix=Safety.UNSAFE,
    shown_by_simulator=True,
)


_OWN = (Made.FACTORY, Made.EXPLICIT, Made.CHOSEN, Made.MOVE, Made.PARAMETER, Made.TOLD, None)
_SAID = (Made.EXPLICIT, Made.TOLD, Made.COPY)


def check(clash: Clash | Parted, file: SourceFile) -> Iterator[Finding]:
    """Report operands whose devices are both known, the default one among them, and weights that parted."""
    if isinstance(clash, Parted):
        yield _parted(clash, file)
        return
    host, other = clash.host, clash.other
    if clash.indexed or not (clash.surely and host.made in _OWN or host.made in _SAID):
        return
    factory = host.made in (Made.FACTORY, Made.COPY)
    at = host.maker if factory else host.at
    remedy = None if clash.elsewhere else along(host, other, clash.at, file)
    advice = words(remedy, file, f"move it {where(other.device).replace('on ', 'to ', 1)}")
    if clash.elsewhere and host.made is Made.EXPLICIT:
        advice = "pass the device of the other tensor"
    about = subject(host, remedy, clash.at, file)
    there = "is created on the CPU" if factory and about is not host.at else is_where(host.device)
    same = file.source(host.at) == file.source(other.at)
    quoted = (host.maker, other.maker) if same else (about, other.at)
    there += inside(clash.elsewhere)
    yield Finding(
        at,
        message(file, f"{{}} {there} but {{}} {is_where(other.device)}", *quoted, remedy=advice),
        notes=(
            *origin(other),
            *(() if factory else origin(host)),
            together(clash.operator, clash.at),
        ),
        help=advice,
        cause=clash.cause,
        remedy=remedy,
        level=level_of(clash),
    )


def _parted(fact: Parted, file: SourceFile) -> Finding:
    remedy = moved(fact.stayed.at, fact.moved, fact.at, file)
    advice = words(remedy, file, "move both to one device")
    return Finding(
        fact.stayed.at,
        message(file, "{} is not moved but {} is", fact.stayed.at, fact.moved.at, remedy=advice),
        notes=(Remark("moved here", fact.moved.maker),),
        help=advice,
        cause=fact.stayed.at,
        remedy=remedy,
        level=Level.WARNING,
    )
