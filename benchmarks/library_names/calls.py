"""The calls of one file that reach a library with a tensor or a module, by the names that the evaluator finds.

    import faiss
    index = faiss.IndexFlatL2(8)
    index.add(features)               # Use("faiss.IndexFlatL2.add", given=True, given_back=False)

A file is evaluated whole, apart from its project. A value counts where the evaluator takes it for a tensor or a module,
or cannot tell but has a hint of it. A result of which nothing is known counts where the code treats it as one:
it is moved, or a method is called on it that tensors and modules alone have.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from benchmarks.scan import Target, read
from devlint.devices.analysis import Program
from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.beliefs import beliefs
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import Home
from devlint.flow.values.state import State
from devlint.flow.values.value import External, Identity, Unknown, Value
from devlint.forms import form
from devlint.forms.lowering import lower
from devlint.scout.torch_mentions import touches_torch
from devlint.source.text import NotAnalysed, parse

HELD = frozenset({"tensor", "module", "batch"})
TELLING = frozenset("to cuda cpu detach requires_grad_ backward state_dict parameters unsqueeze eval train".split())
"""Methods that say of a result that it is a tensor or a module."""

OF_PYTHON = frozenset({"torch", "builtins"})
"""Packages that are left out: torch has tables of its own."""


class Use(NamedTuple):
    """The name of what is called, whether an argument is or may be a tensor or a module, and whether the result is."""

    name: str
    given: bool
    given_back: bool


class File(NamedTuple):
    """What was found in one file; ``evaluated`` says whether it was evaluated to its end."""

    path: Path
    evaluated: bool
    uses: tuple[Use, ...]


def examine(target: Target) -> File:
    """The uses in one file. One that is no Python, or does not mention torch, has none."""
    path = target[0]
    try:
        text = read(path)
        tree = parse(text) if touches_torch(text) else None
    except (SyntaxError, UnicodeDecodeError, NotAnalysed):
        return File(path, evaluated=False, uses=())
    if tree is None:
        return File(path, evaluated=True, uses=())
    seen = _Seen()
    evaluated = True
    program = Program(AnalyzedFile(text, lower(tree), home=Home("")))
    program.run.observer = seen.observe
    try:
        program.facts()
    except RecursionError:
        evaluated = False
    finally:
        program.clear()
    return File(path, evaluated, tuple(seen.uses(tree)))


@dataclass
class _Seen:
    """What the evaluator finds in one file, by the ids of nodes."""

    named: dict[int, str] = field(default_factory=dict)
    """The full names of what is imported, of objects that are made of it, and of what is called on those."""
    made: dict[Identity, str] = field(default_factory=dict)
    """The names of the classes of which objects are made."""
    held: set[int] = field(default_factory=set)
    """Expressions that are, or may be, tensors and modules."""

    def observe(self, run: Evaluator, state: State, at: form.Expression, value: Value) -> None:
        """Note what ``at`` was evaluated to."""
        node = at.node
        if run.site.abroad or not isinstance(node, ast.expr):
            return
        if isinstance(value, External):
            self.named[id(node)] = value.name
        elif isinstance(value, Unknown) and value.id in self.made:
            self.named[id(node)] = self.made[value.id]
        if isinstance(at, form.Attribute) and id(node) not in self.named and id(at.value.node) in self.named:
            self.named[id(node)] = f"{self.named[id(at.value.node)]}.{at.name}"
        if isinstance(at, form.Call) and isinstance(value, Unknown):
            name = self._called(at.function)
            if name.rpartition(".")[2][:1].isupper():
                self.made[value.id] = name
        if any({one.kind, one.inside} & HELD or one.device is not None for one in beliefs(state, value)):
            self.held.add(id(node))

    def _called(self, function: form.Expression) -> str:
        known = self.named.get(id(function.node), "")
        if known or not isinstance(function, form.Attribute):
            return known
        owner = self.named.get(id(function.value.node), "")
        return f"{owner}.{function.name}" if owner else ""

    def uses(self, tree: ast.Module) -> Iterator[Use]:
        """The calls of libraries in ``tree``, each once."""
        telling = _told_by_later_code(tree)
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            name = self._of(node.func)
            if not name or name.partition(".")[0] in OF_PYTHON:
                continue
            arguments = [*node.args, *(one.value for one in node.keywords)]
            given = any(id(inner) in self.held for one in arguments for inner in _parts(one))
            given_back = id(node) in self.held or id(node) in telling
            if given or given_back:
                yield Use(name, given, given_back)

    def _of(self, function: ast.expr) -> str:
        known = self.named.get(id(function), "")
        if known or not isinstance(function, ast.Attribute):
            return known
        owner = self.named.get(id(function.value), "")
        return f"{owner}.{function.attr}" if owner else ""


def _parts(argument: ast.expr) -> Iterator[ast.expr]:
    """An argument, and what a list, tuple or dict of it holds."""
    yield argument
    if isinstance(argument, ast.Starred):
        yield argument.value
    elif isinstance(argument, (ast.List, ast.Tuple)):
        yield from argument.elts
    elif isinstance(argument, ast.Dict):
        yield from argument.values


def _told_by_later_code(tree: ast.Module) -> set[int]:
    """The calls whose result is treated as a tensor or a module: at once, or under the name that it is given."""
    found: set[int] = set()
    for scope in ast.walk(tree):
        if not isinstance(scope, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        inside = list(ast.walk(scope))
        told = {
            ast.dump(one.func.value)
            for one in inside
            if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) and one.func.attr in TELLING
            if isinstance(one.func.value, (ast.Name, ast.Attribute))
        }
        for one in inside:
            if isinstance(one, ast.Attribute) and one.attr in TELLING and isinstance(one.value, ast.Call):
                found.add(id(one.value))
            elif isinstance(one, ast.Assign) and isinstance(one.value, ast.Call):
                names = {ast.dump(target).replace("Store()", "Load()") for target in one.targets}
                if names & told:
                    found.add(id(one.value))
    return found
