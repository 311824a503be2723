"""Room for deep recursion.

Whatever reads a tree recurses: a chain of 160 method calls or 320 ``elif`` overflows Python's recursion limit although
Python itself takes them. ``run_deep`` runs a function where neither that limit nor a small stack is in the way:

    forms = run_deep(lambda: lower(tree))

The stack is that of a thread made for the purpose. The recursion limit belongs to the whole interpreter; it is raised
while the function runs and put back afterwards.
"""

from __future__ import annotations

import contextlib
import sys
import threading
import time
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
    ended: list[bool] = []  # not `is_alive`, which an exception in `join` can make false while the thread is running

    def call() -> None:
        try:
            results.append(function())
        except BaseException as error:  # handed to the caller below
            errors.append(error)
        finally:
            ended.append(True)

    with _alone:
        limit, stack = sys.getrecursionlimit(), threading.stack_size(_STACK)
        try:
            sys.setrecursionlimit(max(limit, _FRAMES))
            thread = threading.Thread(target=call, name=_NAME)
            thread.start()
            try:
                while not ended:  # a signal need not wake the thread that Python handles it in
                    thread.join(0.1)
            except BaseException as error:  # of a signal: Python raises it in the main thread only
                _stop(thread, ended, type(error))
                raise
        finally:
            sys.setrecursionlimit(limit)
            threading.stack_size(stack)
    if errors:
        raise errors[0]
    return results[0]


def _stop(thread: threading.Thread, ended: list[bool], error: type[BaseException]) -> None:
    """Raise ``error`` in ``thread`` until it ends. A process does not end before its threads do."""
    from ctypes import c_ulong, py_object, pythonapi

    while not ended:
        with contextlib.suppress(error):  # it may come once more
            pythonapi.PyThreadState_SetAsyncExc(c_ulong(thread.ident or 0), py_object(error))
            time.sleep(0.05)
