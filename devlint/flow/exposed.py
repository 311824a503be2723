"""Names that a loop carries from one pass to the next: its body reads them before it sets them.

for x in xs:
    y = f(x)              `y` is set first: what the last pass left in it does not matter
    total = total + y     `total` is read first
    ys.append(y)          nothing here asks what is in `ys`
"""

from __future__ import annotations

from collections.abc import Iterable

from devlint.flow.containers import NOW
from devlint.flow.values.state import State, changes
from devlint.flow.values.value import Identity, Unknown, Value
from devlint.forms import form


def exposed(at: form.For | form.While) -> frozenset[str]:
    """The names that a pass of the loop ``at`` may find as the pass before left them."""
    found: set[str] = set()
    known: set[str] = set()
    if isinstance(at, form.For):
        _set(at.target, found, known)
    else:
        _read(at.test, found, known)
    _block(at.body, found, known)
    return frozenset(found)


def carries(names: frozenset[str], before: State, after: State) -> bool:
    """Whether a pass that began in ``before`` and ended in ``after`` leaves something new to the next one."""
    for name in names:
        one, other = before.frame.get(name), after.frame.get(name)
        if one is not other and (one is None or other is None or not _alike(one, other)):
            return True
    fields = before.fields
    if len(after.fields) < len(fields):
        return True
    there: set[object] = set()
    for field in changes(fields, after.fields):
        held, value = fields.get(field), after.fields[field]
        if held is None:
            there = there or {owner for owner, _ in fields}
            if field[0] in there and not _is_unknown_element(field[1], value):
                return True
        elif not _alike(held, value) and not (field[1] == NOW and _is_out_of_sight(field[0], names, before)):
            return True
    return False


def _is_unknown_element(key: str, value: Value) -> bool:
    return key.startswith(".<") and isinstance(value, Unknown) and value.hint is None


def _is_out_of_sight(container: Identity, names: frozenset[str], state: State) -> bool:
    """Whether a container is known by such names only that are not among ``names``."""
    known_as = {name for name, value in state.frame.items() if getattr(value, "id", None) == container}
    if not known_as or known_as & names:
        return False
    return not any(getattr(v, "id", None) == container for (o, _), v in state.fields.items() if o != container)


def _alike(one: Value, other: Value) -> bool:
    """Whether the evaluator treats both values in the same way."""
    if isinstance(one, Unknown) and isinstance(other, Unknown):
        return one.hint == other.hint
    return one == other


def _block(body: Iterable[form.Statement], found: set[str], known: set[str]) -> None:
    """Add to ``found`` what ``body`` reads, but for the names ``known``; to these add what it sets for certain."""
    for statement in body:
        if isinstance(statement, form.Assign):
            _read(statement.value, found, known)
            for target in statement.targets:
                _set(target, found, known)
        elif isinstance(statement, form.Annotate):
            if statement.value is not None:
                _read(statement.value, found, known)
                _set(statement.target, found, known)
        elif isinstance(statement, form.If):
            _read(statement.test, found, known)
            arms = [set(known), set(known)]
            _block(statement.then, found, arms[0])
            _block(statement.otherwise, found, arms[1])
            known |= arms[0] & arms[1]
        elif isinstance(statement, form.For):
            _read(statement.iterable, found, known)
            inside = set(known)
            _set(statement.target, found, inside)
            _block(statement.body, found, inside)
            _block(statement.otherwise, found, set(known))
        elif isinstance(statement, form.With):
            for context, entered in statement.items:
                _read(context, found, known)
                if entered is not None:
                    _set(entered, found, known)
            _block(statement.body, found, known)
        elif (appended := _appended(statement)) is not None:
            _read(appended, found, known)
        else:
            _read(statement, found, known)


def _appended(statement: form.Statement) -> form.Expression | None:
    """``y`` in ``ys.append(y)``."""
    call = statement.value if isinstance(statement, form.Evaluate) else None
    if not isinstance(call, form.Call) or len(call.arguments) != 1 or call.keywords:
        return None
    function = call.function
    held = isinstance(function, form.Attribute) and function.name == "append" and isinstance(function.value, form.Name)
    return call.arguments[0] if held else None


def _set(target: form.Expression, found: set[str], known: set[str]) -> None:
    if isinstance(target, form.Name):
        known.add(target.id)
    elif isinstance(target, form.Display):
        for item in target.elements:
            _set(item.value if isinstance(item, form.Star) else item, found, known)
    else:
        _read(target, found, known)


def _read(part: form.Form, found: set[str], known: set[str]) -> None:
    found.update(name.id for name in form.walk(part, form.Name) if name.id not in known)
