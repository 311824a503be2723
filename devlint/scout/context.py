"""What has to be read beside the reached units, for these to mean what they mean in the whole file."""

from __future__ import annotations

import ast

from devlint.scout.outline import Outline, can_call, handles
from devlint.scout.statements import collect, collect_held, targets
from devlint.scout.units import Unit, blocks

_ALWAYS = {"__init__", "__new__", "__post_init__", "setup", "to", "cuda", "cpu", "_apply", "device"}


def keep(file: Outline) -> None:
    """Mark the reached units, their callers, and what both need to be understood."""
    units, calls = file.units, file.called_as
    outside: set[str] = set()
    inside: dict[int, set[str]] = {}
    for unit in units:
        if unit.reached:
            anywhere, here = handles(unit)
            outside |= anywhere
            if unit.owner is not None:
                inside.setdefault(id(unit.owner.family), set()).update(here)
    pending: list[Unit] = []
    rest = list(units)
    while True:
        news = [unit for unit in rest if unit.reached or _speaks_of(unit, outside, inside)]
        if not news:
            break
        pending += news
        rest = [unit for unit in rest if unit not in news]
        for unit in news:  # what a private function is given, only its callers say
            if unit.name.startswith("_") and not unit.name.startswith("__"):
                anywhere, here = handles(unit)
                outside |= anywhere
                if unit.owner is not None:
                    inside.setdefault(id(unit.owner.family), set()).update(here)
    by_name = {known.name: known for known in file.classes}
    for unit in rest:
        unit.aside = True
    modelled: set[str] = set()
    while pending:
        unit = pending.pop()
        if unit.kept:
            continue
        unit.kept = True
        wanted = [o for word in unit.words & calls.keys() for o in calls[word] if can_call(unit, word, o)]
        owners = [unit.owner] if unit.owner is not None else []
        while owners:
            owner = owners.pop()
            if owner.name not in modelled:
                modelled.add(owner.name)
                wanted += [m for m in owner.methods if m.name in _ALWAYS or _assigns_attribute(m.node)]
                owners += [by_name[base] for base in owner.bases & by_name.keys()]
        pending += [other for other in wanted if not other.kept]


def _speaks_of(unit: Unit, outside: set[str], inside: dict[int, set[str]]) -> bool:
    """Whether a unit mentions one of these words, or one of those of its own family of classes."""
    if not outside.isdisjoint(unit.words):
        return True
    return unit.owner is not None and not inside.get(id(unit.owner.family), set()).isdisjoint(unit.words)


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
