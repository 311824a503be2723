"""A place that names CUDA in a Lightning module, on the device of the module instead."""

from __future__ import annotations

from devlint.devices.facts.findings import Remedy
from devlint.devices.facts.repairs.phrases import placed, placing, replaced
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import receiver
from devlint.forms.source_file import SourceFile


def change(at: form.Form, file: SourceFile) -> Remedy | None:
    """What puts the result of ``at`` where Lightning puts the module."""
    if file.function(at) == "__init__":
        moved = receiver(at)
        return replaced(at, file.source(moved), file) if moved is not None and _is_registered(at, moved, file) else None
    if not file.binds("self", at):
        return None
    return placed(at, "self.device", file)


def _is_registered(at: form.Form, moved: form.Expression, file: SourceFile) -> bool:
    """Whether Lightning moves what ``at`` gives: a buffer, or a layer that is built and assigned there."""
    if any(dotted(call.function) == "self.register_buffer" for call in file.calls_with(at)):
        return True
    statement = file.statement(at)
    built = dotted(moved.function) if isinstance(moved, form.Call) else ""
    kept = isinstance(statement, form.Assign) and statement.value is at
    return kept and built.startswith("nn.") and built.rpartition(".")[2] not in ("Parameter", "Buffer")


def advice_on(at: form.Form, file: SourceFile) -> str:
    """Outside of ``__init__`` the module is on ``self.device``; what is built there is moved later on."""
    building = file.function(at) == "__init__"
    function = at.function if isinstance(at, form.Call) else None
    if not building:
        return placing(at, "self.device", "use `self.device`")
    if isinstance(function, form.Attribute) and function.name in ("cuda", "to"):
        return f"remove `{file.text(at).removeprefix(file.text(function.value))}`"
    return 'remove `device="cuda"`'
