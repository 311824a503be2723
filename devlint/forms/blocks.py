"""The blocks of a file in which one thing is done after another: its functions, and what stands outside of them."""

from __future__ import annotations

from collections.abc import Iterator

from devlint.forms import form
from devlint.forms.index import Index


def of_file(tree: form.Module, every: Index) -> Iterator[form.Form]:
    """The functions of a file, and one block of what it does itself; ``every`` is the index of ``tree``."""
    yield from every.of(form.Function)
    own = (statement for statement in tree.body if not isinstance(statement, (form.Function, form.Class)))
    yield form.Module(tree.node, tuple(own))


def line(part: form.Form) -> int:
    """The line that ``part`` begins on, 0 for what stands nowhere in the file."""
    return int(getattr(part.node, "lineno", 0))
