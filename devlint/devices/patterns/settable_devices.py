"""Devices that a module keeps under a public name and that its constructor sets to the CPU: others may set them.

    class Net(nn.Module):
        def __init__(self):
            self.device = "cpu"                     until the trainer has it otherwise: net.device = device
        def forward(self, x):
            return x + torch.zeros(3).to(self.device)
"""

from __future__ import annotations

from devlint.devices.lattice.device import CPU, parse
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.source_file import SourceFile


def asks_settable_device(made: form.Form, file: SourceFile) -> bool:
    """Whether ``made``, or the move right after it, goes to a device that code outside of its class may set."""
    name = _asked(made) or _asked(_moved(made, file))
    owner = file.class_around(made)
    if not name or owner is None:
        return False
    bound = [one for one in file.bound_in(owner) if one.name == name]
    return bool(bound) and all(file.function(one.at) == "__init__" and _is_cpu(one.value) for one in bound)


def _asked(at: form.Form | None) -> str:
    """The public attribute of ``self`` that a call takes its device from, "self.device"; "" for none."""
    if not isinstance(at, form.Call):
        return ""
    method = at.function.name if isinstance(at.function, form.Attribute) else ""
    given = [value for key, value in at.keywords if key == "device"] or (at.arguments[:1] if method == "to" else ())
    names = [dotted(one) for one in given]
    return next((one for one in names if one.startswith("self.") and not one.startswith("self._")), "")


def _moved(at: form.Form, file: SourceFile) -> form.Form | None:
    """The call of a method right on ``at``."""
    method = file.parent(at)
    call = file.parent(method) if isinstance(method, form.Attribute) and method.value is at else None
    return call if isinstance(call, form.Call) and call.function is method else None


def _is_cpu(at: form.Expression | None) -> bool:
    """Whether ``at`` is the CPU by its name: ``"cpu"``, ``torch.device("cpu")``."""
    if isinstance(at, form.Call) and dotted(at.function).endswith("device") and len(at.arguments) == 1:
        at = at.arguments[0]
    return isinstance(at, form.Constant) and isinstance(at.value, str) and parse(at.value) == CPU
