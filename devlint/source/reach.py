"""Which units a hazard can reach, and which of the others are needed to understand those.

    def make(): return torch.ones(3)            reached: it holds a seed, and it leaks: it returns what it made
    def f(x): return g(x * make())              reached: it mentions what leaks
    def g(x): return x.t()                      reached: it is given something from a reached statement
    def h(x): return g(x)                       kept: it calls what is reached

``bound`` holds the words through which something from a reached statement may be met outside its function: the
handles of functions that leak, attributes, variables of the module. It grows until nothing changes.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from devlint.source import seeds
from devlint.source.units import (
    CONSTRUCTORS,
    FUNCTIONS,
    Class,
    Statement,
    Unit,
    blocks,
    collect,
    definitions,
    statements_of,
    targets,
)

_ALWAYS = {"__init__", "__new__", "__post_init__", "setup", "to", "cuda", "cpu", "_apply", "device"}
_ANSWERS = {"__call__", "forward", "__getitem__", "__iter__", "__next__", "__enter__", "__getattr__"}


def module_classes(tree: ast.Module, classes: list[Class]) -> set[str]:
    """The words by which the file builds a module: ``nn(``, what it imports from ``torch``, its own classes."""
    imported = {
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("torch.nn")
        for alias in node.names
        if alias.name[:1].isupper()
    }
    own = {known.name for known in classes if known.bases and any(m.name == "forward" for m in known.methods)}
    while True:
        more = {c.name for c in classes if any(b in own | imported or b.endswith("Module") for b in c.bases)} - own
        if not more:
            return {"nn("} | {f"{name}(" for name in own | imported}
        own |= more


def renamed(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """What the file imports under another name: pairs of name and alias."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            yield from ((alias.name, alias.asname) for alias in node.names if alias.asname)


# Reaching


def reach(units: list[Unit], text_lines: list[str], modules: set[str], bound: set[str]) -> None:
    """Mark the units that hold a seed, and all that can get by a name at what they make.

    ``bound`` grows by the words through which something from a reached statement may be met.
    """
    statements: dict[Unit, list[Statement]] = {}
    called_as = _called_as(units)
    pending = []
    for unit in units:
        if seeds.strong(unit.words) or not bound.isdisjoint(unit.words):
            pending.append(unit)
        elif not modules.isdisjoint(unit.words):
            own = list(statements_of(unit, text_lines, modules))
            if any(not statement.plain and not modules.isdisjoint(statement.words) for statement in own):
                pending.append(unit)
    while True:
        for unit in pending:
            unit.reached = True
            unit.lent |= _parameters_inside(unit.node)
            statements.setdefault(unit, list(statements_of(unit, text_lines, modules)))
        fed: set[Unit] = set()
        before = len(bound), sum(len(unit.lent) for unit in statements)
        changed = False
        for unit, own in statements.items():
            rest = []
            for statement in own:
                done = _spread(unit, statement, bound, modules)
                if not done:
                    rest.append(statement)
                if done or not unit.lent.isdisjoint(statement.words):
                    fed |= _fed(unit, statement, bound, called_as)
            changed |= len(rest) < len(own)
            statements[unit] = rest
        for unit in fed:
            unit.lent |= _parameters(unit.node)
        pending = [u for u in units if not u.reached and (u in fed or not bound.isdisjoint(u.words))]
        if not pending and not changed and before == (len(bound), sum(len(unit.lent) for unit in statements)):
            return


def _called_as(units: list[Unit]) -> dict[str, list[Unit]]:
    """The functions that a word may call."""
    found: dict[str, list[Unit]] = {}
    for unit in units:
        for word in _handles(unit):
            found.setdefault(word, []).append(unit)
        if unit.owner is not None and unit.name in CONSTRUCTORS:
            for word in (f"{unit.owner.name}(", f".{unit.owner.name}(", f".{unit.name}("):
                found.setdefault(word, []).append(unit)
    return found


def _fed(unit: Unit, statement: Statement, bound: set[str], called_as: dict[str, list[Unit]]) -> set[Unit]:
    """The functions that a reached statement mentions beside what is reached in it: it may be their argument."""
    found: set[Unit] = set()
    found_words = statement.words
    certain = seeds.strong(found_words) or not (unit.tainted | unit.lent).isdisjoint(found_words)
    for word in found_words & called_as.keys():
        for other in called_as[word]:
            if certain or not (bound & found_words) <= _handles(other):
                found.add(other)
    return found


def _parameters(node: ast.AST) -> set[str]:
    arguments = getattr(node, "args", None)
    if arguments is None:
        return set()
    extra = [arg for arg in (arguments.vararg, arguments.kwarg) if arg is not None]
    every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *extra)
    return {arg.arg for arg in every} - {"self", "cls"}


