"""Room for deep recursion.

Whatever reads a tree recurses: a chain of 160 method calls or 320 ``elif`` overflows Python's recursion limit although
Python itself takes them. ``run_deep`` runs a function where neither that limit nor a small stack is in the way:

    forms = run_deep(lambda: lower(tree))

The stack is that of a thread made for the purpose. The recursion limit belongs to the whole interpreter; it is raised
while the function runs and put back afterwards.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TypeVar

_T = TypeVar("_T")

_FRAMES = 30_000
_STACK = 128 * 1024 * 1024  # address space only: a page is used when the recursion reaches it

_NAME = "devlint-deep"
_alone = threading.Lock()  # the recursion limit and the size of the next stack are global


def run_deep(function: Callable[[], _T]) -> _T:
    """What ``function`` returns; what it raises is raised here, ``RecursionError`` beyond 30,000 frames."""
    if threading.current_thread().name == _NAME:
        return function()
    results: list[_T] = []
    errors: list[BaseException] = []

    def call() -> None:
        try:
            results.append(function())
        except BaseException as error:  # handed to the caller below
            errors.append(error)

    with _alone:
        limit, stack = sys.getrecursionlimit(), threading.stack_size(_STACK)
        try:
            sys.setrecursionlimit(max(limit, _FRAMES))
            thread = threading.Thread(target=call, name=_NAME)
            thread.start()
            thread.join()
        finally:
            sys.setrecursionlimit(limit)
            threading.stack_size(stack)
    if errors:
        raise errors[0]
    return results[0]
