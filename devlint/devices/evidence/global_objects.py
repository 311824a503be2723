"""Objects of the top level: as its last line leaves them, functions find them that nothing in the file changes again.

net = Net().cuda()
def predict(x): return net(torch.tensor(x))      `net` is on CUDA here
def export(): net.cpu()                          then a function may find it anywhere
def load(): return prepared(net)                 so it may where other code is handed the model

settings = Settings(device="cpu")                what its class says of ``device`` is not so of this one
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set
from typing import TypeAlias

from devlint.devices.evidence.class_roles import is_module_class
from devlint.devices.lattice.state_keys import LIBRARY, MOVED
from devlint.devices.lattice.values import Mark
from devlint.flow.values.definitions import ClassValue, FunctionValue, Home, Object
from devlint.flow.values.state import Field, State
from devlint.flow.values.value import NONE, Identity, Unknown, Value, options
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.parts import names_in
from devlint.forms.source_file import SourceFile

_MOVES = frozenset("to cpu cuda xpu mps to_empty share_memory apply register_module add_module __setattr__".split())
_Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_MOST = 2_000
"""So many fields are looked at. A model with more is one of which functions know nothing."""


def left_to_functions(state: State, home: Home, file: SourceFile) -> dict[Field, Value]:
    """The fields of what the top level, which ends in ``state``, has made, as far as functions find them.

    Of models these are those that it has moved, and those of a library, of which a stub says where they are; the
    attributes of another object that functions may change are unknown.
    """
    moved = [(name, one) for name, value in home.names.items() for one in _moved(state, value, file)]
    objects = {one.id: one for value in home.names.values() for one in _objects(value, home)}
    if not moved and not objects:
        return {}
    changed, handed_on = _touched(file.syntax)
    changed |= home.rebound
    touched = {one for name, one in moved if name in changed or name in handed_on}  # by whatever name
    set_anew = {getattr(one, "id", None) for name in changed for _, one in options(home.names.get(name, NONE))}
    found: dict[Field, Value] = {}
    for identity in dict.fromkeys(one for _, one in moved):
        if identity not in touched:
            found.update(_fields(state, identity))
        elif (identity, LIBRARY) in state.fields:
            found[identity, LIBRARY] = state.fields[identity, LIBRARY]  # what it is, wherever it is
    for one in objects.values():
        if one.id in set_anew or _changes_itself(one.type):
            attributes = (key for key, _ in state.fields_of(one.id) if key.startswith("."))
            found.update({(one.id, key): Unknown((one.id, key, "left")) for key in attributes})
        else:
            found.update(_fields(state, one.id))
    return found


def _objects(value: Value, home: Home) -> Iterator[Object]:
    """The objects of classes of the file, but modules, that ``value`` may be."""
    for _, one in options(value):
        if isinstance(one, Object) and one.type.home is home and not is_module_class(one.type):
            yield one


def _changes_itself(cls: ClassValue) -> bool:
    """Whether a method of ``cls`` sets attributes once its objects are made."""
    own = (one for name, one in cls.members.items() if name not in ("__init__", "__post_init__"))
    methods = [one.form for one in own if isinstance(one, FunctionValue)]
    return any(isinstance(one, form.Attribute) for method in methods for one in form.once(Bindings, method).targets)


def _moved(state: State, value: Value, file: SourceFile) -> Iterator[Identity]:
    """What ``value`` may be of a library, or a model that was moved, whether the file is imported or run."""
    for _, one in options(value):
        identity = getattr(one, "id", None)
        mark = None if identity is None else state.field(identity, MOVED)
        if isinstance(mark, Mark):
            if file.owns(mark.at) and not _is_of_script(mark.at, file):
                yield identity
        elif identity is not None and (identity, LIBRARY) in state.fields:
            yield identity


def _is_of_script(at: form.Form, file: SourceFile) -> bool:
    """True if ``at`` runs only where the file is run itself."""
    return "__name__" in names_in(*(one.test for one in file.around(at) if isinstance(one, form.If)))


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


def _touched(tree: ast.Module) -> tuple[set[str], set[str]]:
    """The names that functions rebind, change or move, and those that they hand on: neither call nor read a part of."""
    outermost = [(one, list(ast.walk(one))) for one in _functions(tree)]
    moving = _MOVES.union(*(_moving(one, inside) for one, inside in outermost))
    changed, handed_on = set[str](), set[str]()
    for function, inside in outermost:
        own = {one.arg for one in ast.walk(function.args) if isinstance(one, ast.arg)}
        own |= {one.id for one in inside if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
        bound = {name for one in inside if isinstance(one, (ast.Global, ast.Nonlocal)) for name in one.names}
        changed |= bound | _changed(inside, moving) - (own - bound)
        handed_on |= _handed_on(inside) - (own - bound)
    return changed, handed_on


def _functions(tree: ast.Module) -> Iterator[_Function]:
    """The functions of a file that stand in no other one."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, _FUNCTIONS):
            yield node
        else:
            waiting += ast.iter_child_nodes(node)


def _moving(method: _Function, inside: list[ast.AST]) -> set[str]:
    """The name of ``method``, if it moves what it is called on, or a part of that, by the nodes ``inside``."""
    calls = (node.func for node in inside if isinstance(node, ast.Call))
    moves = any(isinstance(one, ast.Attribute) and one.attr in _MOVES and _root(one) == "self" for one in calls)
    return {method.name} if moves and not isinstance(method, ast.Lambda) else set()


def _changed(inside: list[ast.AST], moving: Set[str]) -> set[str]:
    """The names of what the nodes move, by one of the methods ``moving``, or set a part of."""
    found = set[str]()
    for node in inside:
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and node.func.attr in moving:
                found.add(_root(node.func))
            elif isinstance(node.func, ast.Name) and node.func.id in ("setattr", "delattr", "vars"):
                found.update(map(_root, node.args[:1]))
        elif isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
            found.add(_root(node.value))
    return found


def _handed_on(inside: list[ast.AST]) -> set[str]:
    """The names that the nodes read by themselves."""
    plain = {id(node.func) for node in inside if isinstance(node, ast.Call)}
    plain |= {id(node.value) for node in inside if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)}
    return {node.id for node in inside if isinstance(node, ast.Name) and id(node) not in plain}


def _root(node: ast.expr) -> str:
    """The name that a chain of members begins with: "net" for ``net.layers[0].weight``; "" for another expression."""
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""
