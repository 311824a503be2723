"""Dicts of tensors that are moved as if they were tensors: dicts have no such method.

state = model.state_dict()
state.to(device)                                 raises

saved = torch.load(path)
saved = saved.to(device)                         so does this, as the next line shows
model.load_state_dict(saved["model"])
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import receiver
from devlint.rules.dev115_moved_dict.facts import MovedDict

_MOVES = frozenset({"to", "cuda", "cpu"})
_OF_DICTS = frozenset({"items", "keys", "values", "update", "pop", "get", "setdefault"})


def detect(file: AnalyzedFile) -> Iterator[MovedDict]:
    """The calls of a file that move what is a dict, whichever path leads to them."""
    named = {one.name for one in file.bindings.every if _gives_dict(one.value) or _is_load(one.value)}
    for call in file.calls_named(*_MOVES):
        moved = receiver(call)
        if moved is None:
            continue
        if not isinstance(moved, form.Call) and dotted(moved) not in named:
            continue
        made = [moved] if isinstance(moved, form.Call) else _values(file, moved)
        if made and all(one is not None and _is_dict(file, one, call) for one in made) and not _is_asked(file, moved):
            yield MovedDict(call, ALWAYS, moved, next(one for one in made if one is not None))


def _values(file: AnalyzedFile, at: form.Expression) -> list[form.Expression | None]:
    """What a name may have been given where it stands; nothing for what is no name."""
    return file.values(at) if isinstance(at, form.Name) else []


def _is_dict(file: AnalyzedFile, value: form.Expression, move: form.Call) -> bool:
    """Whether ``value``, or what ``move`` makes of it, is a state dict, or a file that is used as a dict."""
    return _gives_dict(value) or _is_load(value) and _is_used_as_dict(file, value, move)


def _gives_dict(value: form.Expression | None) -> bool:
    """``model.state_dict()``."""
    if not isinstance(value, form.Call) or not isinstance(value.function, form.Attribute):
        return False
    return value.function.name == "state_dict" and not value.arguments


def _is_load(value: form.Expression | None) -> bool:
    """``torch.load(path)``."""
    return isinstance(value, form.Call) and dotted(value.function) == "torch.load"


def _is_used_as_dict(file: AnalyzedFile, loaded: form.Expression, move: form.Call) -> bool:
    """``saved["model"]``, ``saved.items()`` or ``net.load_state_dict(saved)`` of what is ``loaded``, or moved."""
    used = [part.value for part in file.of(form.Subscript) if _is_text(part.index)]
    used += [part.value for part in file.of(form.Attribute) if part.name in _OF_DICTS]
    for call in file.calls_named("load_state_dict"):
        used += call.arguments[:1]
    return any(value is loaded or value is move for one in used for value in _values(file, one))


def _is_text(index: form.Expression) -> bool:
    return isinstance(index, form.Constant) and isinstance(index.value, str)


def _is_asked(file: AnalyzedFile, moved: form.Expression) -> bool:
    """Whether the file asks what ``moved`` is: ``isinstance(state, dict)``, ``hasattr(state, "to")``."""
    asked = (*file.calls_of("isinstance"), *file.calls_of("hasattr"))
    return any(dotted(one.arguments[0]) == dotted(moved) != "" for one in asked if one.arguments)
