"""The cut: the parts of a file that are not lowered, because nothing reached needs them.

def shape(x):               emptied: kept functions mention it, but what it does is unknown
    return x.view(-1)
def other(x):               dropped: nothing kept mentions it
    return x
TABLE = {1: 2}              dropped
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from devlint.scout import seeds, vocabulary
from devlint.scout.outline import Outline
from devlint.scout.shared_lines import SharedLines
from devlint.scout.units import FUNCTIONS, Unit, definitions

_ALWAYS = {"forward", "to", "cuda", "cpu", "_apply", "device", "setup", "symbolic"}

_DOING = (ast.Call, ast.BinOp, ast.Compare, ast.Subscript)

Place = tuple[int, int]
"""Where a statement begins: its line and its column, in bytes. No two begin at the same place."""


@dataclass(slots=True)
class Cut:
    """Statements of the module and of its classes: those that are ``dropped``, functions that are ``emptied``.

    In functions that are put ``aside`` nothing is found but where others call them.

    It holds places and not nodes, and so is good for every tree of the same text.
    """

    dropped: set[Place] = field(default_factory=set)
    emptied: set[Place] = field(default_factory=set)
    aside: set[Place] = field(default_factory=set)


def place(node: ast.stmt) -> Place:
    """Where ``node`` begins."""
    return node.lineno, node.col_offset


def cut(tree: ast.Module, file: Outline) -> Cut:
    """What is not kept of ``tree``."""
    result = Cut()
    by_node: dict[ast.AST, Unit] = {unit.node: unit for unit in file.units}
    mentioned, idle = _mentioned(tree, by_node, file)
    result.dropped.update(map(place, idle))
    pending: list[ast.Module | ast.ClassDef] = [tree]
    while pending:
        scope = pending.pop()
        is_class = isinstance(scope, ast.ClassDef)
        for child in definitions(scope.body):
            if isinstance(child, ast.ClassDef):
                if child.name in mentioned or f".{child.name}" in mentioned or _holds_kept(child, by_node):
                    pending.append(child)
                else:
                    result.dropped.add(place(child))
            elif not by_node[child].kept:
                asked_for = _is_asked_for(child.name, is_class, mentioned)
                (result.emptied if asked_for else result.dropped).add(place(child))
            elif by_node[child].aside:
                result.aside.add(place(child))
    return result


def _mentioned(tree: ast.Module, by_node: dict[ast.AST, Unit], file: Outline) -> tuple[set[str], list[ast.stmt]]:
    """The words of all that is kept, and the assignments of the module whose targets are not among them."""
    found: set[str] = set()
    for unit in file.units:
        if unit.kept and isinstance(unit.node, FUNCTIONS):
            found |= unit.words
    idle = []
    outside = [one for one in tree.body if not isinstance(one, (*FUNCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom))]
    texts = dict(_texts(tree.body, file))
    worded = [(statement, vocabulary.words(texts[statement])) for statement in outside]
    for statement, words in worded:
        if _is_idle(statement, words, file):
            idle.append((statement, words))
        else:
            found |= words
    active = [one for one in idle if _does_something(one[0])]
    if active:
        inside = set().union(*(unit.words for unit in file.units if not isinstance(unit.node, ast.Module)))
        uses = Counter(word for _, words in worded for word in words)
        unread = {s for s, _ in active if all(uses[name] < 2 and name not in inside for name in _targets(s))}
        found |= set().union(*(words for statement, words in active if statement in unread))
        idle = [one for one in idle if one[0] not in unread]
    waiting: dict[str, list[set[str]]] = {}  # what a word brings with it that is found
    for known in file.classes:
        brought = known.bases | (known.own.words if known.own else set())
        if _holds_kept(known.node, by_node):
            found |= brought
        for word in (known.name, f".{known.name}"):
            waiting.setdefault(word, []).append(brought)
    for statement, words in idle:
        for word in _targets(statement):
            waiting.setdefault(word, []).append(words)
    new = list(waiting.keys() & found)
    while new:
        brought = set().union(*waiting.pop(new.pop(), ())) - found
        found |= brought
        new += waiting.keys() & brought
    return found, [statement for statement, _ in idle if found.isdisjoint(_targets(statement))]


def _texts(body: list[ast.stmt], file: Outline) -> Iterator[tuple[ast.stmt, str]]:
    """The text of each statement of a body: its lines, or what it has of those that it shares."""
    shared = SharedLines(file.text_lines)
    before = 0
    for number, statement in enumerate(body):
        end = statement.end_lineno or statement.lineno
        following = body[number + 1] if number + 1 < len(body) else None
        if before == statement.lineno or following is not None and following.lineno == end:
            yield statement, shared.text(statement, end, following)
        else:
            yield statement, "".join(file.text_lines[statement.lineno - 1 : end])
        before = end


def _is_idle(statement: ast.stmt, words: set[str], file: Outline) -> bool:
    """Whether an assignment of the module matters to those only who read it."""
    if not isinstance(statement, (ast.Assign, ast.AnnAssign)) or not _targets(statement):
        return False
    if file.names.strangers and not vocabulary.OF_MODULES.isdisjoint(words):  # it tells modules from other objects
        return False
    return not file.names.suspicious(words) or not seeds.HazardFinder(file.names, set()).look(statement.value)


def _does_something(statement: ast.stmt) -> bool:
    """True if an assignment holds a call, an operator, a comparison or a subscript, which may fail by itself."""
    value = getattr(statement, "value", None)
    return value is not None and any(isinstance(part, _DOING) for part in ast.walk(value))


def _targets(statement: ast.stmt) -> set[str]:
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
    found = {target.id for target in targets if isinstance(target, ast.Name)}
    return found if len(found) == len(targets) else set()


def _holds_kept(node: ast.ClassDef, by_node: dict[ast.AST, Unit]) -> bool:
    return by_node[node].reached or any(
        _holds_kept(child, by_node) if isinstance(child, ast.ClassDef) else by_node[child].kept
        for child in definitions(node.body)
    )


def _is_asked_for(name: str, is_method: bool, mentioned: set[str]) -> bool:
    if is_method and (name in _ALWAYS or name.startswith("__")):
        return True
    return not mentioned.isdisjoint((name, f".{name}", f"self.{name}", f"cls.{name}"))
