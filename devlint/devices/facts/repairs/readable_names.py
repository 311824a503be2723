"""Whether an expression has the same value at two places of a file, and is there at all.

    y = x + mask            `x` at `mask = torch.ones(3)` below is what it was here,
    x = other(x)            but not behind this line
"""

from __future__ import annotations

from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import paths_in
from devlint.forms.source_file import SourceFile


def can_be_read(expression: form.Expression, meeting: form.Form, place: form.Form, file: SourceFile) -> bool:
    """Whether ``expression``, as it stands at ``meeting``, has the same value at ``place``."""
    if any(_is_changed(dotted(one.value), meeting, place, file) for one in form.walk(expression, form.Subscript)):
        return False
    return all(is_readable(name, meeting, place, file) for name in paths_in(expression))


def is_readable(name: str, meeting: form.Form, place: form.Form, file: SourceFile) -> bool:
    """Whether the dotted ``name`` is at ``place`` what it is at ``meeting``."""
    if not file.owns(meeting) or not file.owns(place) or not file.binds(name.partition(".")[0], place):
        return False
    outer, inner = file.definitions(meeting), file.definitions(place)
    if inner[: len(outer)] != outer:
        methods = outer[:-1] == inner[:-1] and len(outer) > 1 and isinstance(outer[-2], form.Class)
        if not (methods and name.partition(".")[0] == "self"):
            return False
    if name.startswith("self.") and any(one.name == "__init__" for one in inner) and outer != inner:
        return False  # not assigned yet, or not moved yet
    if inner != outer:
        return not any(file.scopes.changes.is_asked(one) for one in _prefixes(name))
    ends = _ends(meeting, place, file)
    asked = any(file.scopes.changes.asked_between(one, *ends) for one in _prefixes(name))
    return not asked and not file.scopes.changes.stored_between(name, *ends)


def may_be_absent(name: str, place: form.Form, file: SourceFile) -> bool:
    """Whether the function at ``place`` asks somewhere if ``name`` is there, or of which class it is."""
    function = file.function_around(place)
    if function is None:
        return any(file.scopes.changes.is_asked(one) for one in _prefixes(name))
    around = file.span(function)
    ends = (around.line, around.column), (around.end_line, around.end_column)
    return any(file.scopes.changes.asked_between(one, *ends) for one in _prefixes(name))


def _prefixes(name: str) -> list[str]:
    """``self.a.b``, ``self.a`` and ``self`` of ``self.a.b``."""
    parts = name.split(".")
    return [".".join(parts[:count]) for count in range(len(parts), 0, -1)]


def _is_changed(name: str, meeting: form.Form, place: form.Form, file: SourceFile) -> bool:
    """Whether other items may be in the container ``name`` at ``place`` than at ``meeting``: ``parts[0] = None``."""
    if not file.owns(meeting) or not file.owns(place) or file.definitions(meeting) != file.definitions(place):
        return False
    return file.scopes.changes.items_change_between(name, *_ends(meeting, place, file))


def _ends(meeting: form.Form, place: form.Form, file: SourceFile) -> tuple[tuple[int, int], tuple[int, int]]:
    """The places of both, in the order of the file."""
    first, last = file.span(place), file.span(meeting)
    one, other = (first.line, first.column), (last.line, last.column)
    return (one, other) if one <= other else (other, one)
