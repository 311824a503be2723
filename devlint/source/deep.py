"""Room for deep recursion.

LibCST walks its trees recursively, some three frames a level: a chain of 160 method calls or 320 ``elif`` overflow
Python's recursion limit although Python itself takes them. ``run_deep`` runs a function where neither that limit nor
the machine's stack is in the way:

    spans = run_deep(lambda: positions(module))

The recursion limit belongs to the whole interpreter before Python 3.11 and to all its threads since; it is raised
while the function runs and put back afterwards. The stack is one of a thread made for the purpose, with its size in
proportion to the limit.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TypeVar

_T = TypeVar("_T")

_LIMIT = 50_000
_STACK = 512 * 1024 * 1024  # address space: pages are used only as deep as the recursion goes

_alone = threading.Lock()


def run_deep(function: Callable[[], _T]) -> _T:
    """What ``function`` returns; what it raises is raised here (``RecursionError`` beyond 50,000 frames)."""
    results: list[_T] = []
    errors: list[BaseException] = []

    def call() -> None:
        try:
            results.append(function())
        except BaseException as error:  # noqa: BLE001 - handed to the caller below
            errors.append(error)

    with _alone:
        limit, stack = sys.getrecursionlimit(), threading.stack_size(_STACK)
        try:
            sys.setrecursionlimit(_LIMIT)
            thread = threading.Thread(target=call, name="devlint-deep")
            thread.start()
            thread.join()
        finally:
            sys.setrecursionlimit(limit)
            threading.stack_size(stack)
    if errors:
        raise errors[0]
    return results[0]
