"""Where plugins are imported from: the environment that devlint runs in, and not the project that is checked.

    with environment():
        importlib.import_module("our_rules")
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_MARKS = (".git", ".hg", "pyproject.toml", "setup.cfg", "tox.ini")


@contextmanager
def environment() -> Iterator[None]:
    """Import from the environment alone: the current folder and other folders of the checked project are left out."""
    whole = sys.path[:]
    sys.path[:] = [entry for entry in whole if entry and not is_checked(entry)]
    try:
        yield
    finally:
        sys.path[:] = whole


def is_checked(place: str) -> bool:
    """True if ``place`` lies in the checked project. Not for the environment of devlint, wherever that is."""
    import site
    import sysconfig

    real = os.path.realpath(place)
    own = {*(sysconfig.get_path(kind) for kind in ("purelib", "platlib", "stdlib", "platstdlib")), site.USER_SITE}
    if any(_is_in(real, os.path.realpath(folder)) for folder in own if folder):
        return False
    return any(_is_in(real, folder) for folder in _checked_folders())


def _checked_folders() -> list[str]:
    """The current folder, and the outermost one above it that looks like the root of a project."""
    here = os.path.realpath(os.curdir)
    found, folder, home = [here], here, os.path.realpath(os.path.expanduser("~"))
    while os.path.dirname(folder) != folder and folder != home:
        if any(os.path.exists(os.path.join(folder, mark)) for mark in _MARKS):
            found.append(folder)
        folder = os.path.dirname(folder)
    return found


def _is_in(place: str, folder: str) -> bool:
    return place == folder or place.startswith(os.path.join(folder, ""))