def _parameters_inside(node: ast.AST) -> set[str]:
    """The parameters of the functions defined in a function, which are part of its unit."""
    if not isinstance(node, FUNCTIONS):
        return set()
    return {name for inner in definitions(node.body) for name in _parameters(inner)}


def _handles(unit: Unit) -> set[str]:
    """The words by which a function may be called."""
    if isinstance(unit.node, (ast.Module, ast.ClassDef)) or unit.name in CONSTRUCTORS:
        return set()
    if unit.owner is not None and unit.name in _ANSWERS:
        return {f".{unit.name}", unit.owner.name, f".{unit.owner.name}"}
    found = {f".{unit.name}", f"'{unit.name}"}
    return found if unit.owner is not None else found | {unit.name}


def _spread(unit: Unit, statement: Statement, bound: set[str], modules: set[str]) -> bool:
    """Where a statement has something reached in it, so has what it assigns to; say whether it has."""
    found = statement.words
    if statement.registered and not seeds.moves(found):
        return False
    tainted = seeds.strong(found) or not bound.isdisjoint(found) or not unit.tainted.isdisjoint(found)
    if not tainted and (statement.plain or modules.isdisjoint(found)):
        if not unit.lent.isdisjoint(found):
            bound |= statement.attributes
            unit.lent |= statement.names
        return False
    bound |= statement.attributes
    unit.tainted |= statement.names
    unit.leaks |= statement.returns
    if unit.leaks:
        bound |= _handles(unit)
    if isinstance(unit.node, ast.Module):
        bound |= statement.names
    elif isinstance(unit.node, ast.ClassDef):
        bound |= {f".{name}" for name in statement.names}
    return True


# Keeping


def keep(units: list[Unit], classes: list[Class]) -> None:
    """Mark the reached units, their callers, and what both need to be understood."""
    called_as = _called_as(units)
    reached = {word for unit in units if unit.reached for word in _handles(unit)}
    pending = [unit for unit in units if unit.reached or not reached.isdisjoint(unit.words)]
    by_name = {known.name: known for known in classes}
    modelled: set[str] = set()
    while pending:
        unit = pending.pop()
        unit.kept = True
        wanted = [other for word in unit.words & called_as.keys() for other in called_as[word]]
        owners = [unit.owner] if unit.owner is not None else []
        while owners:
            owner = owners.pop()
            if owner.name not in modelled:
                modelled.add(owner.name)
                wanted += [m for m in owner.methods if m.name in _ALWAYS or _assigns_attribute(m.node)]
                owners += [by_name[base] for base in owner.bases & by_name.keys()]
        pending += [other for other in wanted if not other.kept]


def _assigns_attribute(node: ast.AST) -> bool:
    pending: list[ast.stmt] = list(getattr(node, "body", ()))
    while pending:
        statement = pending.pop()
        names: set[str] = set()
        attributes: set[str] = set()
        for target in targets(statement):
            collect(target, names, attributes)
        if attributes or isinstance(statement, ast.Global):
            return True
        pending += [inner for block in blocks(statement) for inner in block]
    return False
