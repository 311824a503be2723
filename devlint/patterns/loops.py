"""What a loop does in each of its passes, and what differs between them.

    for step, x in enumerate(loader):
        loss = model(x)                 in each pass
        if step % 100 == 0:
            print(loss)                 in some only
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import libcst as cst
from libcst import CSTNode

from devlint.patterns.nodes import dotted, method, names_in, receiver, stored_in

Loop: TypeAlias = cst.For | cst.While


def changing(loop: Loop) -> set[str]:
    """The names and dotted names that may be others, or have other contents, in the next pass."""
    found = stored_in([loop])
    waiting: list[CSTNode] = [loop]
    while waiting:
        node = waiting.pop()
        waiting += node.children
        if method(node).endswith("_") and not method(node).endswith("__"):
            found.add(dotted(receiver(node)))
    return found - {""}


def is_steady(node: CSTNode, changed: set[str]) -> bool:
    """True if nothing that is read in ``node`` is ``changed``, nor an attribute of what is."""
    return not any(_starts(name) & changed for name in names_in(node))


def _starts(name: str) -> set[str]:
    parts = name.split(".")
    return {".".join(parts[: number + 1]) for number in range(len(parts))}


def in_each_pass(loop: Loop, changed: set[str]) -> Iterator[CSTNode]:
    """The nodes that are evaluated in each pass of ``loop``, outermost first.

    Not what depends on a condition that reads what is ``changed``, or that holds in every n-th pass.
    """
    yield from _of_block(_statements(loop.body), changed)


def _of_block(block: Sequence[CSTNode], changed: set[str]) -> Iterator[CSTNode]:
    for statement in block:
        if isinstance(statement, cst.If):
            yield from _expressions(statement.test, changed)
            if not _differs(statement.test, changed):
                yield from _of_block(_statements(statement.body), changed)
                yield from _of_block([statement.orelse] if statement.orelse else [], changed)
            elif any(isinstance(one, (cst.Continue, cst.Break)) for one in _small(statement.body)):
                return
        elif isinstance(statement, (cst.FunctionDef, cst.ClassDef)):
            continue
        elif isinstance(statement, (cst.For, cst.While, cst.With, cst.Try, cst.TryStar, cst.Else, cst.Finally)):
            for part in statement.children:
                if isinstance(part, cst.BaseSuite):
                    yield from _of_block(_statements(part), changed)
                elif isinstance(part, (cst.Else, cst.Finally)):
                    yield from _of_block([part], changed)
                elif not isinstance(part, cst.ExceptHandler):
                    yield from _expressions(part, changed)
        else:
            yield from _expressions(statement, changed)


def _expressions(node: CSTNode, changed: set[str]) -> Iterator[CSTNode]:
    waiting = [node]
    while waiting:
        one = waiting.pop()
        yield one
        if isinstance(one, cst.IfExp) and _differs(one.test, changed):
            waiting.append(one.test)
        elif not isinstance(one, cst.Lambda):
            waiting += reversed(one.children)


def _differs(test: CSTNode, changed: set[str]) -> bool:
    """True if a condition may hold in one pass and not in another: ``step % 100 == 0``, ``step > 100``."""
    waiting = [test]
    while waiting:
        node = waiting.pop()
        waiting += node.children
        if isinstance(node, cst.Modulo):
            return True
    return not is_steady(test, changed)


def _statements(body: cst.BaseSuite) -> Sequence[CSTNode]:
    return body.body


def _small(body: cst.BaseSuite) -> Iterator[CSTNode]:
    """The simple statements of a suite."""
    for one in body.body:
        yield from one.body if isinstance(one, cst.SimpleStatementLine) else [one]
