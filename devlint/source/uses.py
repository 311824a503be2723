"""What becomes of the value of a name after a statement that uses or sets it.

    loss = criterion(out, labels)                 later: "needed", where it is compared with `out` below
    hits += (out.argmax(1) == labels).sum()
"""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from devlint.source.text import unparsed

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_INNER = (*_FUNCTIONS, ast.ClassDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_ASKING = frozenset("size shape dim ndim numel dtype device is_cuda get_device item tolist cpu cuda to keys".split())
"""Members that give the same wherever a tensor is, and those that say where it goes."""
_KEEPING = frozenset("numpy append extend insert add update put".split())
"""Methods that take a tensor where it is, for code that may want it on the CPU."""
_ASKED = frozenset("len print isinstance type str repr id".split())


MOST_USES = 200
"""Of a value that is used in more places than that, something may rely on where it is."""

Place = tuple[int, int]


class Uses:
    """The names of one scope by what they are called, and what each of its nodes stands in."""

    def __init__(self, scope: ast.AST) -> None:
        self.scope = scope
        self.parents: dict[ast.AST, ast.AST] = {}
        self.names: dict[str, list[ast.Name]] = {}
        self.shared: set[str] = set()  # those that are declared to be of an outer scope
        self._in_order: dict[str, tuple[list[tuple[Place, ast.Name]], list[Place]]] = {}
        self._in_loops: dict[str, dict[ast.AST, Place]] = {}
        self._of_other_times: dict[str, list[ast.Name]] = {}
        self._blocks: dict[ast.AST, dict[ast.AST, str]] = {}
        for node in ast.walk(scope):
            if isinstance(node, ast.Name):
                self.names.setdefault(node.id, []).append(node)
            elif isinstance(node, (ast.Global, ast.Nonlocal)):
                self.shared.update(node.names)
            for child in ast.iter_child_nodes(node):
                self.parents[child] = node

    def in_order(self, name: str) -> tuple[list[tuple[Place, ast.Name]], list[Place]]:
        """The uses of ``name`` that read it, each behind the place of its statement, and the places of the others."""
        known = self._in_order.get(name)
        if known is None:
            placed = [(_place(_statement(one, self.parents)), one) for one in self.names.get(name, ())]
            reads = sorted((one for one in placed if isinstance(one[1].ctx, ast.Load)), key=lambda one: one[0])
            stores = sorted(at for at, one in placed if not isinstance(one.ctx, ast.Load))
            known = self._in_order[name] = reads, stores
        return known

    def first_in(self, loop: ast.AST, name: str) -> Place | None:
        """The first statement of ``loop`` that needs ``name``; None where there is none, or the loop assigns it."""
        known = self._in_loops.get(name)
        if known is None:
            known = self._in_loops[name] = {}
            assigned: set[ast.AST] = set()
            for one in self.names.get(name, ()):
                upwards = _upwards(one, self.parents)
                around = [part for part in upwards if part is self.scope or isinstance(part, _LOOPS)]
                if not isinstance(one.ctx, ast.Load):
                    assigned.update(around)
                elif _kind(one, self.parents):
                    at = _place(_statement(one, self.parents))
                    known.update((part, min(at, known.get(part, at))) for part in around)
            for part in assigned:
                known.pop(part, None)
        return known.get(loop if loop in self.parents else self.scope)

    def block(self, parent: ast.AST, node: ast.AST) -> str:
        """Which list of parts of ``parent`` holds ``node``; "" for none."""
        known = self._blocks.get(parent)
        if known is None:
            lists = [(name, part) for name, part in ast.iter_fields(parent) if isinstance(part, list)]
            known = self._blocks[parent] = {one: name for name, part in lists for one in part}
        return known.get(node, "")

    def of_other_times(self, name: str) -> list[ast.Name]:
        """The uses of ``name`` that read it in a function inside of the scope."""
        known = self._of_other_times.get(name)
        if known is None:
            known = self._of_other_times[name] = []
            for _, one in self.in_order(name)[0]:
                apart = (part for part in _upwards(one, self.parents) if part is not self.scope)
                if any(isinstance(part, (*_FUNCTIONS, ast.Lambda)) for part in apart):
                    known.append(one)
        return known


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
    start = _place(here)
    for loop in (one for one in path if isinstance(one, _LOOPS)):
        first = uses.first_in(loop, name)
        if first is not None and first < start:
            return "kept"  # the next time round it is what the statement made of it
    reads, stores = uses.in_order(name)
    following = bisect_left(stores, start)
    end = stores[following] if following < len(stores) else None
    found: set[str] = set()
    begin = bisect_left(reads, start, key=lambda read: read[0])
    for at, one in reads[begin : begin + MOST_USES]:
        if end is not None and at > end:
            break  # another value by then
        if one is use:
            continue
        what = _kind(one, uses.parents)
        if what == "needed" and (_is_of_another(one, use, uses.parents) or not _is_behind(one, here, uses)):
            found.add("kept")
        found.add(what)
    else:
        if len(reads) - begin > MOST_USES:
            found |= {"kept", "needed"}
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
    here = statements[-1]
    if name in uses.shared:
        return True
    reads, _ = uses.in_order(name)
    start = _place(here)
    later_ones = reads[bisect_left(reads, start, key=lambda read: read[0]) :]
    if any(_place(one) > start and _is_of_another_time(one, here, name, uses) for _, one in later_ones):
        return True
    if any(_is_of_another_time(one, here, name, uses) for one in uses.of_other_times(name)):
        return True
    loops = [one for one in path if isinstance(one, _LOOPS)]
    setting = [number for number, one in enumerate(loops) if _binds(getattr(one, "target", None), name)]
    loops = loops[setting[-1] + 1 :] if setting else loops  # each round begins with another value
    return any(
        loop in _upwards(one, uses.parents) and _is_of_another_time(one, here, name, uses)
        for loop in loops
        for _, one in reads
    )


def _is_of_another_time(node: ast.AST, here: ast.AST, name: str, uses: Uses) -> bool:
    """True if ``node`` reads the ``name`` of the scope, and not as a part of ``here``."""
    around = list(_upwards(node, uses.parents))
    return here not in around and not any(_sets_for_itself(part, name) for part in around)


def _binds(target: ast.AST | None, name: str) -> bool:
    """True if ``name`` is among the names that ``target`` assigns."""
    return target is not None and any(isinstance(one, ast.Name) and one.id == name for one in ast.walk(target))


def _sets_for_itself(node: ast.AST, name: str) -> bool:
    """True for a comprehension whose own variable is called ``name``."""
    if not isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        return False
    return any(_binds(one.target, name) for one in node.generators)


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


def _is_behind(use: ast.AST, here: ast.AST, uses: Uses) -> bool:
    """Whether ``use`` stands in the block of the statement ``here``, or in a block around it that always holds it."""
    around = {uses.parents[one]: one for one in (use, *_upwards(use, uses.parents)) if one in uses.parents}
    node = here
    for parent in _upwards(here, uses.parents):
        block = uses.block(parent, node)
        if block and parent in around and uses.block(parent, around[parent]) == block:
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
