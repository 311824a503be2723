"""A tensor that a file makes once, on the CPU, as it is loaded.

## What it does
Reports a tensor that is made outside of all functions (`MEAN = torch.tensor([...])`, an attribute of a class) or as the
default of a parameter (`def scale(x, by=torch.ones(3))`), if it meets one that follows the caller: an argument, a
parameter of the module, anything made with the caller's `device`. The report lies where it is made; where another file
of the project makes it, at the name by which it is read. A note shows where the two meet.

## Why it is bad
There is one such tensor in a process, made on the CPU when the file is imported, and nothing moves it: it belongs to no
module. As long as everything is on the CPU, the code works; with the input on a GPU the operation raises
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

A module is better off with a buffer of its own: `self.register_buffer("mean", MEAN.clone())` moves with it. Made
anywhere else, as the file is loaded, on CUDA, say, such a tensor would bring CUDA up in every process that imports it.

## Not reported
- A tensor without dimensions in an element-wise operation, one whose number of dimensions is not known, an index of
  `x[...]`, and all else that DEV102 leaves alone.
- A tensor that is moved where it is used.
- A default that the function replaces, and a name that some function sets anew.

## Fix safety
There is no automatic fix: where the tensor is meant to be is known where it is used.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.operations import Clash, Finding
from devlint.devices.facts.remedies import moved, words
from devlint.devices.facts.wording import is_made_once, is_where, message, origin, together
from devlint.devices.lattice.values import Made
from devlint.forms.code import Code
from devlint.rulebook import Precedence, RuleMeta, Status

META = RuleMeta(
    code="DEV109",
    name="module-level-tensor",
    summary="a tensor made once, on the CPU, meets one on the caller's device",
    status=Status.ON,
    precedence=Precedence.SCOPE,
)


def check(clash: Clash, code: Code) -> Iterator[Finding]:
    """Report a tensor that is made as the file is loaded and meets one on the caller's device."""
    host, other = clash.host, clash.other
    if clash.indexed or clash.surely or host.made is not Made.FACTORY or not is_made_once(clash, code):
        return
    remedy = moved(host.at, other, clash.at, code)
    advice = words(remedy, code)
    template = f"{{}} is created once, on the CPU, but {{}} {is_where(other.device)}"
    yield Finding(
        host.culprit,
        message(code, template, host.at, other.at, remedy=advice),
        notes=(together(clash.operator, clash.at), *origin(other)),
        help=advice,
        cause=host.culprit,
        remedy=remedy,
    )
