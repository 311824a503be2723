"""Where results of earlier runs lie, outside of what is checked, and the secret that says that they are ours.

    ~/.cache/devlint/            $XDG_CACHE_HOME/devlint; ~/Library/Caches, %LOCALAPPDATA% on macOS and Windows
      secret                     made at the first use, readable by its owner only
      0.1.0-5f3a/...             entries, each sealed with the secret

Whoever can write into the tree that is checked could leave entries there that hide findings. An entry counts only if
it is sealed with the secret, which lies in the user's own folder; a folder that is a link, or another user's, is
neither read nor written.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import time
from collections.abc import Iterator
from functools import cache

from devlint.base.file_replacement import replacement

SECRET = "secret"
_SIZE = 32  # bytes of a secret
_PRIVATE = 0o600  # permissions of an entry

OLDEST = 30 * 24 * 3600
"""The age in seconds after which an entry is removed."""
LARGEST = 256 * 2**20
"""The size in bytes of all entries above which the oldest are removed."""
_ROUND = 24 * 3600  # seconds between two rounds of removing


@cache
def user_folder() -> str:
    """The folder of devlint among the user's caches; "" where the user has none."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(base):
        home = os.path.expanduser("~")
        if not os.path.isabs(home):
            return ""
        base = os.path.join(home, ".cache")
        if sys.platform == "darwin":
            base = os.path.join(home, "Library", "Caches")
        elif sys.platform == "win32":
            base = os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
    return os.path.join(base, "devlint")


def is_own(path: str) -> bool:
    """Whether ``path`` is a folder, no link, that belongs to the user; one that is not there will be."""
    try:
        found = os.lstat(path)
    except FileNotFoundError:
        return True
    except (OSError, ValueError):
        return False
    return stat.S_ISDIR(found.st_mode) and _is_users(found)


def _is_users(found: os.stat_result) -> bool:
    return not hasattr(os, "getuid") or found.st_uid == os.getuid()


@cache
def secret() -> bytes:
    """The user's secret, made where there is none yet; b"" where it can be neither read nor made."""
    folder = user_folder()
    if not folder or not is_own(folder):
        return b""
    path = os.path.join(folder, SECRET)
    with contextlib.suppress(OSError):
        os.makedirs(folder, mode=0o700, exist_ok=True)
        beside = f"{path}.{os.getpid()}"
        if not os.path.lexists(path):
            handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with open(handle, "wb") as file:
                file.write(os.urandom(_SIZE))
            with contextlib.suppress(FileExistsError):  # another process was first
                os.link(beside, path)
            os.unlink(beside)
        return _read(path)
    return b""


def _read(path: str) -> bytes:
    """The secret in the file ``path``; b"" where that is a link, another user's, or holds anything else."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    with open(handle, "rb") as file:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode) or not _is_users(found):
            return b""
        text = file.read(_SIZE + 1)
    return text if len(text) == _SIZE else b""


def put(path: str, text: str) -> None:
    """Write the file ``path`` in one step. What was there is replaced, and a link is not followed. Raises OSError."""
    with replacement(path, _PRIVATE, durable=False) as file:
        file.write(text.encode())


def prune(folder: str) -> None:
    """Remove entries under ``folder`` that are old, and the oldest while all are too large; once in a day."""
    mark = os.path.join(folder, "pruned")
    now = time.time()
    with contextlib.suppress(OSError):
        if os.path.lexists(mark) and now - os.lstat(mark).st_mtime < _ROUND:
            return
        put(mark, "")
        os.utime(mark, (now, now))
        size = 0
        for path, found in sorted(_entries(folder), key=lambda entry: -entry[1].st_mtime):
            size += found.st_size
            if now - found.st_mtime > OLDEST or size > LARGEST:
                with contextlib.suppress(OSError):
                    os.unlink(path)


def _entries(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    """The entries under ``folder``, and what a process that was ended has left of one."""
    for here, _, names in os.walk(folder):
        for name in names:
            if name.endswith((".json", ".tmp")):
                path = os.path.join(here, name)
                with contextlib.suppress(OSError):
                    yield path, os.lstat(path)
