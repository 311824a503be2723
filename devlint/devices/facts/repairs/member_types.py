"""Whether the types fit that a repair relies on: what it calls a method of, or reads an attribute of, has that member.

act(state).cpu()         not where ``act`` may return an int
x.device                 not where ``x`` may be a number; nothing is known of what was not evaluated
"""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from operator import attrgetter

from devlint.base.diagnostic import RemedyKind
from devlint.base.record import dataclass
from devlint.devices.facts.findings import Remedy
from devlint.devices.facts.repairs.argument_types import is_converted, may_be_converted
from devlint.devices.facts.repairs.module_devices import own_device, shows_parameters, weight
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.source_file import SourceFile

HOST = '"cpu"'
"""The device of what is moved to the CPU, as code."""
MOST = 30
"""So many reads of a name, before a place and after it, tell what it is there."""
_MOVES = frozenset("to cpu cuda".split())
_MEMBERS = _MOVES | frozenset("device parameters type index".split())
"""The members that repairs write. What has one of those that move has the others."""


def fits(remedy: Remedy, file: SourceFile) -> bool | None:
    """True if all that ``remedy`` asks for a member has it, False if some may lack it, None where a type is unknown."""
    answers: set[bool | None] = {True}
    for one in (remedy, *remedy.also):
        answers |= _answers(one, file)
    return _joined(answers)


def fits_at(expression: str, place: form.Form, file: SourceFile) -> bool | None:
    """What ``fits`` says, of the members that ``expression`` reads where it stands at ``place``."""
    return _joined({True, *_of_text(expression, place, file, "")})


def has(at: form.Form, name: str, file: SourceFile) -> bool | None:
    """True if all that ``at`` may be has a member ``name``, False if some lacks it, None where that is unknown."""
    if is_converted(at, file):
        return False
    return _joined(file.types.has(at, name) or {None})


def _joined(answers: set[bool | None] | frozenset[bool | None]) -> bool | None:
    if False in answers:
        return False
    return None if None in answers else True


def _answers(remedy: Remedy, file: SourceFile) -> set[bool | None]:
    if remedy.kind is RemedyKind.REMOVAL:
        return set()
    if remedy.kind is RemedyKind.MOVE:
        moved = has(remedy.at, "cpu" if remedy.code == HOST else "to", file)
        return {moved, *_of_text(remedy.code, remedy.at, file, "")}
    before = file.source(remedy.at) if remedy.kind is RemedyKind.REPLACEMENT else ""
    return set(_of_text(remedy.code, remedy.at, file, before))


def _of_text(text: str, place: form.Form, file: SourceFile, before: str) -> Iterator[bool | None]:
    """Whether each receiver has the member that ``text`` asks for, unless the old code ``before`` asks the same."""
    old = set(_asked(before))
    moved = {receiver for receiver, name in old if name in _MOVES}
    for receiver, name in _asked(text):
        if (receiver, name) not in old and not (name in _MOVES and receiver in moved):
            yield _is_shown(receiver, name, place, file) or _joined(_seen(receiver, name, place, file) or {None})


def _seen(receiver: str, name: str, place: form.Form, file: SourceFile) -> frozenset[bool | None]:
    """What the values of ``receiver`` at ``place`` say: where one place shows that it is a tensor, it is one.

    What the statement of ``place`` reads says more than others, which may be reached where it is not.
    """
    reads, statement = list(_places(receiver, place, file)), file.statement(place)
    places = [read.at for read in reads]
    if may_be_converted(receiver, file) and any(is_converted(one, file) for one in places):
        return frozenset({False})
    here = [read.at for read in reads if read.statement is statement and file.types.has(read.at, name)]
    tensors = [one for one in places if file.types.is_tensor(one)]
    places = [one for one in here if file.types.is_tensor(one)] or here or places
    found = frozenset[bool | None]().union(*(file.types.has(one, name) for one in places))
    return found - {None} or file.types.has(tensors[0], name) if tensors else found


def _is_shown(receiver: str, name: str, place: form.Form, file: SourceFile) -> bool:
    """True if the file itself shows that ``receiver`` has the member ``name``: its class gives it to ``self``."""
    if receiver == "self":
        return True
    if name == "parameters":
        return shows_parameters(receiver, place, file)
    if receiver.endswith(".weight"):
        module = receiver.removesuffix(".weight").partition("[")[0]
        if receiver in map(weight, file.bindings.to(module)):
            return True
    classes = [one for one in file.definitions(place) if isinstance(one, form.Class)]
    return bool(classes) and f"{receiver}.{name}" == own_device(classes[-1], file)


