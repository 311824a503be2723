"""Recognises autocasts, and queries about them, that are for CUDA alone.

with torch.autocast("cuda"): ...               for CUDA
with autocast(): ...                           as well, after `from torch.cuda.amp import autocast`
torch.get_autocast_dtype("cuda")               a question
torch.autocast("cuda", enabled=x.is_cuda)      on only where there is CUDA: none
"""

from __future__ import annotations

from devlint.devices.patterns.cuda_by_name import chooses, guarded, last, names_cuda
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import calls_named, identifiers_in
from devlint.forms.source_file import SourceFile
from devlint.naming.flags import speaks_of_mixed_precision

_QUESTIONS = frozenset({"is_autocast_enabled", "get_autocast_dtype"})
"""Functions of ``torch`` that speak of the autocast for the type of device they are given."""

_CUDAS = "torch.cuda.amp.autocast"
Names = frozenset[str]
"""What a file calls the autocast of CUDA."""

NO_NAMES: Names = frozenset()


def autocasts(file: SourceFile) -> Names:
    """What a file calls the autocast of CUDA: "autocast" after ``from torch.cuda.amp import autocast``."""
    names = file.imported_names
    found = names.every_name_of(_CUDAS)
    return frozenset([*found, *(f"{local}.autocast" for local in names.every_name_of(_CUDAS.rpartition(".")[0]))])


def is_precision(test: form.Expression) -> bool:
    """Whether the user switches something like mixed precision: he knows for which devices there is one."""
    return any(map(speaks_of_mixed_precision, identifiers_in(test)))


def asks_autocast(part: form.Form) -> bool:
    """Whether a call asks about the autocast for CUDA: ``torch.get_autocast_dtype("cuda")``."""
    if not isinstance(part, form.Call):
        return False
    name, given = last(part.function), _kind(part)
    return name == "get_autocast_gpu_dtype" or name in _QUESTIONS and given is not None and names_cuda(given)


def tells_apart(function: form.Function) -> bool:
    """Whether a function has an autocast for the CPU, or asks about it, beside that for CUDA."""
    return form.once(_tells_apart, function)


def _tells_apart(function: form.Function | form.Lambda) -> bool:
    kinds = map(_kind, calls_named({"autocast", *_QUESTIONS}, function))
    return any(isinstance(kind, form.Constant) and kind.value == "cpu" for kind in kinds)


def is_guarded(call: form.Call, function: form.Function, cudas: Names) -> bool:
    """Whether an autocast is on by a variable only where there is CUDA: ``on = x.is_cuda and self.fast``."""
    enabled = _enabled(call, cudas)
    if not isinstance(enabled, form.Name):
        return False
    stored = form.once(Bindings, function).values_of(enabled.id)
    return bool(stored) and all(value is not None and guarded(value) for value in stored)


def is_autocast(call: form.Form, cudas: Names) -> bool:
    """Whether a call is an autocast for CUDA alone, or for CUDA wherever there is CUDA."""
    if not isinstance(call, form.Call) or last(call.function) != "autocast" and dotted(call.function) not in cudas:
        return False
    enabled = _enabled(call, cudas)
    if enabled is not None and guarded(enabled):
        return False
    if _is_cudas(call, cudas):
        return True
    kind = _kind(call)
    return kind is not None and (names_cuda(kind) or chooses(kind))


def is_off(call: form.Call, cudas: Names) -> bool:
    """Whether an autocast is switched off: what it holds is to be computed as it is."""
    enabled = _enabled(call, cudas)
    return isinstance(enabled, form.Constant) and enabled.value is False


def is_switched(call: form.Call, cudas: Names) -> bool:
    """Whether an autocast is on where the user has switched mixed precision on: `autocast(enabled=self.fp16)`."""
    enabled = _enabled(call, cudas)
    return enabled is not None and is_precision(enabled)


def _kind(call: form.Call) -> form.Expression | None:
    """The type of device that an autocast, or a question about one, is given."""
    return call.arguments[0] if call.arguments else dict(call.keywords).get("device_type")


def _enabled(call: form.Call, cudas: Names) -> form.Expression | None:
    """The switch of an autocast: `enabled=`, which comes first where the call is named after CUDA."""
    by_name = call.arguments[0] if call.arguments and _is_cudas(call, cudas) else None
    return dict(call.keywords).get("enabled", by_name)


def _is_cudas(call: form.Call, cudas: Names) -> bool:
    name = dotted(call.function)
    return name in cudas or name.endswith("cuda.amp.autocast")
