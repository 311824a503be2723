"""Modules that are moved at the wrong time, as the code spells it.

model = DistributedDataParallel(Net())
model.to(device)                                    too late: its weights were shared when it was wrapped, on the CPU

for batch in loader:
    train(model, batch)
    torch.save(model.cpu().state_dict(), path)      moves the model itself, and the next batch meets it there
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.modules import WrappedTooSoon
from devlint.devices.facts.operations import SavedFromHost
from devlint.devices.patterns.blocks import line, of_file
from devlint.devices.patterns.cuda_by_name import last
from devlint.devices.patterns.expressions import bound
from devlint.flow import form
from devlint.flow.form import dotted
from devlint.flow.index import Index
from devlint.flow.value import ALWAYS

_WRAPPERS = frozenset({"DistributedDataParallel", "DDP", "MMDistributedDataParallel"})
_MOVES = frozenset({"to", "cuda"})
_READS = frozenset({"state_dict", "parameters", "named_parameters"})


def scan(tree: form.Module, every: Index) -> Iterator[SavedFromHost | WrappedTooSoon]:
    """Every module of a file that is moved after it was wrapped, or to the CPU in a loop that goes on with it."""
    if any(last(call.function) in _WRAPPERS for call in every.of(form.Call)):
        for block in of_file(tree, every):
            yield from _wrapped(block)
    if any(_is_read_on_host(call) for call in every.of(form.Call)):
        loops: list[form.For | form.While] = [*every.of(form.For), *every.of(form.While)]
        seen: set[int] = set()
        for loop in loops:
            for call in _left_on_host(loop):
                if id(call) not in seen:
                    seen.add(id(call))
                    yield SavedFromHost(call, ALWAYS, dotted(_moved(call)))


def _wrapped(block: form.Form) -> Iterator[WrappedTooSoon]:
    calls, sets = list(form.walk(block, form.Call)), list(form.walk(block, form.Assign))
    moves = [call for call in calls if last(call.function) in _MOVES and _says_where(call)]
    for wrapper in (call for call in calls if last(call.function) in _WRAPPERS and call.arguments):
        model = wrapper.arguments[0]
        names = {dotted(t) for part in sets if part.value is wrapper for t in part.targets} - {""}
        late = next((call for call in moves if _is_moved(call, wrapper, names)), None)
        if late is None or _may_be_placed(model, moves, sets, wrapper):
            continue
        yield WrappedTooSoon(wrapper, ALWAYS, late)


def _is_moved(move: form.Call, wrapper: form.Call, names: set[str]) -> bool:
    """Whether ``move`` moves what ``wrapper`` gave: at once, or under one of its names further down."""
    moved = _moved(move)
    return moved is wrapper or dotted(moved) in names and line(move) > line(wrapper)


def _may_be_placed(model: form.Expression, moves: list[form.Call], sets: list[form.Assign], wrapper: form.Call) -> bool:
    """Whether a model may be where it belongs when it is wrapped: it was moved, or comes from somewhere else."""
    name = dotted(model)
    if not name:
        return not _is_built(model)
    if any(dotted(_moved(move)) == name and line(move) < line(wrapper) for move in moves):
        return True
    before = [part for part in sets if name in map(dotted, part.targets) and part.value is not wrapper]
    return not before or not all(_is_built(part.value) for part in before)


def _is_built(value: form.Expression) -> bool:
    """``Net(3, 4)``, with nothing in it that says where."""
    if not isinstance(value, form.Call) or not last(value.function)[:1].isupper():
        return False
    words = (str(getattr(part, "id", None) or getattr(part, "name", "")) for part in form.walk(value))
    named = all(key is not None for key, _ in value.keywords)
    return named and not any("device" in word or "cuda" in word or "arg" in word for word in words)


def _says_where(move: form.Call) -> bool:
    """Whether a move has to do with a device, and not with a type alone."""
    said = [dotted(one) for one in move.arguments]
    return last(move.function) == "cuda" or not all(one.startswith("torch.") and "device" not in one for one in said)


def _is_read_on_host(call: form.Call) -> bool:
    """``model.cpu().state_dict()``."""
    inner = _moved(call)
    return last(call.function) in _READS and isinstance(inner, form.Call) and last(inner.function) == "cpu"


def _left_on_host(loop: form.For | form.While) -> Iterator[form.Call]:
    """The moves to the CPU in a loop that applies the same module, and never moves it back or takes another one."""
    calls = [call for statement in loop.body for call in form.walk(statement, form.Call)]
    back = {dotted(_moved(call)) for call in calls if last(call.function) in _MOVES}
    back |= {name for statement in loop.body for part in form.walk(statement, form.Assign) for name in bound(part)}
    applied = {dotted(call.function) for call in calls}
    for call in calls:
        inner = _moved(call)
        name = dotted(_moved(inner)) if isinstance(inner, form.Call) else ""
        if _is_read_on_host(call) and isinstance(inner, form.Call) and name in applied - back - {""}:
            yield inner


def _moved(call: form.Form) -> form.Expression | None:
    """What a method is called of."""
    function = call.function if isinstance(call, form.Call) else None
    return function.value if isinstance(function, form.Attribute) else None
