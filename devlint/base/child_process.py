"""Processes that devlint starts of itself: they import what it imports, and nothing from the current folder.

    subprocess.Popen(command("devlint.fleet.child", "5", "6"))
    with outside_the_current_folder():
        executor = ProcessPoolExecutor(...)

Python looks into the current folder first where it is given a module (``-m``) or a text (``-c``), as
``multiprocessing`` gives it. There may be anything in it: a folder ``devlint``, a file ``random.py``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

_BEGIN = (
    "import sys; end = int(sys.argv[1]) + 2; sys.path[:] = sys.argv[2:end]; sys.argv[1:end] = []; "
    "from {} import main; main()"
)
_SAFE = "PYTHONSAFEPATH"


def command(module: str, *arguments: str) -> list[str]:
    """The command that runs ``main()`` of ``module`` with these arguments, on the path of this process."""
    path = [entry for entry in sys.path if entry]
    return [sys.executable, "-c", _BEGIN.format(module), str(len(path)), *path, *arguments]


@contextmanager
def outside_the_current_folder() -> Iterator[None]:
    """Have the processes that ``multiprocessing`` starts anew in this block not look into the current folder."""
    util = import_module("multiprocessing.util")
    flags, safe = util._args_from_interpreter_flags, os.environ.get(_SAFE)
    os.environ[_SAFE] = "1"
    if sys.version_info < (3, 11):  # it does not know the variable; its children are given this process's path
        util._args_from_interpreter_flags = lambda: [*flags(), "-I"]  # type: ignore[attr-defined]
    try:
        yield
    finally:
        util._args_from_interpreter_flags = flags  # type: ignore[attr-defined]
        if safe is None:
            os.environ.pop(_SAFE, None)
        else:
            os.environ[_SAFE] = safe
