"""A module that remembers where it is takes itself to be built on the CPU.

## What it does
Reports an `nn.Module` that keeps a record of its device (`self._device`, changed in its own `to`, `cuda` or `_apply`)
and begins it with `torch.device("cpu")` in `__init__`.

## Why it is bad
Parameters, buffers and states are made on the default device: on a GPU after `torch.set_default_device("cuda")`, or
under `with torch.device("cuda")`. The record then says that the module is on the CPU until it is moved, and what
is sent to `self.device` meets weights that are elsewhere.

## Example
```python
class Metric(nn.Module):
    def __init__(self):
        super().__init__()
        self._device = torch.device("cpu")
        self.register_buffer("total", torch.zeros(3))

    def _apply(self, fn):
        super()._apply(fn)
        self._device = self.total.device
        return self
```

## Use instead
```python
class Metric(nn.Module):
    def __init__(self):
        super().__init__()
        self._device = torch.get_default_device()
        self.register_buffer("total", torch.zeros(3))

    def _apply(self, fn):
        super()._apply(fn)
        self._device = self.total.device
        return self
```

## Not reported
- classes that are no modules, and modules that do not write down where they are when they are moved;
- a record that a move of a parent module leaves as it was, which is `DEV311`;
- a record that begins with anything else, such as the device of a buffer.

## Fix safety
There is no automatic fix: `torch.get_default_device()` came with torch 2.3. The device of something that was made in
the constructor will do with any version.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.operations import Finding
from devlint.forms.code import Code
from devlint.rulebook import RuleMeta, Status
from devlint.rules.dev402_default_device_ignored.facts import Assumed

META = RuleMeta(
    code="DEV402",
    name="default-device-ignored",
    summary="a module takes itself to be built on the CPU",
    status=Status.PREVIEW,
)


def check(fact: Assumed, code: Code) -> Iterator[Finding]:
    """Report the record that begins with the CPU."""
    yield Finding(
        fact.at,
        f"`{fact.attribute}` starts as the CPU, but the default device may be another",
        help="use `torch.get_default_device()`",
        cause=fact.at,
    )
