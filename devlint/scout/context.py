"""What has to be read beside the reached units, for these to mean what they mean in the whole file."""

from __future__ import annotations

import ast

from devlint.scout.assignment import collect, collect_held, targets
from devlint.scout.outline import Outline
from devlint.scout.units import Unit, blocks

_ALWAYS = {"__init__", "__new__", "__post_init__", "setup", "to", "cuda", "cpu", "_apply", "device"}


def keep(file: Outline) -> None:
    """Mark the reached units, their callers, those that a detector looks at, and what these need to be understood."""
    callers = _callers(file)
    for unit in file.units:
        unit.aside = unit not in callers
    by_name = {known.name: known for known in file.classes}
    modelled: set[str] = set()
    pending = [*callers, *(unit for unit in file.units if unit.shown)]
    taken: set[int] = set()
    while pending:
        unit = pending.pop()
        if unit.kept:
            continue
        unit.kept = True
        wanted: list[Unit] = []
        for word in unit.words & file.calls.words:
            for alike in file.calls.of(unit, word):
                if id(alike) not in taken:
                    taken.add(id(alike))
                    wanted += alike.units
        owners = [unit.owner] if unit.owner is not None else []
        while owners:
            owner = owners.pop()
            if owner.name not in modelled:
                modelled.add(owner.name)
                wanted += [m for m in owner.methods if m.name in _ALWAYS or _assigns_attribute(m.node)]
                owners += [by_name[base] for base in owner.bases & by_name.keys()]
        pending += [other for other in wanted if not other.kept]


def _callers(file: Outline) -> set[Unit]:
    """The reached units, those that may call them, and those that may call a private one of these."""
    found = {unit for unit in file.units if unit.reached}
    pending = list(found)
    asked: set[tuple[int, str]] = set()  # by family, 0 for any
    told: set[int] = set()
    while pending:
        unit = pending.pop()
        anywhere, here = unit.handles
        asking: list[Unit] = []
        if id(anywhere) not in told:
            told.add(id(anywhere))
            for word in anywhere:
                if (0, word) not in asked:
                    asked.add((0, word))
                    asking += file.having(word)
        for word in here if unit.owner is not None else ():
            if unit.owner is not None and (id(unit.owner.family), word) not in asked:
                asked.add((id(unit.owner.family), word))
                asking += file.having_inside(unit.owner.family, word)
        for other in asking:
            if other not in found:
                found.add(other)
                if other.name.startswith("_") and not other.name.startswith("__"):
                    pending.append(other)  # what a private function is given, only its callers say
    return found


def _assigns_attribute(node: ast.AST) -> bool:
    pending: list[ast.stmt] = list(getattr(node, "body", ()))
    while pending:
        statement = pending.pop()
        names: set[str] = set()
        attributes: set[str] = set()
        for target in targets(statement):
            collect(target, names, attributes)
        if isinstance(statement, ast.Expr):
            collect_held(statement.value, names, attributes)
        if attributes or isinstance(statement, ast.Global):
            return True
        pending += [inner for block in blocks(statement) for inner in block]
    return False
