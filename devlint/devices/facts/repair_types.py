"""Whether the types fit that a repair relies on: what it calls a method of, or reads an attribute of, has that member.

act(state).cpu()         not where ``act`` may return an int
x.device                 not where ``x`` may be a number; nothing is known of what was not evaluated
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from devlint.devices.facts.module_devices import WEIGHTED, built, own_device, shows_parameters
from devlint.devices.facts.operations import Remedy
from devlint.diagnostic import RemedyKind
from devlint.forms import form
from devlint.forms.code import Code
from devlint.forms.form import dotted

HOST = '"cpu"'
"""The device of what is moved to the CPU, as code."""
_MOVES = frozenset("to cpu cuda".split())
_MEMBERS = _MOVES | frozenset("device parameters type index".split())
"""The members that repairs write. What has one of those that move has the others."""


def fits(remedy: Remedy, code: Code) -> bool | None:
    """True if all that ``remedy`` asks for a member has it, False if some may lack it, None where a type is unknown."""
    answers: set[bool | None] = {True}
    for one in (remedy, *remedy.also):
        answers |= _answers(one, code)
    return _joined(answers)


def fits_at(expression: str, place: form.Form, code: Code) -> bool | None:
    """What ``fits`` says, of the members that ``expression`` reads where it stands at ``place``."""
    return _joined({True, *_of_text(expression, place, code, "")})


def has(at: form.Form, name: str, code: Code) -> bool | None:
    """True if all that ``at`` may be has a member ``name``, False if some lacks it, None where that is unknown."""
    return _joined(code.types.has(at, name) or {None})


def _joined(answers: set[bool | None] | frozenset[bool | None]) -> bool | None:
    if False in answers:
        return False
    return None if None in answers else True


def _answers(remedy: Remedy, code: Code) -> set[bool | None]:
    if remedy.kind is RemedyKind.REMOVAL:
        return set()
    if remedy.kind is RemedyKind.MOVE:
        moved = has(remedy.at, "cpu" if remedy.code == HOST else "to", code)
        return {moved, *_of_text(remedy.code, remedy.at, code, "")}
    before = code.source(remedy.at) if remedy.kind is RemedyKind.REPLACEMENT else ""
    return set(_of_text(remedy.code, remedy.at, code, before))


def _of_text(text: str, place: form.Form, code: Code, before: str) -> Iterator[bool | None]:
    """Whether each receiver has the member that ``text`` asks for, unless the old code ``before`` asks the same."""
    old = set(_asked(before))
    moved = {receiver for receiver, name in old if name in _MOVES}
    for receiver, name in _asked(text):
        if (receiver, name) not in old and not (name in _MOVES and receiver in moved):
            yield _is_shown(receiver, name, place, code) or _joined(_seen(receiver, name, place, code) or {None})


def _seen(receiver: str, name: str, place: form.Form, code: Code) -> frozenset[bool | None]:
    """What the values of ``receiver`` at ``place`` say: where one place shows that it is a tensor, it is one.

    What the statement of ``place`` reads says more than others, which may be reached where it is not.
    """
    places, statement = list(_places(receiver, place, code)), code.statement(place)
    here = [one for one in places if code.statement(one) is statement and code.types.has(one, name)]
    tensors = [one for one in places if code.types.is_tensor(one)]
    places = [one for one in here if one in tensors] or here or places
    found = frozenset[bool | None]().union(*(code.types.has(one, name) for one in places))
    return found - {None} or code.types.has(tensors[0], name) if tensors else found


def _is_shown(receiver: str, name: str, place: form.Form, code: Code) -> bool:
    """True if the file itself shows that ``receiver`` has the member ``name``: its class gives it to ``self``."""
    if receiver == "self":
        return True
    if name == "parameters":
        return shows_parameters(receiver, code)
    owner, _, last = receiver.rpartition(".")
    if last == "weight" and any(built(owner, one) in WEIGHTED for one in code.assignments_to(owner)):
        return True
    classes = [one for one in code.definitions(place) if isinstance(one, form.Class)]
    return bool(classes) and f"{receiver}.{name}" == own_device(classes[-1], code)


def _asked(text: str) -> list[tuple[str, str]]:
    """The receivers and members of ``text``: ("x", "device"). What makes a device, or a parameter, has what it has."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return []
    found = []
    for part in ast.walk(tree):
        if isinstance(part, ast.Attribute) and part.attr in _MEMBERS and isinstance(part.ctx, ast.Load):
            receiver = ast.unparse(part.value)
            made = isinstance(part.value, ast.Call) and ast.unparse(part.value.func) in ("next", "torch.device")
            if not made and not (receiver.endswith(".device") and part.attr in ("type", "index")):
                found.append((receiver, part.attr))
    return found


def _places(receiver: str, place: form.Form, code: Code) -> Iterator[form.Form]:
    """Where ``receiver`` is read as it is at ``place``: in its function, or in its class for attributes of ``self``.

    Between these and ``place`` nothing is assigned to it.
    """
    statement, around = code.statement(place), code.definitions(place)
    for one in code.reads(receiver):
        if code.definitions(one) == around:
            if not _is_changed(receiver, code.statement(one), statement, code):
                yield one
        elif receiver.startswith("self.") and code.definitions(one)[:-1] == around[:-1]:
            yield one
    if not _is_dotted(receiver):
        yield from (one for one in form.walk(place) if code.source(one) == receiver)


def _is_changed(receiver: str, one: form.Form, other: form.Form, code: Code) -> bool:
    """True if ``receiver`` is assigned between two statements: by the first, too, but not by the last."""
    if one is other:
        return False
    name = receiver.partition("[")[0]
    first, last = sorted((one, other), key=lambda at: code.span(at))
    sets = isinstance(first, form.Assign) and name in map(dotted, first.targets)
    end, begin = code.span(first), code.span(last)
    between = (end.end_line, end.end_column), (begin.line, begin.column)
    return sets or between[0] < between[1] and code.scopes.stored_between(name, *between)


def _is_dotted(text: str) -> bool:
    """True for ``x`` and ``self.scale``."""
    return all(part.isidentifier() for part in text.split("."))
