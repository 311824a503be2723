"""Losses that are read on the CPU in every step of a training loop.

    for x, y in loader:
        loss = criterion(model(x), y)
        loss.backward()                 a training loop, and its loss
        total += loss.item()            waits for the GPU, in every step
        if step % 100 == 0:
            print(loss.item())          in some steps only

One look over the forms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from devlint.detectors import File
from devlint.devices.patterns.expressions import receiver
from devlint.flow.value import ALWAYS
from devlint.forms import form
from devlint.forms.blocks import bodies
from devlint.forms.form import dotted
from devlint.naming.hosts import is_called_loader
from devlint.rules.dev801_hidden_sync_in_loop.facts import SyncInLoop

_READS = frozenset({"item", "cpu"})
_SAME = frozenset({"detach", "clone", "mean", "sum", "float", "data"})
"""What gives a loss again, and needs no wait."""


def detect(file: File) -> Iterator[SyncInLoop]:
    """Every read of a loss in each step of a loop over a loader that calls ``backward``."""
    loaders = {
        dotted(target)
        for part in file.index.of(form.Assign)
        if isinstance(part.value, form.Call) and dotted(part.value.function).endswith("DataLoader")
        for target in part.targets
    }
    seen: set[int] = set()  # of a loop in a loop
    for loop in file.index.of(form.For):
        if _is_over_loader(loop.iterable, loaders):
            for fact in _reads(loop):
                if id(fact.at) not in seen:
                    seen.add(id(fact.at))
                    yield fact


def _is_over_loader(iterable: form.Expression, loaders: set[str]) -> bool:
    """True if a loop goes over a loader, at once or by ``enumerate``, ``tqdm`` and the like."""
    parts = form.walk(iterable, form.Name, form.Attribute, form.Call)
    return any(dotted(part) in loaders or is_called_loader(dotted(part)) for part in parts)


def _reads(loop: form.For) -> Iterator[SyncInLoop]:
    calls = [call for call in _inside(loop.body, form.Call) if isinstance(call, form.Call)]
    backward = next((call for call in calls if _is_named(call, "backward")), None)
    if backward is None:
        return
    losses = _losses(calls, loop)
    changing = _changing(loop)
    excused = {id(part) for block in _at_times(loop.body, changing) for part in form.walk(block)}
    for call in calls:
        base = _base(receiver(call)) if isinstance(call.function, form.Attribute) else None
        if base is not None and _is_read(call) and dotted(base) in losses and id(call) not in excused:
            yield SyncInLoop(call, ALWAYS, base, backward)


def _inside(block: Iterable[form.Form], *kinds: type[form.Form]) -> Iterator[form.Form]:
    return (part for statement in block for part in form.walk(statement, *kinds))


def _is_named(call: form.Call, name: str) -> bool:
    return isinstance(call.function, form.Attribute) and call.function.name == name


def _is_read(call: form.Call) -> bool:
    """``loss.item()``, ``loss.cpu()``."""
    return isinstance(call.function, form.Attribute) and call.function.name in _READS and not call.arguments


def _base(value: form.Expression | None) -> form.Expression | None:
    """``loss`` in ``loss.detach().mean()``; None where something else is done to it on the way."""
    while value is not None and not dotted(value):
        owner = receiver(value)
        name = (
            value.function.name if isinstance(value, form.Call) and isinstance(value.function, form.Attribute) else ""
        )
        value = owner if name in _SAME else None
    if isinstance(value, form.Attribute) and value.name in _SAME:
        return value.value
    return value


def _losses(calls: Iterable[form.Call], loop: form.For) -> set[str]:
    """What ``backward`` is called on or given, and the terms of a sum that it is."""
    found: set[str] = set()
    for call in calls:
        if _is_named(call, "backward"):
            for one in (receiver(call), *call.arguments):
                found.update(dotted(part) for part in _terms(one))
    for part in _inside(loop.body, form.Assign):
        if isinstance(part, form.Assign) and any(dotted(target) in found for target in part.targets):
            found.update(dotted(one) for one in _terms(part.value))
    return found - {"", "self"}


def _terms(value: form.Expression | None) -> Iterator[form.Expression]:
    """``a`` and ``b`` of ``a + 0.5 * b``; ``loss`` of ``scaler.scale(loss)``."""
    if isinstance(value, form.Binary):
        yield from _terms(value.left)
        yield from _terms(value.right)
    elif isinstance(value, form.Call) and _is_named(value, "scale"):
        for one in value.arguments:
            yield from _terms(one)
    elif isinstance(value, (form.Name, form.Attribute)):
        yield value


def _changing(loop: form.For) -> set[str]:
    """The names and attributes that are not the same in each step."""
    found = {dotted(part) for part in form.walk(loop.target, form.Name)}
    for part in _inside(loop.body, form.Assign, form.Augment):
        targets = (
            part.targets if isinstance(part, form.Assign) else (part.target,) if isinstance(part, form.Augment) else ()
        )
        found.update(dotted(one) for target in targets for one in form.walk(target, form.Name, form.Attribute))
    return found - {"", "self"}


def _at_times(block: tuple[form.Statement, ...], changing: set[str]) -> Iterator[form.Form]:
    """The parts of a block that run in some steps only."""
    for number, statement in enumerate(block):
        if isinstance(statement, form.If) and _differs(statement.test, changing):
            yield from statement.then
            yield from statement.otherwise
            if any(isinstance(one, (form.Continue, form.Break)) for one in statement.then):
                yield from block[number + 1 :]
        elif isinstance(statement, (form.If, form.For, form.While, form.With, form.Try)):
            for inner in bodies(statement):
                yield from _at_times(inner, changing)
        elif isinstance(statement, (form.Function, form.Class)):
            yield statement
        for choice in form.walk(statement, form.Conditional, form.Lambda):
            if isinstance(choice, form.Lambda):
                yield choice
            elif isinstance(choice, form.Conditional) and _differs(choice.test, changing):
                yield choice.then
                yield choice.otherwise


def _differs(test: form.Expression, changing: set[str]) -> bool:
    """True if a condition may hold in one step and not in another: ``step % 100 == 0``, ``step > 100``."""
    if any(isinstance(part, form.Binary) and part.operator == "%" for part in form.walk(test, form.Binary)):
        return True
    return any(dotted(part) in changing for part in form.walk(test, form.Name, form.Attribute))
