"""Devices and functions as conditions, which are always true.

if torch.device("mps"): ...             a device is true, whether there is one or not
if torch.cuda.is_available: ...         so is a function that is not called
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.facts.device_choices import Compared
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.form import dotted

_AVAILABLE = re.compile(r"^torch\.(\w+\.)*(cuda|mps|xpu|npu|accelerator)\.is_available$")


def detect(file: AnalyzedFile) -> Iterator[Compared]:
    """The conditions of a file that are a device, or a question that is not asked."""
    for part in file.choices:
        if _makes_device(part.test):
            yield Compared(part.test, ALWAYS, "", "truth")
        for one in _operands(part.test):
            if isinstance(one, form.Attribute) and _AVAILABLE.search(dotted(one)):
                yield Compared(one, ALWAYS, "", "uncalled")


def _makes_device(test: form.Expression) -> bool:
    """``if torch.device("mps"):`` asks nothing: a device is always true."""
    return isinstance(test, form.Call) and dotted(test.function) in ("torch.device", "th.device")


def _operands(test: form.Expression) -> Iterator[form.Expression]:
    """What a condition asks the truth of."""
    if isinstance(test, form.Boolean):
        for one in test.operands:
            yield from _operands(one)
    elif isinstance(test, form.Unary) and test.operator == "not":
        yield from _operands(test.operand)
    else:
        yield test
