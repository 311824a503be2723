"""What becomes of the value of a name after a statement that uses or sets it.

    loss = criterion(out, labels)                 later: "needed", where it is compared with `out` below
    hits += (out.argmax(1) == labels).sum()
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from devlint.source.text import unparsed

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_INNER = (*_FUNCTIONS, ast.ClassDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_ASKING = frozenset("size shape dim ndim numel dtype device is_cuda get_device item tolist cpu cuda to keys".split())
"""Members that give the same wherever a tensor is, and those that say where it goes."""
_KEEPING = frozenset("numpy append extend insert add update put".split())
"""Methods that take a tensor where it is, for code that may want it on the CPU."""
_ASKED = frozenset("len print isinstance type str repr id".split())


class Uses:
    """The names of one scope by what they are called, and what each of its nodes stands in."""

    def __init__(self, scope: ast.AST) -> None:
        self.parents: dict[ast.AST, ast.AST] = {}
        self.names: dict[str, list[ast.Name]] = {}
        for node in ast.walk(scope):
            if isinstance(node, ast.Name):
                self.names.setdefault(node.id, []).append(node)
            for child in ast.iter_child_nodes(node):
                self.parents[child] = node


def scope_of(path: Sequence[ast.AST]) -> ast.AST:
    """The innermost function of a path of nodes, or the module."""
    return next((one for one in reversed(path) if isinstance(one, (*_FUNCTIONS, ast.Module))), path[0])


def later(path: Sequence[ast.AST], name: str, uses: Uses) -> str:
    """What is done with ``name`` from the innermost statement of ``path`` on, beside its use at the end of ``path``.

    ``uses`` is of the path's scope.
    "" for nothing that needs it elsewhere; "needed" if it is used as there; "kept" if it is, but something may rely
    on where it is now, or the use is not reached through the statement alone.
    """
    statements = [one for one in path if isinstance(one, ast.stmt)]
    if not statements:
        return "kept"
    here, use = statements[-1], path[-1]
    parents, names = uses.parents, uses.names.get(name, [])
    stores = [_place(_statement(one, parents)) for one in names if not isinstance(one.ctx, ast.Load)]
    found: set[str] = set()
    again = _repeated(path, names)
    for one in names:
        at = _place(_statement(one, parents))
        if one is use or not isinstance(one.ctx, ast.Load):
            continue
        if at < _place(here):
            if one in again and _kind(one, parents):
                return "kept"  # the next time round it is what the statement made of it
            continue
        if any(_place(here) <= store < at for store in stores):
            continue  # another value by then
        what = _kind(one, parents)
        if what == "needed" and (_is_of_another(one, use, parents) or not _is_behind(one, here, parents)):
            found.add("kept")
        found.add(what)
    inside = any(isinstance(node, _INNER) for node in path[path.index(here) + 1 :])
    simple = isinstance(here, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return, ast.Expr))
    if "needed" not in found:
        return ""
    return "kept" if "kept" in found or inside or not simple else "needed"


def is_read_after(path: Sequence[ast.AST], name: str, uses: Uses) -> bool:
    """Whether something may read what the innermost statement of ``path`` leaves in ``name``.

    That is what stands below, what a loop around it comes back to, and whatever runs at another time: a function
    inside of the scope, and all others where the name is not the scope's own.
    """
    statements = [one for one in path if isinstance(one, ast.stmt)]
    if not statements or isinstance(scope_of(path), ast.Module):
        return True
    here, scope = statements[-1], scope_of(path)
    loops = [one for one in path if isinstance(one, (ast.For, ast.AsyncFor, ast.While))]
    setting = [number for number, one in enumerate(loops) if _binds(getattr(one, "target", None), name)]
    loops = loops[setting[-1] + 1 :] if setting else loops  # each round begins with another value
    shared = (one for one in ast.walk(scope) if isinstance(one, (ast.Global, ast.Nonlocal)))
    if any(name in one.names for one in shared):
        return True
    for one in uses.names.get(name, []):
        around = [one, *_upwards(one, uses.parents)]
        if not isinstance(one.ctx, ast.Load) or here in around or any(_sets_for_itself(part, name) for part in around):
            continue
        apart = any(isinstance(part, (*_FUNCTIONS, ast.Lambda)) for part in around[: around.index(scope)])
        if apart or _place(one) > _place(here) or any(loop in around for loop in loops):
            return True
    return False


def _binds(target: ast.AST | None, name: str) -> bool:
    """True if ``name`` is among the names that ``target`` assigns."""
    return target is not None and any(isinstance(one, ast.Name) and one.id == name for one in ast.walk(target))


def _sets_for_itself(node: ast.AST, name: str) -> bool:
    """True for a comprehension whose own variable is called ``name``."""
    if not isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        return False
    return any(_binds(one.target, name) for one in node.generators)


def _repeated(path: Sequence[ast.AST], names: Sequence[ast.Name]) -> set[ast.Name]:
    """Those of ``names`` in the loops around the end of ``path`` in which none of them is assigned."""
    found: set[ast.Name] = set()
    for loop in (one for one in path if isinstance(one, (ast.For, ast.AsyncFor, ast.While))):
        inside = {one for one in ast.walk(loop) if isinstance(one, ast.Name)}.intersection(names)
        if all(isinstance(one.ctx, ast.Load) for one in inside):
            found |= inside
    return found


def _kind(use: ast.Name, parents: dict[ast.AST, ast.AST]) -> str:
    """What one use of a name needs: "" where that is nothing, "kept" where it may have to stay where it is."""
    node: ast.AST = use
    while True:
        parent = parents.get(node)
        if isinstance(parent, ast.Attribute):
            if parent.attr in _ASKING:
                return ""
            if parent.attr in _KEEPING:
                return "kept"
        elif isinstance(parent, ast.Call) and node is not parent.func:
            called = parent.func
            last = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            owner = unparsed(called).partition(".")[0]
            if last in _ASKED:
                return ""
            return "kept" if last in _KEEPING or owner in ("np", "numpy") else "needed"
        elif isinstance(parent, (ast.Return, ast.Yield, ast.YieldFrom, ast.Dict)):
            return "kept"
        elif not isinstance(parent, (ast.Call, ast.Tuple, ast.List)) and not (
            isinstance(parent, ast.Subscript) and node is parent.value
        ):
            return "needed"
        node = parent


def _is_of_another(one: ast.AST, use: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    """Whether ``one`` is all that something else is called with than ``use``: a model may be on the CPU, too."""
    call, first = parents.get(one), parents.get(use)
    if not isinstance(call, ast.Call) or one is call.func or len(call.args) + len(call.keywords) > 1:
        return False
    called = unparsed(call.func)
    known = unparsed(first.func) if isinstance(first, ast.Call) else ""
    return called != known and called.partition(".")[0] not in ("torch", "F")


def _is_behind(use: ast.AST, here: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    """Whether ``use`` stands in the block of the statement ``here``, or in a block around it that always holds it."""
    around = set(_upwards(use, parents))
    node = here
    for parent in _upwards(here, parents):
        block = next((part for _, part in ast.iter_fields(parent) if isinstance(part, list) and node in part), [])
        if any(one in around or one is use for one in block):
            return True
        if not isinstance(parent, (ast.With, ast.AsyncWith)):
            return False
        node = parent
    return False


def _upwards(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> Iterator[ast.AST]:
    while node in parents:
        node = parents[node]
        yield node


def _statement(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> ast.AST:
    """The innermost statement that ``node`` stands in."""
    return next((one for one in _upwards(node, parents) if isinstance(one, ast.stmt)), node)


def _place(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
