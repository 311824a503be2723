"""Functions that move one part of a batch and not another, recognised by their text alone.

for x, y in loader:
    out = net(x.to(device))     x is moved, y is not: worth a look
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from devlint.scout.outline import Outline
from devlint.scout.units import FUNCTIONS, Unit

_MOVE = re.compile(r"\.(?:to|cuda)\(")
_READ = r"(\w+)(\[(?:[\"'][^\[\]]*|\d)\]|\.(?:get|pop)\([\"'][^()]*\)|\.\w+_(?:ids|mask|values)\b)"
_PART = re.compile(rf"\b{_READ}")
_NAMED = re.compile(rf"^[^\S\n]*(\w+) = {_READ}$", re.M)
"""A name for a part."""

_PARTED = re.compile(r"\w *\)?, *\(?\w[\w, ()]{0,300} (?:in|=) ")


def parts_a_batch(unit: Unit, file: Outline) -> bool:
    """Whether a unit of ``file`` moves some, and not all, of what it unpacks or reads by its name from one thing."""
    if unit.words.isdisjoint((".to", ".cuda")):
        return False
    text = file.text(unit)
    moved = set(_moved(text))
    names = {name for name, part in moved if not part}
    if names and " = " in text:
        moved.update([(of, part) for name, of, part in _NAMED.findall(text) if name in names])
    held = {name for name, part in moved if part}
    if held and any(found not in moved for found in _PART.findall(text) if found[0] in held):
        return True
    if not names or not any(_PARTED.search(line) for line in text.split("\n") if "," in line and _assigns(line)):
        return False
    return any(0 < len(names & parts) < len(parts) for parts in _unpacked(unit.node))


def _assigns(line: str) -> bool:
    return " = " in line or " in " in line


def _moved(text: str) -> list[tuple[str, str]]:
    """What is moved by its name, and the brackets behind it: each ``x.to(`` and ``x[0].to(``, looked at from its end.

    Of what is moved inside of the brackets nothing is said.
    """
    spans = []
    for move in _MOVE.finditer(text):
        end = begin = move.start()
        if text[end - 1 : end] == "]":
            begin = text.rfind("[", 0, end - 1)
            if begin < 0 or "]" in text[begin : end - 1]:
                continue
        start = _word(text, begin)
        if text[start - 1 : begin] == ".input_ids":
            begin = start - 1
            start = _word(text, begin)
        if start < begin:
            spans.append((start, begin, end))
    found, last = [], 0
    for start, begin, end in sorted(spans):
        if start >= last:
            found.append((text[start:begin], text[begin:end]))
            last = end
    return found


def _word(text: str, end: int) -> int:
    """Where the word that ends at ``end`` begins."""
    while end and (text[end - 1].isalnum() or text[end - 1] == "_"):
        end -= 1
    return end


def _unpacked(node: ast.AST) -> Iterator[set[str]]:
    """The names that are assigned together."""
    pending = list(ast.iter_child_nodes(node))
    while pending:
        one = pending.pop()
        if isinstance(one, (ast.For, ast.AsyncFor)):
            yield from _names_in(one.target)
        elif isinstance(one, ast.Assign):
            for target in one.targets:
                yield from _names_in(target)
        if isinstance(one, (*FUNCTIONS, ast.ClassDef)) and isinstance(node, (ast.Module, ast.ClassDef)):
            continue
        if isinstance(one, (ast.stmt, ast.excepthandler)):
            pending += ast.iter_child_nodes(one)


def _names_in(target: ast.expr) -> Iterator[set[str]]:
    if isinstance(target, (ast.Tuple, ast.List)):
        yield {part.id for part in target.elts if isinstance(part, ast.Name)}
        for part in target.elts:
            yield from _names_in(part)
