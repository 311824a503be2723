"""Names of devices put together so that torch refuses them: one look over the forms.

torch.device("cuda: " + str(gpu))             a blank in it
x.to(f"cuda{gpu}")                            no colon
x.to("xpu:{rank}")                            no f-string

and what is no device at all, since it was named wrongly:

x.to(Manager.device)                          the property itself, as long as no object is asked

Only what is used as a device counts: such words name files, keys and tests as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.facts.device_choices import Misused
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.source_file import SourceFile
from devlint.rules.dev204_invalid_device.environment import strings_for_numbers
from devlint.rules.dev204_invalid_device.misnamed import as_devices, named_wrongly

_KINDS = "cuda|xpu|npu|hpu|mlu|musa"
_NO_BEGINNING = re.compile(rf"({_KINDS})(:\s+|\s+(:\s*)?)?")
"""What no name of a device begins with where a number follows."""

_UNFILLED = re.compile(rf"({_KINDS}):\{{\w[\w.\[\]]*\}}")


def detect(file: AnalyzedFile) -> Iterator[Misused]:
    """Every name of a device in a file that torch refuses, where it is used as one."""
    yield from strings_for_numbers(file)
    yield from named_wrongly(file)
    wrong = {id(name) for name in _put_together(file) if _is_refused(name)}
    if not wrong:
        return
    for used, given in as_devices(file):
        if id(used) in wrong:
            wrong.remove(id(used))
            yield Misused(used, ALWAYS, "no such device", _beginning(used), None, certain=given)


def _put_together(file: SourceFile) -> Iterator[form.Expression]:
    yield from file.of(form.Opaque)
    yield from file.of(form.Binary)
    yield from file.of(form.Constant)


def _is_refused(name: form.Expression) -> bool:
    """Whether torch refuses the name of a device that is put together like ``name``."""
    if isinstance(name, form.Constant):
        return isinstance(name.value, str) and _UNFILLED.fullmatch(name.value) is not None
    if isinstance(name, form.Binary):
        first = name.left.value if name.operator == "+" and isinstance(name.left, form.Constant) else None
        begins = isinstance(first, str) and _NO_BEGINNING.fullmatch(first) is not None
        return begins and isinstance(name.right, form.Call) and dotted(name.right.function) == "str"
    if not isinstance(name, form.Opaque) or len(name.parts) != 1 or _may_bring_colon(name.parts[0]):
        return False
    return _NO_BEGINNING.fullmatch(name.prefix) is not None


def _may_bring_colon(part: form.Expression) -> bool:
    """Whether what follows the kind may be empty, or begin with a colon: a condition, a suffix, a part of a text."""
    if isinstance(part, form.Subscript):
        return isinstance(part.index, form.Slice)
    return isinstance(part, (form.Conditional, form.Call)) or "suffix" in dotted(part)


def _beginning(name: form.Expression) -> str:
    if isinstance(name, form.Constant):
        return str(name.value)
    if isinstance(name, form.Binary):
        return f"{getattr(name.left, 'value', '')}…"
    return f"{name.prefix}…" if isinstance(name, form.Opaque) else ""
