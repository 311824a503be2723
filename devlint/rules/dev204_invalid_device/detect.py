"""Names of devices put together so that torch refuses them: one look over the forms.

torch.device("cuda: " + str(gpu))             a blank in it
x.to(f"cuda{gpu}")                            no colon
x.to("xpu:{rank}")                            no f-string
torch.device(f"{d.type}:{d.index}")           "cpu:None" of a device without an index

and what is no device at all, since it was named wrongly:

device = device or dtype                      a dtype
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
from devlint.forms.parts import paths_in
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
    wrong = {id(name): kind for name in _put_together(file) if (kind := _what_is_wrong(name))}
    if not wrong:
        return
    for used, given in as_devices(file):
        kind = wrong.pop(id(used), "")
        if kind and not (kind == "no index in it" and _is_asked(file, used)):
            yield Misused(used, ALWAYS, kind, _beginning(used), None, certain=given)


def _put_together(file: SourceFile) -> Iterator[form.Expression]:
    yield from file.of(form.Opaque)
    yield from file.of(form.Binary)
    yield from file.of(form.Constant)


def _what_is_wrong(name: form.Expression) -> str:
    """Why ``name`` is refused: "no such device", "no index in it", or "" where it may well do."""
    if isinstance(name, form.Constant):
        return "no such device" if isinstance(name.value, str) and _UNFILLED.fullmatch(name.value) else ""
    if isinstance(name, form.Binary):
        first = name.left.value if name.operator == "+" and isinstance(name.left, form.Constant) else None
        begins = isinstance(first, str) and _NO_BEGINNING.fullmatch(first)
        number = isinstance(name.right, form.Call) and dotted(name.right.function) == "str"
        return "no such device" if begins and number else ""
    if not isinstance(name, form.Opaque):
        return ""
    if name.prefix:
        follows = len(name.parts) == 1 and not _may_bring_colon(name.parts[0])
        return "no such device" if follows and _NO_BEGINNING.fullmatch(name.prefix) else ""
    asked = [(part.name, dotted(part.value)) for part in name.parts if isinstance(part, form.Attribute)]
    one = len(asked) == len(name.parts) == 2 and [part for part, _ in asked] == ["type", "index"]
    return "no index in it" if one and asked[0][1] and asked[0][1] == asked[1][1] else ""


def _may_bring_colon(part: form.Expression) -> bool:
    """Whether what follows the kind may be empty, or begin with a colon: a condition, a suffix, a part of a text."""
    if isinstance(part, form.Subscript):
        return isinstance(part.index, form.Slice)
    return isinstance(part, (form.Conditional, form.Call)) or "suffix" in dotted(part)


def _is_asked(file: SourceFile, name: form.Expression) -> bool:
    """Whether the file asks whether the device that ``name`` spells out has an index, or gives it one."""
    place = dotted(name.parts[1]) if isinstance(name, form.Opaque) else ""
    return place in paths_in(*[choice.test for choice in file.choices])


def _beginning(name: form.Expression) -> str:
    if isinstance(name, form.Constant):
        return str(name.value)
    if isinstance(name, form.Binary):
        return f"{getattr(name.left, 'value', '')}…"
    return f"{name.prefix}…" if isinstance(name, form.Opaque) else ""
