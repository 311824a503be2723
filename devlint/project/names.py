"""What the names of a module mean, as far as its statements say it: by which import they are bound, or that they are.

    from .conv import Conv as C     C: what `Conv` means in `.conv`
    from .norm import *             whatever `.norm` binds, where nothing else binds it
    def make(): ...                 make: its own

A name that is bound in more than one way is the module's own: only evaluating it tells.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from devlint.project.resolve import Import


@dataclass(slots=True)
class Names:
    """The names a module binds: to an import, or None where they are its own.

    ``stars`` are the modules of its ``from ... import *``, ``public`` is its ``__all__`` where that is a plain list.
    """

    bound: dict[str, Import | None] = field(default_factory=dict)
    stars: list[Import] = field(default_factory=list)
    public: tuple[str, ...] | None = None

    def bind(self, name: str, meaning: Import | None) -> None:
        """Take note that a statement gives ``name`` a meaning."""
        same = name not in self.bound or self.bound[name] == meaning
        self.bound[name] = meaning if same else None

    def exported(self) -> list[str]:
        """The names that ``from module import *`` brings, without those of its own stars."""
        if self.public is not None:
            return list(self.public)
        return [name for name in self.bound if not name.startswith("_")]


def names_of(tree: ast.Module) -> Names:
    """The names that the statements of a module bind."""
    found = Names()
    for statement in _statements(tree.body):
        _note(statement, found)
    return found


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements that are executed when a module is imported, those of ``if TYPE_CHECKING`` left out."""
    for statement in body:
        yield statement
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        if isinstance(statement, ast.If) and is_type_checking(statement.test):
            yield from _statements(statement.orelse)
            continue
        for name in ("body", "orelse", "finalbody"):
            yield from _statements(getattr(statement, name, None) or [])
        for inner in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
            yield from _statements(inner.body)


def is_type_checking(test: ast.expr) -> bool:
    """Whether a condition is ``TYPE_CHECKING``, which is never true when the code runs."""
    return getattr(test, "id", None) == "TYPE_CHECKING" or getattr(test, "attr", None) == "TYPE_CHECKING"


def _note(statement: ast.stmt, found: Names) -> None:
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        found.bind(statement.name, None)
    elif isinstance(statement, ast.Import):
        for alias in statement.names:
            top = alias.name.partition(".")[0]
            found.bind(alias.asname or top, Import(0, alias.name if alias.asname else top))
    elif isinstance(statement, ast.ImportFrom):
        for alias in statement.names:
            if alias.name == "*":
                found.stars.append(Import(statement.level, statement.module or ""))
            else:
                meaning = Import(statement.level, statement.module or "", (alias.name,))
                found.bind(alias.asname or alias.name, meaning)
    else:
        for target in _targets(statement):
            for part in ast.walk(target):
                if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                    found.bind(part.id, None)
        if isinstance(statement, (ast.Assign, ast.AugAssign)) and _names_all(statement):
            found.public = _words(statement) if isinstance(statement, ast.Assign) and found.public is None else None


def _targets(statement: ast.stmt) -> list[ast.expr]:
    if isinstance(statement, ast.Assign):
        return statement.targets
    if isinstance(statement, (ast.AnnAssign, ast.AugAssign, ast.For, ast.AsyncFor)):
        return [statement.target]
    if isinstance(statement, (ast.With, ast.AsyncWith)):
        return [item.optional_vars for item in statement.items if item.optional_vars is not None]
    return []


def _names_all(statement: ast.Assign | ast.AugAssign) -> bool:
    return any(getattr(target, "id", None) == "__all__" for target in _targets(statement))


def _words(statement: ast.Assign) -> tuple[str, ...] | None:
    if not isinstance(statement.value, (ast.List, ast.Tuple)):
        return None
    words = [getattr(one, "value", None) for one in statement.value.elts]
    return tuple(word for word in words if isinstance(word, str)) if all(isinstance(w, str) for w in words) else None
