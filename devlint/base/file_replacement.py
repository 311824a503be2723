"""Files that are written beside their place and put there in one step.

    with replacement(path) as file:
        file.write(data)

A reader sees the file as it was or as it is now, and a run that is ended in between leaves the old one, and one beside
it that ``clear_leftovers`` removes. A process holds a lock on each while it lives.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
import tempfile
import time
from collections.abc import Iterator
from typing import BinaryIO

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

MODE = 0o644
LEFTOVER = re.compile(r"\.devlint-[a-z0-9_]{8}\.tmp")
OLD = 3600
"""Seconds after which a file is left over, where there are no locks."""


@contextlib.contextmanager
def replacement(
    path: str, mode: int = MODE, *, owner: tuple[int, int] | None = None, durable: bool = True
) -> Iterator[BinaryIO]:
    """The file that takes the place of ``path`` where the block ends; where it raises, ``path`` stays as it was.

    It gets the permissions ``mode`` and, where that may be set, the user and group ``owner``. ``durable`` waits until
    the data has reached the disk. A link at ``path`` is replaced, not followed. Raises OSError.
    """
    handle, beside = tempfile.mkstemp(dir=os.path.dirname(path) or ".", prefix=".devlint-", suffix=".tmp")
    try:
        with open(handle, "wb") as file:
            _lock(handle)
            yield file
            if durable:
                file.flush()
                os.fsync(file.fileno())
            if owner is not None:
                with contextlib.suppress(OSError, AttributeError):  # not every system and file system has owners
                    os.chown(beside, *owner)
            os.chmod(beside, mode)
            if fcntl is not None:
                file.flush()
                os.replace(beside, path)  # while it is locked
        if fcntl is None:
            os.replace(beside, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise


def clear_leftovers(folder: str) -> None:
    """Remove what processes that were ended have left in ``folder``: regular files of the user, by their names."""
    with contextlib.suppress(OSError), os.scandir(folder or ".") as found:
        for entry in found:
            if LEFTOVER.fullmatch(entry.name):
                with contextlib.suppress(OSError):
                    if _is_left_over(entry.path):
                        os.unlink(entry.path)


def _is_left_over(path: str) -> bool:
    """True for a file that no process is writing. Raises OSError."""
    seen = os.lstat(path)
    if not stat.S_ISREG(seen.st_mode) or seen.st_nlink != 1 or hasattr(os, "getuid") and seen.st_uid != os.getuid():
        return False
    if fcntl is None:
        return time.time() - seen.st_mtime > OLD
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        return _lock(handle)
    finally:
        os.close(handle)


def _lock(handle: int) -> bool:
    """Lock an open file for this process; False if another one has it, or the file system has no locks."""
    if fcntl is None:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