@lru_cache(maxsize=256)
def _asked(text: str) -> tuple[tuple[str, str], ...]:
    """The receivers and members of ``text``: ("x", "device").

    What makes a device, or a parameter, has what it has, and so has what a comprehension goes over.
    """
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return ()
    each = {ast.unparse(part.target) for part in ast.walk(tree) if isinstance(part, ast.comprehension)}
    found = []
    for part in ast.walk(tree):
        if isinstance(part, ast.Attribute) and part.attr in _MEMBERS and isinstance(part.ctx, ast.Load):
            receiver = ast.unparse(part.value)
            made = isinstance(part.value, ast.Call) and ast.unparse(part.value.func) in ("next", "torch.device")
            of_device = receiver.endswith(".device") and part.attr in ("type", "index")
            if not made and not of_device and receiver not in each:
                found.append((receiver, part.attr))
    return tuple(found)


_Position = tuple[int, int]
"""A line and a column."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A place where a name is read, and the statement it stands in, each with where it begins and ends."""

    at: form.Form
    begin: _Position
    statement: form.Form
    statement_begin: _Position
    statement_end: _Position


def _read(at: form.Form, file: SourceFile) -> _Read:
    span, statement = file.span(at), file.statement(at)
    whole = file.span(statement)
    ends = (whole.line, whole.column), (whole.end_line, whole.end_column)
    return _Read(at, (span.line, span.column), statement, *ends)


class _Reads:
    """The places of a file where a name is read, by the functions and classes they stand in, in the text's order."""

    def __init__(self, file: SourceFile) -> None:
        self._code = file
        self._known: dict[str, dict[tuple[int, ...], list[_Read]]] = {}

    def near(self, name: str, place: form.Form, around: tuple[form.Form, ...]) -> list[_Read]:
        """The ``MOST`` reads of ``name`` before ``place``, and after it, in the body of the last ``around``."""
        if name not in self._known:
            found = self._known[name] = {}
            for one in self._code.reads(name):
                key = tuple(map(id, self._code.definitions(one)))
                found.setdefault(key, []).append(_read(one, self._code))
            for reads in found.values():
                reads.sort(key=attrgetter("begin"))
        reads = self._known[name].get(tuple(map(id, around)), [])
        span = self._code.span(place)
        middle = bisect_left(reads, (span.line, span.column), key=attrgetter("begin"))
        return reads[max(0, middle - MOST) : middle + MOST]


def _reads(of: None, file: SourceFile) -> _Reads:
    return _Reads(file)


def _places(receiver: str, place: form.Form, file: SourceFile) -> Iterator[_Read]:
    """Where ``receiver`` is read as it is at ``place``: in its function, or in its class for attributes of ``self``.

    Between these and ``place`` nothing is assigned to it. Of many only those nearest to ``place``; none where that is
    in another file.
    """
    if not file.owns(place):
        return
    statement, around = file.statement(place), file.definitions(place)
    reads: _Reads = file.once(_reads, None)
    unchanged = _Unchanged(receiver.partition("[")[0], statement, file)
    yield from filter(unchanged.holds_at, reads.near(receiver, place, around))
    if receiver.startswith("self.") and len(around) > 1:
        others = [one for one in getattr(around[-2], "body", ()) if isinstance(one, form.Function)]
        for method in others[:MOST]:
            if method is not around[-1]:
                yield from reads.near(receiver, place, (*around[:-1], method))
    if not is_dotted(receiver):
        yield from (_read(one, file) for one in form.walk(place) if file.source(one) == receiver)


class _Unchanged:
    """The statements around one in which ``name`` is what it is there."""

    def __init__(self, name: str, statement: form.Form, file: SourceFile) -> None:
        self._name = name
        self._statement = statement
        span = file.span(statement)
        self._begin, self._end = (span.line, span.column), (span.end_line, span.end_column)
        self._last_set = file.scopes.changes.last_stored_before(name, *self._begin)
        self._next_set = self._end if self._sets(statement) else file.scopes.changes.next_stored_after(name, *self._end)

    def holds_at(self, read: _Read) -> bool:
        """Whether nothing assigns the name between the two: not the first of them either, but the last may."""
        if read.statement is self._statement:
            return True
        if read.statement_begin < self._begin:
            return read.statement_end >= self._last_set and not self._sets(read.statement)
        return read.statement_begin <= self._next_set

    def _sets(self, statement: form.Form) -> bool:
        return isinstance(statement, form.Assign) and self._name in map(dotted, statement.targets)


def is_dotted(text: str) -> bool:
    """True for ``x`` and ``self.scale``."""
    return all(part.isidentifier() for part in text.split("."))
