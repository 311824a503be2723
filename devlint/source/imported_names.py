"""What a name means by the imports of its file.

    import torch.cuda as tc
    tc.amp.autocast             "torch.cuda.amp.autocast"

A name that the file binds in another way, too, means nothing here.
"""

from __future__ import annotations

import ast
from functools import cached_property


class ImportedNames:
    """The imported names of one file."""

    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree

    def meaning(self, dotted: str) -> str:
        """The full name of what is written as ``dotted``, "" where it does not come from an import."""
        first, dot, rest = dotted.partition(".")
        origin = self._origins.get(first, "")
        return f"{origin}{dot}{rest}" if origin else ""

    def written(self, name: str) -> str:
        """How the file writes a top-level module: "th" for "torch" under ``import torch as th``; "" if it does not."""
        return next(iter(self.every_name_of(name)), "")

    def every_name_of(self, name: str) -> list[str]:
        """All names that the file gives what it imports as ``name``: "autocast" of "torch.cuda.amp.autocast"."""
        return [local for local, origin in self._origins.items() if origin == name]

    def is_guarded(self, dotted: str) -> bool:
        """True if the first part of ``dotted`` is imported on a condition only: in a ``try``, or under an ``if``."""
        return dotted.partition(".")[0] in self._guarded

    @cached_property
    def _guarded(self) -> frozenset[str]:
        within = (ast.If, ast.Try, getattr(ast, "TryStar", ast.Try))
        inside = [part for node in ast.walk(self._tree) if isinstance(node, within) for part in ast.walk(node)]
        return frozenset(
            alias.asname or alias.name.partition(".")[0]
            for part in inside
            if isinstance(part, (ast.Import, ast.ImportFrom))
            for alias in part.names
        )

    @cached_property
    def _origins(self) -> dict[str, str]:
        found: dict[str, str] = {}
        bound: set[str] = set()
        for node in ast.walk(self._tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    local = alias.asname or alias.name.partition(".")[0]
                    _add(found, bound, local, alias.name if alias.asname else local)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                for alias in node.names:
                    _add(found, bound, alias.asname or alias.name, f"{node.module}.{alias.name}")
            elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                bound.add(node.id)
            elif isinstance(node, ast.arg):
                bound.add(node.arg)
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                bound.add(node.name)
        return {name: origin for name, origin in found.items() if name not in bound}


def _add(found: dict[str, str], bound: set[str], local: str, origin: str) -> None:
    if found.setdefault(local, origin) != origin:
        bound.add(local)  # it means one or the other
