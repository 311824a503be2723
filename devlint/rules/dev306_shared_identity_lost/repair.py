"""A tensor that is held twice, moved once."""

from __future__ import annotations

from devlint.base.diagnostic import RemedyKind
from devlint.devices.facts.findings import Remedy
from devlint.devices.facts.modules import IdentityLost
from devlint.devices.facts.repairs.blocks import may_be_skipped
from devlint.devices.facts.repairs.remedies import as_moved, takes_device
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import calls_in, choices_in
from devlint.forms.source_file import SourceFile

_KINDS = frozenset({"isinstance", "torch.is_tensor", "hasattr", "callable"})
"""Questions about what kind of thing something is."""


def moved_before(fact: IdentityLost, file: SourceFile) -> Remedy | None:
    """The shared tensor, created on the device that it is moved to."""
    made = next((one for one in calls_in(file.tree) if id(one) == fact.made), None)
    move = fact.move
    if made is None or move is None or not file.owns(move) or not file.owns(made):
        return None
    if _is_conditional(fact, move, made, file):
        return None
    if dotted(made.function).endswith("Parameter") and len(made.arguments) == 1:
        inner = made.arguments[0]
        made = inner if isinstance(inner, form.Call) else made
    device = as_moved(made, fact.device, move, file)
    if device is None or not takes_device(made) or any(name == "device" for name, _ in made.keywords):
        return None
    return Remedy(RemedyKind.ARGUMENT, made, device.code)


def _is_conditional(fact: IdentityLost, move: form.Form, made: form.Form, file: SourceFile) -> bool:
    """True if the move happens on some paths only, those left out that ask what kind of thing is moved."""
    if file.definitions(fact.at) != file.definitions(made):
        return True
    places = [fact.at] if file.definitions(move) != file.definitions(made) else [fact.at, move]
    if any(may_be_skipped(one, made, file, loops=False) for one in places):
        return True
    around = file.definitions(move)
    if len(places) == 2 or not around:
        return False
    tests = (one.test for one in choices_in(around[-1]))
    return any(not isinstance(one, form.Call) or dotted(one.function) not in _KINDS for one in tests)
