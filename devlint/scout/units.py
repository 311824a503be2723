"""A file cut into units: functions with all inside them, and what classes and the module say outside of functions.

import torch                    the module's unit: line 1
def f(x):                       the unit of `f`: lines 2 and 3; a function inside `f` would be part of it
    y = x.cuda()                its statements: `y =`, a seed
class A:                        the class's unit: line 4
    def g(self): ...            the unit of `g`, whose owner is `A`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import field

from devlint.base.record import dataclass
from devlint.scout import vocabulary

CONSTRUCTORS = {"__init__", "__new__", "__post_init__"}
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Handles = tuple[frozenset[str], frozenset[str]]
"""The words by which a function may be called: anywhere, and in its own family of classes."""


@dataclass(slots=True, eq=False)
class Unit:
    """A function with all inside it, or what a class or the module says outside its functions."""

    node: FunctionNode | ast.ClassDef | ast.Module
    owner: Class | None
    words: set[str] = field(default_factory=set)
    first: int = 0
    tainted: set[str] = field(default_factory=set)  # names inside it that hold something from a reached statement
    lent: set[str] = field(default_factory=set)  # names that do so for those callers who pass it
    built: set[str] = field(default_factory=set)  # names inside it that hold a module that is not registered
    reached: bool = False
    shown: bool = False  # to a detector: it is read, and evaluated where it is called only
    leaks: bool = False
    builds: bool = False  # it returns a module
    kept: bool = False
    aside: bool = False  # kept only to be read where it is called, or for what it leaves in its object
    unset: set[str] | None = None  # see ``_left_unset``
    registered: set[str] | None = None  # see ``derived.registered``
    handles: Handles = (frozenset(), frozenset())  # see ``calls``, once it is known what the file mentions

    @property
    def name(self) -> str:
        """The name of the function or class."""
        return "" if isinstance(self.node, ast.Module) else self.node.name


@dataclass(slots=True, eq=False)
class Class:
    """A class of the file, the names of its bases, and the functions that stand directly in it."""

    name: str
    node: ast.ClassDef
    bases: set[str]
    own: Unit | None = None
    methods: list[Unit] = field(default_factory=list)
    family: set[str] = field(default_factory=set)  # its name, those of its bases and of its subclasses in the file
    is_module: bool = False
    mentioned: bool = False  # it is spoken of outside of the lists of bases, so there may be instances


def units_of(tree: ast.Module, text_lines: list[str]) -> tuple[list[Unit], list[Class]]:
    """The units of a file, and its classes."""
    found: tuple[list[Unit], list[Class]] = ([], [])
    _gather(tree, (1, len(text_lines)), None, text_lines, found)
    return found


def _gather(
    node: ast.Module | ast.ClassDef,
    where: tuple[int, int],
    owner: Class | None,
    text_lines: list[str],
    found: tuple[list[Unit], list[Class]],
) -> None:
    """Add what stands in a module or class, from the first line of it to the last, to what was ``found``."""
    first, last = where
    own = Unit(node, owner, first=first)
    if isinstance(node, ast.ClassDef) and owner is not None:
        owner.own = own
    found[0].append(own)
    rest: list[str] = []
    position = _after_docstring(node, first if isinstance(node, ast.Module) else node.body[0].lineno)
    for child in definitions(node.body):
        start = first_line(child)
        end = child.end_lineno or start
        rest += text_lines[position - 1 : start - 1]
        position = max(position, end + 1)
        if isinstance(child, ast.ClassDef):
            inner = Class(child.name, child, base_names(child))
            found[1].append(inner)
            _gather(child, (start, end), inner, text_lines, found)
        else:
            body = _after_docstring(child, child.body[0].lineno)
            text = "".join(text_lines[start - 1 : child.body[0].lineno - 1] + text_lines[body - 1 : end])
            unit = Unit(child, owner, vocabulary.words(text.replace(f"def {child.name}", "def", 1)), start)
            found[0].append(unit)
            if owner is not None:
                owner.methods.append(unit)
    rest += text_lines[position - 1 : last]
    own.words = vocabulary.words("".join(rest))


def base_names(node: ast.ClassDef) -> set[str]:
    """The names of the classes right above one; ``Generic[T]`` is ``Generic``."""
    written = (base.value if isinstance(base, ast.Subscript) else base for base in node.bases)
    return {base.id if isinstance(base, ast.Name) else getattr(base, "attr", "") for base in written}


def first_line(node: ast.stmt) -> int:
    """The line on which a statement begins, that of its first decorator if it has any."""
    return min([node.lineno, *(int(decorator.lineno) for decorator in getattr(node, "decorator_list", ()))])


def _after_docstring(node: ast.Module | ast.ClassDef | FunctionNode, otherwise: int) -> int:
    first = node.body[0] if node.body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and first.end_lineno:
        alone = len(node.body) == 1 or node.body[1].lineno > first.end_lineno
        return first.end_lineno + 1 if alone else otherwise
    return otherwise


def definitions(body: list[ast.stmt]) -> Iterator[FunctionNode | ast.ClassDef]:
    """The functions and classes that a body defines, also under its ``if``, ``try``, ``with`` and loops."""
    for statement in body:
        if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
            yield statement
        else:
            for block in blocks(statement):
                yield from definitions(block)


def blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """The bodies of a compound statement."""
    fields = statement._fields
    for name in ("body", "orelse", "finalbody"):
        if name in fields:  # to ask for what is not there costs many times as much
            block = getattr(statement, name)
            if block:
                yield block
    for name in ("handlers", "cases"):
        if name in fields:
            for part in getattr(statement, name):
                yield part.body


