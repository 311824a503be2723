"""Modules that send their inputs to a device, which matters where the other modules of the file move themselves."""

from __future__ import annotations

import re

from devlint.devices.facts.modules import SentAhead
from devlint.devices.facts.reason import Reason
from devlint.devices.lattice.device import chosen_here
from devlint.flow.values.definitions import ClassValue, FunctionValue
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import calls_in

NO_SIBLING_MOVES = Reason(
    "no-sibling-moves-itself",
    "A module that moves its inputs to CUDA, unless other modules of the file also move themselves when they are "
    "built.",
    ("DEV310",),
)


def end_of_constructor(fact: SentAhead, source: str) -> form.Form | None:
    """Where a module should move itself as its siblings do; None where they do not, or where it does."""
    init = fact.owner.find("__init__")
    if not isinstance(init, FunctionValue) or not isinstance(init.form, form.Function):
        return None
    place = chosen_here(fact.sent.device)
    sibling = r"self\.cuda\(\)" if place == "cuda" else rf"self\.to\((device=)?{re.escape(place)}\)"
    if not re.search(sibling, source):
        return None
    for part in fact.owner.linearised():
        if isinstance(part, ClassValue) and any(map(_moves_itself, calls_in(part.form))):
            return None
    return init.form.body[-1] if init.form.body else None


def _moves_itself(call: form.Call) -> bool:
    of = call.function
    return isinstance(of, form.Attribute) and of.name in ("to", "cuda") and dotted(of.value).split(".")[0] == "self"
