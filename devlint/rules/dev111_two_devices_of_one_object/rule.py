"""Tensors on two devices of one object are used together.

## What it does
Reports an operation whose tensors were put on two different devices of one object: one on `self.device`, the other on
`self._execution_device`, for example. The report is at the tensor that was put on `self.device`. In a module, the other
device may also be that of its weights: a `self.device` that was stored in `__init__` does not change when the module is
moved.

## Why it is bad
An object that has two devices has them because they differ at times: `self.device` says where the weights are, which
is the CPU as long as they are offloaded, the other one where the work is done. As long as both are the same GPU all
goes well; once they differ, the operation raises `Expected all tensors to be on the same device`.

## Example
```python
class Denoiser(Pipeline):
    def prepare(self, image: torch.Tensor):
        latents = image.to(self._execution_device)
        mean = torch.tensor(self.mean).view(1, 4, 1, 1).to(self.device)
        return latents - mean
```

## Use instead
```python
class Denoiser(Pipeline):
    def prepare(self, image: torch.Tensor):
        latents = image.to(self._execution_device)
        mean = torch.tensor(self.mean).view(1, 4, 1, 1).to(latents.device)
        return latents - mean
```

## Not reported
- Two attributes that were set to the same device in this file.
- Devices of different objects, and the device of an argument beside one of `self`: the caller may see to it that they
  are the same.
- A tensor that is moved before the two are used together.
- A module that was built on the device it remembers, moves itself there, or takes note of where it is moved.

## Fix safety
Which of the two devices is meant is a choice.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level, Safety
from devlint.devices.facts.findings import Finding
from devlint.devices.facts.operations import Operand, TwoDevices
from devlint.devices.facts.repairs.devices_in_scope import device_of, named_device
from devlint.devices.facts.repairs.remedies import instead, words
from devlint.devices.facts.wording import is_where, message, origin, together, where
from devlint.devices.lattice.device import Followed, is_of_argument
from devlint.devices.lattice.tensors import Made
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV111",
    name="two-devices-of-one-object",
    summary="an operation uses tensors on two devices of one object, which may differ",
    level=Level.HINT,
    fix=Safety.UNSAFE,
    shown_by_simulator=True,
)


def _is_on_plain_device(operand: Operand) -> bool:
    return isinstance(operand.device, Followed) and operand.device.symbol.text == "self.device"


def check(fact: TwoDevices, file: SourceFile) -> Iterator[Finding]:
    """Report the one that is on ``self.device``, where it was put there."""
    if fact.kept:
        yield _kept(fact, file)
        return
    plain, other = (fact.one, fact.other) if _is_on_plain_device(fact.one) else (fact.other, fact.one)
    if plain.made not in (Made.MOVE, Made.EXPLICIT):
        return
    at = plain.maker
    remedy = instead(at, device_of(other, fact.at, at, file))
    advice = words(remedy, file, f"move it {where(other.device).replace('on ', 'to ', 1)}")
    template = f"{{}} {is_where(plain.device)} but {{}} {is_where(other.device)}, which can differ"
    yield Finding(
        at,
        message(file, template, plain.at, other.at, remedy=advice),
        notes=(together(fact.operator, fact.at), *origin(other)),
        help=advice,
        cause=at,
        remedy=remedy,
    )


def _kept(fact: TwoDevices, file: SourceFile) -> Finding:
    at, other = fact.one.maker, fact.other
    remedy = instead(at, device_of(other, fact.at, at, file))
    advice = words(remedy, file)
    differs = "but {} may be moved" if is_of_argument(other.device) else "unlike {}"
    template = f"{{}} is not updated when the module moves{',' if differs.startswith('unlike') else ''} {differs}"
    return Finding(
        at,
        message(file, template, named_device(at) or at, other.at, remedy=advice),
        notes=(together(fact.operator, fact.at),),
        help=advice,
        cause=at,
        remedy=remedy,
    )
