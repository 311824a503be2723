"""Devices and their provenance in words, for messages and notes.

where(CPU)                 "on the CPU"
where(Followed(x))         "on the device of `x`"
"""

from __future__ import annotations

from devlint.devices.facts.operations import Clash, Operand, Remark
from devlint.devices.lattice.device import TOLD, Default, Device, Followed, Known, SymbolKind
from devlint.devices.lattice.values import Made
from devlint.forms import form
from devlint.forms.code import Code


def where(device: Device) -> str:
    """Where something is, as the end of a sentence."""
    if isinstance(device, Known):
        return "on the CPU" if device.type == "cpu" else f"on `{device}`"
    if isinstance(device, Default):
        return "on the CPU"
    if isinstance(device, Followed):
        if device.symbol == TOLD:
            return "on an accelerator"
        if device.symbol.kind is SymbolKind.DEVICE:
            return f"on `{device.symbol.text}`"
        if device.symbol.kind is SymbolKind.MODULE:
            return "wherever the module was moved"
        return f"on the device of `{device.symbol.text}`, which its caller chose"
    return "on a device that is not known"


def subject(clash: Clash, code: Code) -> str:
    """The operand on the CPU with its verb: "`w` is", or "`weighted` makes `w`" for a function of another file."""
    host = code.text(clash.host.at)
    if clash.elsewhere is None:
        return f"`{host}` is"
    return f"`{getattr(clash.elsewhere.function.form, 'name', 'a function')}` makes `{host}`"


def unless_given(made: form.Form) -> str:
    """Words for a factory whose ``device=`` may be None, as the middle of a sentence; "" for any other."""
    if not isinstance(made, form.Call):
        return ""
    return " where no device is given," if any(name == "device" for name, _ in made.keywords) else ""


_MADE = {
    Made.FACTORY: "made here, without a device",
    Made.EXPLICIT: "put {where} here",
    Made.CHOSEN: "put {where} here, where the code chooses that",
    Made.HOST_MOVE: "moved to the CPU here",
    Made.MOVE: "moved here, {where}",
    Made.ATTRIBUTE: "kept as a plain attribute here, so it does not move with the module",
    Made.MODULE: "the module is built here and not moved",
    Made.UNREGISTERED: "the module is kept here, where its owner does not see it",
    Made.COPY: "copied here, before the module moves",
    Made.LATE: "the module is attached here, after the move",
    Made.PARAMETER: "an argument, {where}",
    Made.KEPT: "an argument that is kept as a plain attribute here",
    Made.TOLD: "{where}, as the configuration says",
    Made.LOADER: "a batch of a loader, on the CPU",
    Made.TOKENS: "made here, on the CPU",
}


def origin(operand: Operand) -> tuple[Remark, ...]:
    """The note that says why an operand is where it is; none where the code does not say."""
    cause = operand.tensor.cause
    if cause is None:
        return ()
    return (Remark(_MADE[cause.made].format(where=where(operand.device)), cause.at),)


def is_made_once(clash: Clash, code: Code) -> bool:
    """Whether a tensor that is made as its file is loaded, or as a parameter's default, meets another in a function.

    What another file of the project makes so is read under its name.
    """
    made = clash.host.culprit
    if not code.function(clash.at):
        return False
    return isinstance(made, (form.Name, form.Attribute, form.Subscript)) or not code.function(made)


def is_built_in_forward(clash: Clash, code: Code) -> bool:
    """Whether a module that is applied under a local name, or none, is built anew in each ``forward``."""
    applied = clash.at.function if isinstance(clash.at, form.Call) else None
    return isinstance(applied, (form.Name, form.Call)) and code.function(clash.host.culprit) == "forward"
