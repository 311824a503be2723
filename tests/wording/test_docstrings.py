"""The names that docstrings mention exist: what is renamed or removed goes from them, too."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "devlint"
LEFT = frozenset({"naming", "rules", "simcuda"})
"""Folders whose docstrings mention what users write, or what torch's own source calls its functions."""

EXAMPLES = frozenset(
    """
    y act train device_map map_location register_buffer Batch DataLoader ToTensor MarginLoss criterion n_gpus zeros
    WORLD_RANK mp_spawned Generic validate_outputs ensure_same_device slicePrefix1sSize asarray ast lsp unreadable L l
    """.split()
)
"""What docstrings mention of programs, of torch and of other packages."""

_MENTION = re.compile(r"``([A-Za-z_]\w*)(?:\(\))?``")


def definitions(tree: ast.Module) -> set[str]:
    """The functions, classes and top-level names that a module defines."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    found = {one.name for one in ast.walk(tree) if isinstance(one, kinds)}
    names = (part for statement in tree.body for part in ast.walk(statement) if isinstance(part, ast.Name))
    return found | {one.id for one in names if isinstance(one.ctx, ast.Store)}


def words(tree: ast.Module) -> set[str]:
    """The identifiers, and the words of texts, that the code of a module uses outside of its docstrings."""
    documented = {id(one) for one in map(docstring, owners(tree)) if one is not None}
    found: set[str] = set()
    for part in ast.walk(tree):
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and id(part) not in documented:
            found.update(re.findall(r"\w+", part.value))
        for name in ("id", "attr", "arg", "name", "asname"):
            value = getattr(part, name, None)
            if isinstance(value, str):
                found.update(re.findall(r"\w+", value))
    return found


def owners(tree: ast.Module) -> list[ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]:
    """All that may have a docstring."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return [one for one in ast.walk(tree) if isinstance(one, kinds)]


def docstring(owner: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> ast.Constant | None:
    """The constant that is the docstring of ``owner``."""
    first = owner.body[0] if owner.body else None
    text = first.value if isinstance(first, ast.Expr) else None
    return text if isinstance(text, ast.Constant) and isinstance(text.value, str) else None


@cache
def known() -> frozenset[str]:
    """What any docstring may mention: the definitions and modules of the package, and what is built in."""
    found = {*dir(builtins), *keyword.kwlist, *EXAMPLES}
    for path in PACKAGE.rglob("*.py"):
        found |= definitions(ast.parse(path.read_text("utf-8"))) | {path.stem, path.parent.name}
    return frozenset(found)


FOLDERS = sorted({one.name for one in PACKAGE.iterdir() if one.is_dir() and one.name[0] != "_"} - LEFT)


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_names_in_docstrings_exist(folder: str) -> None:
    stale = []
    for path in sorted((PACKAGE / folder).rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        own = words(tree)
        for owner in owners(tree):
            text = docstring(owner)
            for name in _MENTION.findall(str(text.value)) if text is not None else ():
                if name not in own and name not in known():
                    stale.append(f"{path.relative_to(PACKAGE)}:{getattr(owner, 'lineno', 1)}: ``{name}``")
    assert not stale, "\n".join(stale)
