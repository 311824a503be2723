"""Models that are moved after they were wrapped for several processes.

model = DistributedDataParallel(Net())
model.to(device)                         too late: its weights were shared when it was wrapped, on the CPU
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.patterns.cuda_by_name import last
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.blocks import line, of_file
from devlint.forms.form import dotted
from devlint.forms.parts import calls_in, identifiers_in, receiver
from devlint.forms.reaching_definitions import NOWHERE, Place
from devlint.rules.dev310_module_not_moved.facts import WrappedTooSoon

_WRAPPERS = frozenset({"DistributedDataParallel", "DDP", "MMDistributedDataParallel"})
_MOVES = frozenset({"to", "cuda"})


def moved_after_wrapping(file: AnalyzedFile) -> Iterator[WrappedTooSoon]:
    """Every model of a file that is wrapped for several processes and moved afterwards."""
    if file.calls_named(*_WRAPPERS):
        for block in of_file(file):
            yield from _wrapped(block, file.bindings)


def _wrapped(block: form.Form, bindings: Bindings) -> Iterator[WrappedTooSoon]:
    calls = calls_in(block)
    moves = [call for call in calls if last(call.function) in _MOVES and _says_where(call)]
    for wrapper in (call for call in calls if last(call.function) in _WRAPPERS and call.arguments):
        model = wrapper.arguments[0]
        places = {bindings.of(one.target) for one in bindings.holding(wrapper) if one.value is wrapper}
        late = next((call for call in moves if _is_of(call, wrapper, places, bindings)), None)
        if late is None or _may_be_placed(model, moves, wrapper, bindings):
            continue
        yield WrappedTooSoon(wrapper, ALWAYS, late)


def _is_of(move: form.Call, wrapper: form.Call, places: set[Place], bindings: Bindings) -> bool:
    """Whether ``move`` moves what ``wrapper`` gave: at once, or under one of its names further down."""
    moved = receiver(move)
    return moved is wrapper or bindings.of(moved) in places and line(move) > line(wrapper)


def _may_be_placed(model: form.Expression, moves: list[form.Call], wrapper: form.Call, bindings: Bindings) -> bool:
    """Whether a model may be where it belongs when it is wrapped: it was moved, or comes from somewhere else."""
    place = bindings.of(model)
    if place == NOWHERE:
        return not _is_built(model)
    if any(bindings.of(receiver(move)) == place and line(move) < line(wrapper) for move in moves):
        return True
    same = (one for one in bindings.to(place.name) if bindings.of(one.target) == place)
    before = [one.value for one in same if one.value is not wrapper]
    return not before or not all(map(_is_built, before))


def _is_built(value: form.Expression | None) -> bool:
    """``Net(3, 4)``, with nothing in it that says where."""
    if not isinstance(value, form.Call) or not last(value.function)[:1].isupper():
        return False
    named = all(key is not None for key, _ in value.keywords)
    return named and not any("device" in word or "cuda" in word or "arg" in word for word in identifiers_in(value))


def _says_where(move: form.Call) -> bool:
    """Whether a move has to do with a device, and not with a type alone."""
    said = [dotted(one) for one in move.arguments]
    return last(move.function) == "cuda" or not all(one.startswith("torch.") and "device" not in one for one in said)
