"""A module remembers its device, and assumes that it is built on the CPU.

## What it does
Reports an `nn.Module` that remembers its device (`self._device`, changed in its own `to`, `cuda` or `_apply`) and
starts with `torch.device("cpu")` in `__init__`.

## Why it is bad
Parameters and buffers are created on the default device: on a GPU after `torch.set_default_device("cuda")`, or under
`with torch.device("cuda")`. The remembered device then says CPU until the module is moved, and a tensor that is moved
to `self._device` meets weights on the GPU.

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
- Classes that are not a module, and modules that do not update the remembered device when they are moved.
- A remembered device that a move of a parent module does not update: see DEV311.
- A remembered device that starts with anything else, such as the device of a buffer.

## Fix safety
`torch.get_default_device()` came with torch 2.3. The device of a tensor that the constructor creates works with any
version.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Safety
from devlint.devices.facts.findings import Finding
from devlint.devices.facts.repairs.phrases import replaced, value_of
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta
from devlint.rules.dev402_default_device_ignored.facts import Assumed

META = RuleMeta(
    code="DEV402",
    name="default-device-ignored",
    summary="a module assumes that it is built on the CPU, whatever the default device is",
    fix=Safety.UNSAFE,
)


def check(fact: Assumed, file: SourceFile) -> Iterator[Finding]:
    """Report the record that begins with the CPU."""
    yield Finding(
        fact.at,
        f"`{fact.attribute}` starts as the CPU but the default device may be another",
        help="use `torch.get_default_device()`",
        remedy=replaced(value_of(fact.at), "torch.get_default_device()", file),
        cause=fact.at,
    )
