"""Parts of statements that messages and remedies quote, and remedies for what is placed on the wrong device.

stored(self.scale = ...)                            ("self.scale",)
placed(x.cuda(), "y.device", code)                  Remedy(REPLACEMENT, x.cuda(), "x.to(y.device)")
"""

from __future__ import annotations

from devlint.base.diagnostic import RemedyKind
from devlint.devices.facts.findings import Remedy
from devlint.devices.facts.operations import Operand
from devlint.devices.facts.repairs.devices_in_scope import device_of
from devlint.devices.facts.repairs.remedies import takes_device
from devlint.devices.lattice.device import Device
from devlint.devices.lattice.tensors import Tensor
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.source_file import SourceFile
from devlint.torch_api.tables import SAME_DEVICE_MEMBERS

SHORT = 50
"""Up to how many characters are quoted whole in a remedy."""


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


def made_of(at: form.Form, file: SourceFile) -> form.Expression | None:
    """What a statement assigns, or what the name stands for that it assigns: ``[]`` after ``found = []``.

    That is the value of the name itself where several assignments may have bound it, unless all make one kind of thing.
    """
    value = value_of(at)
    values = file.values(value) if isinstance(value, form.Name) else []
    kinds = {(type(one), getattr(one, "kind", ""), dotted(getattr(one, "function", None))) for one in values}
    return values[0] if len(kinds) == 1 and values[0] is not None else value


def wrapped_move(move: form.Form, file: SourceFile) -> str:
    """``nn.Parameter(torch.ones(3).to(device))`` for ``nn.Parameter(torch.ones(3)).to(device)``, "" elsewhere."""
    made = move.function.value if isinstance(move, form.Call) and isinstance(move.function, form.Attribute) else None
    if not isinstance(made, form.Call) or not dotted(made.function).endswith("Parameter") or not made.arguments:
        return ""
    whole, inner, outer = file.source(move), file.source(made.arguments[0]), file.source(made)
    if len(whole) > SHORT or made.keywords or len(made.arguments) > 1:
        return ""
    return f"{dotted(made.function)}({inner}{whole.removeprefix(outer)})"


def device_at(device: Device, meeting: form.Form, place: form.Form, file: SourceFile) -> str:
    """The expression at ``place`` for ``device``, on which something is that ``meeting`` does not name."""
    operand = Operand(Tensor(device, None), meeting)
    return device_of(operand, meeting, place, file, beside=file.source(meeting))


def placed(at: form.Form, device: str, file: SourceFile) -> Remedy | None:
    """What puts the result of ``at``, a move or a call that takes ``device=``, on ``device``; None for others."""
    if not device or not isinstance(at, form.Call) or any(key is None for key, _ in at.keywords):
        return None
    function, keys = at.function, [key for key, _ in at.keywords]
    if isinstance(function, form.Attribute) and function.name in ("cuda", "to"):
        others = at.arguments if "device" in keys else at.arguments[1:]
        if function.name == "cuda" and others:
            return None  # what is given by its place means something else to `to`
        rest = "".join(f", {file.source(value)}" for value in others)
        rest += "".join(f", {key}={file.source(value)}" for key, value in at.keywords if key != "device")
        made = function.value
        if isinstance(made, form.Call) and dotted(made.function).rpartition(".")[2] == "Parameter":
            return None  # what is moved is no parameter any more
        return Remedy(RemedyKind.REPLACEMENT, at, f"{file.source(function.value)}.to({device}{rest})")
    if "device" in keys or takes_device(at):
        given = dict(at.keywords).get("device")
        same = given is not None and file.source(given) == device
        return None if same else Remedy(RemedyKind.ARGUMENT, at, device)
    return None


def placing(at: form.Form, device: str, otherwise: str) -> str:
    """The words of a remedy that puts the result of ``at`` on ``device``; ``otherwise`` where none is in scope."""
    if not device or not isinstance(at, form.Call):
        return f"use `{device}`" if device else otherwise
    function, keys = at.function, [key for key, _ in at.keywords]
    if isinstance(function, form.Attribute) and function.name in ("cuda", "to", "type"):
        return f"use `.to({device})`"
    if dotted(function).endswith("Tensor"):
        given = at.arguments[0] if at.arguments else None
        return f"use `torch.{'tensor' if isinstance(given, form.Display) else 'empty'}(..., device={device})`"
    return f"use `{'map_location' if 'map_location' in keys else 'device'}={device}`"


def root(at: form.Form, file: SourceFile) -> form.Form:
    """``lengths`` for ``lengths.unsqueeze(1)``, which is on the same device; ``torch.exp(x)`` as it is."""
    function = at.function if isinstance(at, form.Call) else None
    if isinstance(function, form.Attribute) and function.name in SAME_DEVICE_MEMBERS:
        place = dotted(function.value)
        if place and not file.imported_names.meaning(place):
            return function.value
    return at


def replaced(at: form.Form | None, by: str, file: SourceFile) -> Remedy | None:
    """``by`` in place of ``at``, where that stands on one line of this file."""
    if at is None or not by or not file.owns(at) or file.span(at).line != file.span(at).end_line:
        return None
    return Remedy(RemedyKind.REPLACEMENT, at, by)


def with_argument(at: form.Form, argument: str, file: SourceFile) -> Remedy | None:
    """A call with one more argument, or with another value for it."""
    if not isinstance(at, form.Call):
        return None
    name = argument.partition("=")[0]
    given = next((value for key, value in at.keywords if key == name), None)
    if given is not None:
        return replaced(given, argument.removeprefix(f"{name}="), file)
    before = file.source(at)[:-1].rstrip().removesuffix(",")
    return replaced(at, f"{before}{', ' if at.arguments or at.keywords else ''}{argument})", file)
