"""A tensor that a file creates once, on the CPU, when it is imported.

## What it does
Reports a tensor that is created outside of all functions (`MEAN = torch.tensor([...])`, an attribute of a class) or as
the default of a parameter (`def scale(x, by=torch.ones(3))`), if it is used with a tensor whose device the caller
chooses: an argument, a parameter of the module, a tensor created with the caller's `device`. The report is at the call
that creates the tensor, or, if another file of the project creates it, at the name by which it is read. A note shows
where the two are used together.

## Why it is bad
There is one such tensor in a process, created on the CPU when the file is imported, and nothing moves it: it belongs to
no module. If everything else is on the CPU, too, the code works; with the input on a GPU the operation raises
`Expected all tensors to be on the same device`.

## Example
```python
MEAN = torch.tensor([0.485, 0.456, 0.406]).view(3, 1, 1)


def normalise(images: torch.Tensor):
    return images - MEAN
```

## Use instead
```python
MEAN = torch.tensor([0.485, 0.456, 0.406]).view(3, 1, 1)


def normalise(images: torch.Tensor):
    return images - MEAN.to(images.device)
```

In a module, a buffer is better: `self.register_buffer("mean", MEAN.clone())` moves with the module. Do not create the
tensor on CUDA at import: that initializes CUDA in every process that imports the file.

## Not reported
- A tensor without dimensions in an element-wise operation, one whose number of dimensions is not known, an index of
  `x[...]`, and all else that DEV102 leaves alone.
- A tensor that is moved where it is used.
- A default that the function replaces, and a name that some function sets anew.

## Fix safety
The tensor is moved where it is used, which raised on a GPU and does nothing on the CPU.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Safety
from devlint.devices.facts.findings import Finding
from devlint.devices.facts.levels import level_of
from devlint.devices.facts.operations import Clash
from devlint.devices.facts.repairs.remedies import moved, words
from devlint.devices.facts.wording import is_made_once, is_where, message, origin, together
from devlint.devices.lattice.tensors import Made
from devlint.forms.source_file import SourceFile
from devlint.rulebook import Precedence, RuleMeta

META = RuleMeta(
    code="DEV109",
    name="module-level-tensor",
    summary="a tensor that is created at import, on the CPU, is used with a tensor that may be on a GPU",
    precedence=Precedence.SCOPE,
    fix=Safety.SAFE,
    shown_by_simulator=True,
)


def check(clash: Clash, file: SourceFile) -> Iterator[Finding]:
    """Report a tensor that is made as the file is loaded and meets one on the caller's device."""
    host, other = clash.host, clash.other
    if clash.indexed or clash.surely or host.made is not Made.FACTORY or not is_made_once(clash, file):
        return
    remedy = moved(host.at, other, clash.at, file)
    advice = words(remedy, file)
    template = f"{{}} is created once, on the CPU, but {{}} {is_where(other.device)}"
    yield Finding(
        host.maker,
        message(file, template, host.at, other.at, remedy=advice),
        notes=(together(clash.operator, clash.at), *origin(other)),
        help=advice,
        cause=host.maker,
        remedy=remedy,
        level=level_of(clash),
    )
