"""The text without what nothing reached asks for, every other thing where it was.

    def shape(x):               def shape(x):            kept functions mention it: what it does is unknown
        return x.view(-1)           pass
    def other(x):               pass                     nothing kept mentions it
        return x
    TABLE = {                   pass
        1: 2}

What replaces something stands where it began; the rest of its lines is empty. A docstring becomes ``""``.
"""

from __future__ import annotations

import ast

from devlint.source import seeds
from devlint.source.calls import File
from devlint.source.text import column
from devlint.source.units import FUNCTIONS, Unit, definitions, first_line

_ALWAYS = {"forward", "to", "cuda", "cpu", "_apply", "device", "setup"}

def blank(tree: ast.Module, file: File) -> str:
    """The text of what is kept of ``tree``."""
    by_node = {id(unit.node): unit for unit in file.units}
    result = list(file.text_lines)
    mentioned = _mentioned(tree, by_node, file)
    pending: list[ast.Module | ast.ClassDef] = [tree]
    while pending:
        scope = pending.pop()
        if isinstance(scope, ast.Module):
            for statement in scope.body:
                if _is_idle(statement, file) and mentioned.isdisjoint(_targets(statement)):
                    _replace(result, statement, statement, "pass")
        _blank_docstring(result, scope.body)
        for child in definitions(scope.body):
            unit = by_node[id(child)]
            if isinstance(child, ast.ClassDef):
                if child.name in mentioned or f".{child.name}" in mentioned or _holds_kept(child, by_node):
                    pending.append(child)
                else:
                    _replace(result, child, child, "pass")
            elif unit.kept:
                _blank_docstring(result, child.body)
            elif _is_asked_for(child.name, isinstance(scope, ast.ClassDef), mentioned):
                _replace(result, child.body[0], child.body[-1], "pass")
            else:
                _replace(result, child, child, "pass")
    return "".join(result)


def _mentioned(tree: ast.Module, by_node: dict[int, Unit], file: File) -> set[str]:
    """The words of all that is kept."""
    found: set[str] = set()
    for unit in file.units:
        if unit.kept and isinstance(unit.node, FUNCTIONS):
            found |= unit.words
    by_name = {known.name: known for known in file.classes}
    idle = []
    for statement in tree.body:
        if not isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
            if _is_idle(statement, file):
                idle.append(statement)
            elif not isinstance(statement, (ast.Import, ast.ImportFrom)):
                found |= _words(statement, file)
    opened: set[str] = set()
    size = -1
    while size != len(found):
        size = len(found)
        for known in by_name.values():
            if known.name not in opened and (
                known.name in found or f".{known.name}" in found or _holds_kept(known.node, by_node)
            ):
                opened.add(known.name)
                found |= known.bases | (known.own.words if known.own else set())
        for statement in list(idle):
            if not found.isdisjoint(_targets(statement)):
                idle.remove(statement)
                found |= _words(statement, file)
    return found


def _words(statement: ast.stmt, file: File) -> set[str]:
    return seeds.words("".join(file.text_lines[statement.lineno - 1 : statement.end_lineno]))


def _is_idle(statement: ast.stmt, file: File) -> bool:
    """Whether an assignment of the module matters to those only who read it."""
    if not isinstance(statement, (ast.Assign, ast.AnnAssign)) or not _targets(statement):
        return False
    if not _is_alone(statement, file.text_lines):
        return False
    if not file.names.suspicious(_words(statement, file)):
        return True
    return not seeds.Seer(file.names, set()).look(statement.value)


def _targets(statement: ast.stmt) -> set[str]:
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
    found = {target.id for target in targets if isinstance(target, ast.Name)}
    return found if len(found) == len(targets) else set()


def _is_alone(statement: ast.stmt, text_lines: list[str]) -> bool:
    """Whether nothing else stands on the lines of a statement."""
    assert statement.end_lineno is not None and statement.end_col_offset is not None, "parsed nodes have an end"
    last = text_lines[statement.end_lineno - 1]
    before = text_lines[statement.lineno - 1][: statement.col_offset].strip()
    after = last[column(last, statement.end_col_offset) :].strip()
    return not before and (not after or after.startswith("#"))


def _holds_kept(node: ast.ClassDef, by_node: dict[int, Unit]) -> bool:
    return by_node[id(node)].reached or any(
        _holds_kept(child, by_node) if isinstance(child, ast.ClassDef) else by_node[id(child)].kept
        for child in definitions(node.body)
    )


def _is_asked_for(name: str, is_method: bool, mentioned: set[str]) -> bool:
    if is_method and (name in _ALWAYS or name.startswith("__")):
        return True
    return not mentioned.isdisjoint((name, f".{name}", f"self.{name}", f"cls.{name}"))


def _blank_docstring(result: list[str], body: list[ast.stmt]) -> None:
    first = body[0] if body else None
    if not isinstance(first, ast.Expr) or not isinstance(first.value, ast.Constant):
        return
    if isinstance(first.value.value, str) and first.end_lineno != first.lineno and _is_alone(first, result):
        _replace(result, first, first, '""')


def _replace(result: list[str], first: ast.stmt, last: ast.stmt, word: str) -> None:
    """Let ``word`` stand where ``first`` begins, and nothing from there to the end of ``last``."""
    line = first_line(first)
    start = result[line - 1]
    # A decorator's `@` stands before its expression, in the column of the `def` or `class` it decorates.
    result[line - 1] = f"{start[: column(start, first.col_offset)]}{word}{_end(start)}"
    for number in range(line, last.end_lineno or line):
        result[number] = _end(result[number])


def _end(line: str) -> str:
    return line[len(line.rstrip("\r\n")) :]
