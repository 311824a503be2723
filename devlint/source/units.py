"""A file cut into units: functions with all inside them, and what classes and the module say outside of functions.

    import torch                    the module's unit: line 1
    def f(x):                       the unit of `f`: lines 2 and 3; a function inside `f` would be part of it
        y = x.cuda()                its statements: `y =` with the words "y", "x", ".cuda", ".cuda("
    class A:                        the class's unit: line 4
        def g(self): ...            the unit of `g`, whose owner is `A`

A unit knows the words of its text, a statement those of its lines; see ``seeds``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from devlint.source import seeds

CONSTRUCTORS = {"__init__", "__new__", "__post_init__"}
_HOLDERS = {"append", "extend", "insert", "add", "update", "setdefault", "put", "appendleft", "__setattr__"}
_REGISTERED = {"Parameter", "UninitializedParameter", "Buffer", "UninitializedBuffer"}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(slots=True, eq=False)
class Unit:
    """A function with all inside it, or what a class or the module says outside its functions."""

    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module
    owner: Class | None
    text: str = ""
    words: set[str] = field(default_factory=set)
    tainted: set[str] = field(default_factory=set)  # names inside it that hold something from a reached statement
    lent: set[str] = field(default_factory=set)  # names that do so for those callers who pass it
    reached: bool = False
    leaks: bool = False
    kept: bool = False

    @property
    def name(self) -> str:
        """The name of the function or class; empty for the module."""
        return "" if isinstance(self.node, ast.Module) else self.node.name


@dataclass(slots=True, eq=False)
class Class:
    """A class of the file, the names of its bases, and the functions that stand directly in it."""

    name: str
    bases: set[str]
    methods: list[Unit] = field(default_factory=list)


def units_of(tree: ast.Module, text_lines: list[str]) -> tuple[list[Unit], list[Class]]:
    """The units of a file, and its classes."""
    units: list[Unit] = []
    classes: list[Class] = []

    def gather(node: ast.Module | ast.ClassDef, first: int, last: int, owner: Class | None) -> None:
        own = Unit(node, owner)
        units.append(own)
        rest: list[str] = []
        position = first
        for child in definitions(node.body):
            start = min([child.lineno, *(d.lineno for d in child.decorator_list)])
            end = child.end_lineno or start
            rest += text_lines[position - 1 : start - 1]
            position = max(position, end + 1)
            if isinstance(child, ast.ClassDef):
                bases = {base.id if isinstance(base, ast.Name) else getattr(base, "attr", "") for base in child.bases}
                inner = Class(child.name, bases)
                classes.append(inner)
                gather(child, start, end, inner)
            else:
                unit = Unit(child, owner, "".join(text_lines[start - 1 : end]))
                units.append(unit)
                if owner is not None:
                    owner.methods.append(unit)
        rest += text_lines[position - 1 : last]
        own.text = "".join(rest)

    gather(tree, 1, len(text_lines), None)
    return units, classes


def definitions(body: list[ast.stmt]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    """The functions and classes that a body defines, also under its ``if``, ``try``, ``with`` and loops."""
    for statement in body:
        if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
            yield statement
        else:
            for block in blocks(statement):
                yield from definitions(block)


def blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """The bodies of a compound statement."""
    if "body" in statement._fields:
        for name in ("body", "orelse", "finalbody"):
            block = getattr(statement, name, None)
            if block:
                yield block
        for handler in getattr(statement, "handlers", ()):
            yield handler.body
    else:
        for case in getattr(statement, "cases", ()):
            yield case.body


@dataclass(slots=True, eq=False)
class Statement:
    """A simple statement, or the head of a compound one: its words, and what it assigns to."""

    words: set[str]
    names: set[str]
    attributes: set[str]
    returns: bool
    plain: bool  # `self.head = nn.Linear(4, 2)` in the constructor of a module: it goes where its owner goes
    registered: bool  # `self.weight = nn.Parameter(...)`: from here on it goes where its module goes


def statements_of(unit: Unit, text_lines: list[str], modules: set[str]) -> Iterator[Statement]:
    """The statements of a unit that assign, return, yield, or call something for its effect."""
    pending: list[ast.stmt] = list(unit.node.body)
    whole = isinstance(unit.node, FUNCTIONS)
    makes_module = unit.name in CONSTRUCTORS and unit.owner is not None and f"{unit.owner.name}(" in modules
    while pending:
        node = pending.pop()
        inner = [statement for block in blocks(node) for statement in block]
        if inner:
            if not whole and isinstance(node, (*FUNCTIONS, ast.ClassDef)):
                continue
            pending += inner
            end = max(node.lineno, min(statement.lineno for statement in inner) - 1)
        else:
            end = node.end_lineno or node.lineno
        names: set[str] = set()
        attributes: set[str] = set()
        for target in targets(node):
            collect(target, names, attributes)
        returns = isinstance(node, ast.Return)
        text = "".join(text_lines[node.lineno - 1 : end])
        if not (names or attributes or returns or isinstance(node, ast.Expr) or ":=" in text):
            continue
        found = seeds.words(text)
        if isinstance(node, ast.Expr):
            returns = isinstance(node.value, (ast.Yield, ast.YieldFrom))
            _collect_held(node.value, names, attributes)
        if ":=" in text:
            names |= {word for word in found if word.isidentifier()}
        called = _called(node)
        plain = called[:1].isupper() and bool(attributes) and makes_module
        yield Statement(found, names, attributes, returns, plain, called in _REGISTERED)


def _called(node: ast.stmt) -> str:
    """The last name of the function whose call is the whole value of an assignment or a ``return``."""
    value = getattr(node, "value", None)
    function = value.func if isinstance(value, ast.Call) and not isinstance(node, ast.Expr) else None
    return str(getattr(function, "attr", None) or getattr(function, "id", ""))


def targets(node: ast.stmt) -> list[ast.expr]:
    """What a statement assigns to."""
    if isinstance(node, (ast.Assign, ast.Delete)):
        return node.targets
    if isinstance(node, (ast.AugAssign, ast.AnnAssign, ast.For, ast.AsyncFor)):
        return [node.target]
    if isinstance(node, (ast.With, ast.AsyncWith)):
        return [item.optional_vars for item in node.items if item.optional_vars is not None]
    return []


def collect(target: ast.expr, names: set[str], attributes: set[str]) -> None:
    """The names and the attributes (with their dot) that assigning to ``target`` changes."""
    if isinstance(target, (ast.Tuple, ast.List)):
        for element in target.elts:
            collect(element, names, attributes)
    elif isinstance(target, ast.Starred):
        collect(target.value, names, attributes)
    else:
        while isinstance(target, ast.Subscript):
            target = target.value
        if isinstance(target, ast.Attribute):
            attributes.add(f".{target.attr}")
            if isinstance(target.value, (ast.Attribute, ast.Subscript)):
                collect(target.value, names, attributes)
        elif isinstance(target, ast.Name):
            names.add(target.id)


def _collect_held(value: ast.expr, names: set[str], attributes: set[str]) -> None:
    """What a bare call puts its arguments into: ``self.cache.append(x)``, ``setattr(self, "mask", x)``."""
    if isinstance(value, ast.Call):
        function = value.func
        if isinstance(function, ast.Attribute) and function.attr in _HOLDERS:
            collect(function.value, names, attributes)
        elif isinstance(function, ast.Name) and function.id == "setattr" and len(value.args) == 3:
            key = value.args[1]
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                attributes.add(f".{key.value}")
