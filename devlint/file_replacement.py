"""Files that are written beside their place and put there in one step.

    with replacement(path) as file:
        file.write(data)

A reader sees the file as it was or as it is now, and a run that is ended in between leaves the old one.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from typing import BinaryIO

MODE = 0o644


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
            yield file
            if durable:
                file.flush()
                os.fsync(file.fileno())
        if owner is not None:
            with contextlib.suppress(OSError, AttributeError):  # not every system and file system has owners
                os.chown(beside, *owner)
        os.chmod(beside, mode)
        os.replace(beside, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise
