"""Where a file is for tools that look at the whole repository: its path from the root of the repository.

    root(".")                        the folder upwards that holds ``.git``, or else the current folder
    from_root("a b.py", root)        "src/a b.py" where the run was started in ``src``
    uri("a b.py", root)              "src/a%20b.py"; a file outside of the root has a URI of its own, "file:///..."
"""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote


def root(start: str = ".") -> str:
    """The root of the repository that ``start`` lies in; ``start`` itself where it lies in none."""
    here = os.path.abspath(start)
    folder = here
    while not os.path.exists(os.path.join(folder, ".git")):
        above = os.path.dirname(folder)
        if above == folder:
            return here
        folder = above
    return folder


def from_root(path: str, root: str) -> str:
    """``path`` from ``root``, with slashes; as it is where it lies outside."""
    try:
        relative = os.path.relpath(os.path.abspath(path), root)
    except ValueError:  # another drive
        return path.replace(os.sep, "/")
    if relative.split(os.sep)[0] == os.pardir:
        return path.replace(os.sep, "/")
    return relative.replace(os.sep, "/")


def is_inside(path: str, root: str) -> bool:
    """True if ``path`` lies below ``root``."""
    try:
        return os.path.relpath(os.path.abspath(path), root).split(os.sep)[0] != os.pardir
    except ValueError:
        return False


def uri(path: str, root: str) -> str:
    """The relative URI of ``path`` below ``root``, or an absolute one."""
    if not is_inside(path, root):
        return Path(os.path.abspath(path)).as_uri()
    return quote(os.fsencode(from_root(path, root)), safe="/")
