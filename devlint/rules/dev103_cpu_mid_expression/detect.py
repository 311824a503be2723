"""Modules that are moved to the CPU in a loop that goes on with them.

for batch in loader:
    train(model, batch)
    torch.save(model.cpu().state_dict(), path)      moves the model itself, and the next batch meets it there
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.patterns.cuda_by_name import last
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import calls_in, loops_in, receiver
from devlint.rules.dev103_cpu_mid_expression.facts import SavedFromHost

_MOVES = frozenset({"to", "cuda"})
_READS = frozenset({"state_dict", "parameters", "named_parameters"})


def detect(file: AnalyzedFile) -> Iterator[SavedFromHost]:
    """Every module of a file that is moved to the CPU in a loop that applies it again."""
    if not any(map(_is_read_on_host, file.calls_named(*_READS))):
        return
    seen: set[int] = set()
    for loop in loops_in(file.tree):
        for call in _left_on_host(loop):
            if id(call) not in seen:
                seen.add(id(call))
                yield SavedFromHost(call, ALWAYS, dotted(receiver(call)))


def _is_read_on_host(call: form.Call) -> bool:
    """``model.cpu().state_dict()``."""
    inner = receiver(call)
    return last(call.function) in _READS and isinstance(inner, form.Call) and last(inner.function) == "cpu"


def _left_on_host(loop: form.For | form.While) -> Iterator[form.Call]:
    """The moves to the CPU in a loop that applies the same module, and never moves it back or takes another one."""
    calls = calls_in(*loop.body)
    back = {dotted(receiver(call)) for call in calls if last(call.function) in _MOVES}
    back |= Bindings(loop).names
    applied = {dotted(call.function) for call in calls}
    for call in calls:
        inner = receiver(call)
        name = dotted(receiver(inner)) if isinstance(inner, form.Call) else ""
        if _is_read_on_host(call) and isinstance(inner, form.Call) and name in applied - back - {""}:
            yield inner
