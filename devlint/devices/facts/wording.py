"""Devices and their provenance in words, for messages and notes.

is_where(CPU)              "is on the CPU"
is_where(Followed(x))      "may be on a GPU"
where(Followed(x))         "on the caller's device"
"""

from __future__ import annotations

import re

from devlint.devices.facts.findings import Remark
from devlint.devices.facts.operations import Clash, Elsewhere, Operand
from devlint.devices.lattice.device import TOLD, Default, Device, Followed, Known, SymbolKind, is_of_argument
from devlint.devices.lattice.tensors import Made
from devlint.forms import form
from devlint.forms.shortened import LONGEST
from devlint.forms.source_file import SourceFile

WIDEST = 120  # characters of a message with its remedy
_LENGTHS = (LONGEST, 48, 40, 32, 27, 22)
_PLACE = re.compile(r"`[^`]*`|\{\}")


def message(file: SourceFile, template: str, *quoted: form.Form | str, remedy: str) -> str:
    """``template`` with the texts of ``quoted`` in backticks, so short that it fits in one line with ``remedy``.

    What is quoted as a string is quoted whole. Each ``{}`` outside of backticks is the place of a text: what stands in
    backticks may be a text of the program, with braces of its own. Of what stands in another file that is said.
    """
    said = ""
    for longest in _LENGTHS:
        texts = [f"`{one if isinstance(one, str) else file.text(one, longest)}`" for one in quoted]
        there = ["" if isinstance(one, str) or file.owns(one) else " of another file" for one in quoted]
        said = _filled(template, [f"{text}{place}" for text, place in zip(texts, there, strict=True)])
        if len(said) + len("; ") + len(remedy) <= WIDEST:
            break
    return said


def _filled(template: str, texts: list[str]) -> str:
    left = iter(texts)
    return _PLACE.sub(lambda place: next(left, f"`{place[0]}`") if place[0] == "{}" else place[0], template)


def where(device: Device) -> str:
    """The place of something, as an adverbial: "on `cuda`"."""
    if isinstance(device, Known):
        return "on the CPU" if device.type == "cpu" else f"on `{device}`"
    if isinstance(device, Default):
        return "on the CPU"
    if isinstance(device, Followed):
        if device.symbol == TOLD:
            return "on a GPU"
        if device.symbol.kind is SymbolKind.DEVICE:
            return f"on `{device.symbol.text}`"
        if device.symbol.kind is SymbolKind.MODULE:
            return "on the module's device"
        return "on the caller's device"
    return "on an unknown device"


def inside(elsewhere: Elsewhere | None) -> str:
    """Where something is done, as the end of a clause, if that is in a function of another file: "in `weighted`"."""
    if elsewhere is None:
        return ""
    function = elsewhere.function
    name = getattr(function.form, "name", "a function")
    return f" in `{function.owner.form.name if name == '__init__' and function.owner is not None else name}`"


def is_where(device: Device) -> str:
    """The place of something, as what is said of it: as an assumption where the caller decides."""
    return "may be on a GPU" if is_of_argument(device) else f"is {where(device)}"


def unless_given(made: form.Form, file: SourceFile) -> str:
    """Words for a factory whose ``device=`` may be None, as the middle of a sentence; "" for any other."""
    keywords = made.keywords if isinstance(made, form.Call) else ()
    given = next((value for name, value in keywords if name == "device"), None)
    return "" if given is None else f" if `{file.text(given)}` is None"


_MADE = {
    Made.FACTORY: "created here, without `device=`",
    Made.EXPLICIT: "put {where} here",
    Made.CHOSEN: "put {where} here, one of several devices",
    Made.HOST_MOVE: "moved to the CPU here",
    Made.MOVE: "moved here; now {where}",
    Made.ATTRIBUTE: "a plain attribute, assigned here: `module.to(device)` does not move it",
    Made.MODULE: "the module is built here and not moved",
    Made.UNREGISTERED: "the module is stored here, where its parent does not register it",
    Made.COPY: "copied here, before the module moves",
    Made.LATE: "the module is attached here, after the move",
    Made.PARAMETER: "an argument, {where}",
    Made.KEPT: "an argument, stored as a plain attribute here",
    Made.TOLD: "{where} by the configuration of devlint",
    Made.LIBRARY: "passed by the library, {where}",
    Made.LOADER: "a batch of a DataLoader, on the CPU",
    Made.TOKENS: "created here, on the CPU",
}


ONCE_MENDED = "raises as well: its result is there once that is repaired"
"""The note of a conflict with what another one gives."""


def origin(operand: Operand) -> tuple[Remark, ...]:
    """The notes that say why an operand is where it is; none where the code does not say.

    What comes of a conflict that is reported is somewhere only once that is repaired.
    """
    cause, mended = operand.tensor.cause, operand.tensor.history.mended
    made = () if cause is None else (Remark(_MADE[cause.made].format(where=where(operand.device)), cause.at),)
    return made if mended is None else (*made, Remark(ONCE_MENDED, mended))


def origin_abroad(operand: Operand) -> tuple[Remark, ...]:
    """The note that points to the place in another file where a function puts an operand where it is."""
    cause = operand.tensor.cause
    if cause is None or cause.abroad is None:
        return ()
    return (Remark(_MADE[cause.made].format(where=where(operand.device)), cause.abroad),)


def together(operator: str, at: form.Form) -> Remark:
    """The note that says where two operands are used together."""
    return Remark(f"used together in `{operator}` here" if operator else "used together here", at)


def is_made_once(clash: Clash, file: SourceFile) -> bool:
    """Whether a tensor that is made as its file is loaded, or as a parameter's default, meets another in a function.

    What another file of the project makes so is read under its name.
    """
    made = clash.host.maker
    if not file.function(clash.at):
        return False
    return isinstance(made, (form.Name, form.Attribute, form.Subscript)) or not file.function(made)


def is_built_in_forward(clash: Clash, file: SourceFile) -> bool:
    """Whether a module that is applied under a local name, or none, is built anew in each ``forward``."""
    applied = clash.at.function if isinstance(clash.at, form.Call) else None
    return isinstance(applied, (form.Name, form.Call)) and file.function(clash.host.maker) == "forward"
