"""What a message says of the device of something, and code that a remedy quotes.

whereabouts(Followed(x))        "may be on a GPU"
named(self.scale = ..., code)   "self.scale"
"""

from __future__ import annotations

from devlint.devices.lattice.device import Default, Device, Followed, Known, SymbolKind
from devlint.forms import form
from devlint.forms.code import Code
from devlint.forms.form import dotted

SHORT = 50
"""Up to how many characters are quoted whole in a remedy."""


def whereabouts(device: Device) -> str:
    """Where something is, as the end of a sentence about it: what the caller chose is an assumption."""
    if isinstance(device, Known):
        return "is on the CPU" if device.type == "cpu" else f'is on `"{device}"`'
    if isinstance(device, Default):
        return "is on the CPU"
    if isinstance(device, Followed) and device.symbol.kind is SymbolKind.MODULE:
        return "is on the module's device"
    if isinstance(device, Followed) and device.symbol.kind is SymbolKind.DEVICE:
        return f"is on `{device.symbol.text}`"
    return "may be on a GPU"


def stored(at: form.Form) -> tuple[str, ...]:
    """The attributes that a statement assigns: ``self.mean`` and ``self.std``."""
    targets: tuple[form.Expression, ...] = ()
    if isinstance(at, form.Assign):
        targets = at.targets
    elif isinstance(at, form.Annotate):
        targets = (at.target,)
    every = [part for one in targets for part in (one.elements if isinstance(one, form.Display) else (one,))]
    return tuple(place for place in map(dotted, every) if "." in place)


def value_of(at: form.Form) -> form.Expression | None:
    """What a statement assigns, or ``setattr(self, name, value)``."""
    if isinstance(at, (form.Assign, form.Annotate)):
        return at.value
    return at.arguments[-1] if isinstance(at, form.Call) and at.arguments else None


def wrapped_move(move: form.Form, code: Code) -> str:
    """``nn.Parameter(torch.ones(3).to(device))`` for ``nn.Parameter(torch.ones(3)).to(device)``, "" elsewhere."""
    made = move.function.value if isinstance(move, form.Call) and isinstance(move.function, form.Attribute) else None
    if not isinstance(made, form.Call) or not dotted(made.function).endswith("Parameter") or not made.arguments:
        return ""
    whole, inner, outer = code.text(move), code.text(made.arguments[0]), code.text(made)
    if len(whole) > SHORT or made.keywords or len(made.arguments) > 1:
        return ""
    return f"{dotted(made.function)}({inner}{whole.removeprefix(outer)})"
