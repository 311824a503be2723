"""A layer that is attached late, sent to where its owner was moved."""

from __future__ import annotations

from devlint.base.diagnostic import RemedyKind
from devlint.devices.facts.findings import Remedy
from devlint.devices.facts.modules import Attached
from devlint.devices.facts.repairs.blocks import may_be_skipped
from devlint.devices.facts.repairs.devices_in_scope import named_device
from devlint.devices.facts.repairs.phrases import value_of
from devlint.devices.facts.repairs.readable_names import can_be_read
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.source_file import SourceFile


def change(fact: Attached, file: SourceFile) -> Remedy | None:
    """What sends the new layer after its owner: to the device of the move, or to that of the owner's parameters."""
    at = file.statement(fact.at) if isinstance(fact.at, form.Subscript) else fact.at
    layer, owner = value_of(at), owner_of(at)
    if layer is None or isinstance(layer, form.Display) or isinstance(at, form.Assign) and len(at.targets) > 1:
        return None
    named = named_device(fact.moved)
    together = file.definitions(fact.moved) == file.definitions(fact.at)
    certain = together and not may_be_skipped(fact.moved, layer, file)
    if named is not None and certain and can_be_read(named, fact.moved, layer, file):
        return Remedy(RemedyKind.MOVE, layer, file.source(named))
    if not owner or file.function(fact.at) == "__init__":
        return None
    return Remedy(RemedyKind.MOVE, layer, f"next({owner}.parameters()).device")


def owner_of(at: form.Form) -> str:
    """The model that the statement or call ``at`` attaches a layer to."""
    if isinstance(at, form.Assign):
        target = at.targets[0]
        return dotted(target.value) if isinstance(target, (form.Attribute, form.Subscript)) else ""
    if not isinstance(at, form.Call):
        return ""
    if isinstance(at.function, form.Attribute):
        return dotted(at.function.value)
    return dotted(at.arguments[0]) if dotted(at.function) == "setattr" and at.arguments else ""
