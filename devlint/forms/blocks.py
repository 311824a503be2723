"""The blocks of a file in which one thing is done after another.

They are its functions, what stands outside of them, and the bodies of compound statements.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from devlint.forms import form

if TYPE_CHECKING:
    from devlint.forms.source_file import SourceFile


def of_file(file: SourceFile) -> Iterator[form.Form]:
    """The functions of a file, and one block of what it does itself."""
    yield from file.of(form.Function)
    own = (statement for statement in file.tree.body if not isinstance(statement, (form.Function, form.Class)))
    yield form.Module(file.tree.node, tuple(own))


def bodies(statement: form.Statement) -> Iterator[tuple[form.Statement, ...]]:
    """The bodies of a compound statement, those of its handlers and cases last; none of a simple one."""
    for name in ("body", "then", "otherwise", "final"):
        body = getattr(statement, name, ())
        if isinstance(body, tuple):
            yield body
    for one in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield one.body


def line(part: form.Form) -> int:
    """The line that ``part`` begins on, 0 for what stands nowhere in the file."""
    return int(getattr(part.node, "lineno", 0))
