"""Models of the top level: where its last line leaves them, functions find them that nothing in the file moves again.

net = Net().cuda()
def predict(x): return net(torch.tensor(x))      on CUDA, whoever calls it
def export(): net.cpu()                          then ``predict`` may find it anywhere
def load(): return prepared(net)                 so it may, when other code is handed the model
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set
from typing import TypeAlias

from devlint.devices.lattice.state_keys import MOVED
from devlint.devices.lattice.values import Mark
from devlint.flow.values.definitions import Home
from devlint.flow.values.state import Field, State
from devlint.flow.values.value import Identity, Value, options
from devlint.forms import form
from devlint.forms.source_file import SourceFile

_MOVES = frozenset("to cpu cuda xpu mps to_empty share_memory apply register_module add_module __setattr__".split())
_Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_MOST = 2_000
"""So many fields are looked at. A model with more is one of which functions know nothing."""


def left_to_functions(state: State, home: Home, file: SourceFile) -> dict[Field, Value]:
    """The fields of the models that the top level, which ends in ``state``, has moved, and nothing moves afterwards."""
    moved = [(name, one) for name, value in home.names.items() if name not in home.rebound
             for one in _moved(state, value, file)]
    if not moved:
        return {}
    touched = set(_touched(file.syntax))
    found: dict[Field, Value] = {}
    for name, identity in moved:
        if name not in touched:
            found.update(_fields(state, identity))
    return found


def _moved(state: State, value: Value, file: SourceFile) -> Iterator[Identity]:
    """The models that ``value`` may be and that were moved, whether the file is imported or run."""
    for _, one in options(value):
        identity = getattr(one, "id", None)
        mark = None if identity is None else state.field(identity, MOVED)
        if isinstance(mark, Mark) and file.owns(mark.at) and not _is_of_script(mark.at, file):
            yield identity


def _is_of_script(at: form.Form, file: SourceFile) -> bool:
    """True if ``at`` runs only where the file is run itself."""
    tests = (one.test for one in file.around(at) if isinstance(one, form.If))
    return any(isinstance(part, form.Name) and part.id == "__name__" for test in tests for part in form.walk(test))


def _fields(state: State, identity: Identity) -> dict[Field, Value]:
    """The fields of a model and of what it holds; none where there are too many."""
    found: dict[Field, Value] = {}
    waiting, seen = [identity], {identity}
    while waiting:
        owner = waiting.pop()
        for key, value in state.fields_of(owner):
            found[owner, key] = value
            for _, one in options(value):
                part = getattr(one, "id", None)
                if part is not None and part not in seen:
                    seen.add(part)
                    waiting.append(part)
        if len(found) > _MOST:
            return {}
    return found


def _touched(tree: ast.Module) -> Iterator[str]:
    """The names that functions rebind, change, move or hand on: all that they do not just call, or read a part of."""
    outermost = list(_functions(tree))
    moving = _MOVES.union(*(_moving(one) for one in outermost))
    for function in outermost:
        yield from _touched_by(function, moving)


def _functions(tree: ast.Module) -> Iterator[_Function]:
    """The functions of a file that stand in no other one."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, _FUNCTIONS):
            yield node
        else:
            waiting += ast.iter_child_nodes(node)


def _moving(method: _Function) -> set[str]:
    """The name of ``method``, if it moves what it is called on, or a part of that."""
    calls = (node.func for node in ast.walk(method) if isinstance(node, ast.Call))
    moves = any(isinstance(one, ast.Attribute) and one.attr in _MOVES and _root(one) == "self" for one in calls)
    return {method.name} if moves and not isinstance(method, ast.Lambda) else set()


def _touched_by(function: _Function, moving: Set[str]) -> Iterator[str]:
    """Those of them that ``function``, or what it defines, touches and does not take from its caller.

    ``moving`` are the names of methods that move what they are called on.
    """
    inside = list(ast.walk(function))
    plain = {id(node.func) for node in inside if isinstance(node, ast.Call)}
    plain |= {id(node.value) for node in inside if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)}
    found = {node.id for node in inside if isinstance(node, ast.Name) and id(node) not in plain}
    for node in inside:
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            yield from node.names
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in moving:
            found.add(_root(node.func))
        elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            found.add(_root(node.value))
    yield from found - {one.arg for one in ast.walk(function.args) if isinstance(one, ast.arg)}


def _root(node: ast.expr) -> str:
    """The name that a chain of members begins with: "net" for ``net.layers[0].weight``; "" for another expression."""
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""
