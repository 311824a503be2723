"""``devlint check --watch``: check again whenever a file changes.

It needs watchfiles, which the extra ``devlint[watch]`` installs.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence

from devlint.base.errors import BadOption
from devlint.cli.messages import CLEAN, complain
from devlint.configuration.reading import NAMES
from devlint.source.files import STDIN, SUFFIXES


def watch(paths: Sequence[str], check: Callable[[], int]) -> int:
    """Call ``check`` now and after each change below ``paths``, until it is interrupted; the last exit code."""
    if STDIN in paths:
        raise BadOption("--watch: standard input cannot be watched")
    try:
        import watchfiles
    except ImportError:
        from devlint.installed.origin import install_command

        raise BadOption(f"--watch: needs watchfiles; `{install_command('watch')}` installs it") from None
    folders = sorted({path if os.path.isdir(path) else os.path.dirname(path) or os.curdir for path in paths})
    there = [folder for folder in folders if os.path.isdir(folder)]
    if not there:
        return check()
    usual = watchfiles.DefaultFilter()  # which leaves out what is hidden or generated
    changes = watchfiles.watch(
        *there,
        watch_filter=lambda kind, path: matters(path) and usual(kind, path),
        yield_on_timeout=True,
        rust_timeout=1000,
    )
    code = CLEAN
    try:
        next(changes)  # what changes during the first check counts
        code = _once(check)
        for changed in changes:
            if not changed:
                continue
            if sys.stdout.isatty():
                print("\x1b[2J\x1b[H", end="")
            code = _once(check)
    except KeyboardInterrupt:
        print(file=sys.stderr)
    return code


def matters(path: str) -> bool:
    """True if a change of the file ``path`` can change what is found."""
    name = os.path.basename(path)
    return name.endswith(SUFFIXES) or name in NAMES


def _once(check: Callable[[], int]) -> int:
    """Check, and say what is wrong with the options of the moment instead of ending."""
    try:
        code = check()
    except BadOption as error:
        code = complain(str(error))
    sys.stdout.flush()
    print(f"{time.strftime('%H:%M:%S')}: watching for changes, Ctrl-C ends", file=sys.stderr)
    return code
