"""Files: texts, read as Python reads them.

    read("train.ipynb")              # Document(path, text, notebook)

Only regular files are opened: a pipe or a device has no end.
"""

from __future__ import annotations

import errno
import io
import os
import re
import stat
import sys
import tokenize
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Callable

    from devlint.source.notebook import Notebook

SUFFIXES = (".py", ".ipynb")
STDIN = "-"
LARGEST = 128 * 2**20
"""Bytes of a file that is checked."""
_ABOUT_UTF8 = re.compile(r"utf-?8|missing encoding declaration", re.IGNORECASE)
LEADS_NOWHERE = "is a link that leads nowhere"


class Unreadable(Exception):
    """A path that gives no text. The message is one line, fit for the user.

    ``line`` and ``column`` (from 1) are those of the first byte that is no text, 0 where no byte is at fault.
    """

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


@dataclass(frozen=True, slots=True)
class Document:
    """A text to be checked, under the name that is shown; ``notebook`` leads back from its lines to the cells."""

    path: str
    text: str
    notebook: Notebook | None = None


def read(path: str, display_name: str = "", load: Callable[[str, int], bytes] | None = None) -> Document:
    """Read the file ``path``, or standard input for "-", to be shown as ``display_name``. Raises Unreadable.

    ``load`` gives the bytes of a file, as ``regular_bytes`` does unless it is given.
    """
    name = display_name or path
    try:
        raw = sys.stdin.buffer.read() if path == STDIN else (load or regular_bytes)(path, LARGEST)
    except (OSError, ValueError) as error:
        if isinstance(error, FileNotFoundError) and os.path.islink(path):
            raise Unreadable(LEADS_NOWHERE) from error
        raise Unreadable(getattr(error, "strerror", None) or str(error)) from error
    if name.endswith(".ipynb"):
        return _notebook(name, raw)
    return Document(name, decode(raw))


def regular_bytes(path: str, most: int) -> bytes:
    """What the file ``path`` holds. Raises OSError, as for one that is no regular file or has more bytes than ``most``.

    Opening a pipe waits for its other end, and may do something to a device, so that neither is opened.
    """
    with regular_file(path, most) as file:
        return file.read(os.fstat(file.fileno()).st_size + 1)  # room for the file, and not for the limit


def regular_file(path: str, most: int) -> BinaryIO:
    """The file ``path``, opened to be read. Raises OSError as ``regular_bytes``."""
    _judge(os.stat(path), most)
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    file = open(os.open(path, flags), "rb")  # noqa: SIM115  (the caller closes it)
    try:
        _judge(os.fstat(file.fileno()), most)
    except OSError:
        file.close()
        raise
    return file


def too_large(most: int) -> OSError:
    """The error for a file of more than ``most`` bytes."""
    return OSError(errno.EFBIG, f"is larger than {most >> 10} KiB")


def _judge(found: os.stat_result, most: int) -> None:
    """Raise OSError for anything but a regular file of at most ``most`` bytes."""
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "is no regular file")
    if found.st_size > most:
        raise too_large(most)


def _notebook(name: str, raw: bytes) -> Document:
    from devlint.source.notebook import BadNotebook, read_notebook

    try:
        notebook = read_notebook(raw.decode("utf-8-sig"))
    except (UnicodeError, BadNotebook) as error:
        raise Unreadable(str(error)) from error
    return Document(name, notebook.text, notebook)


def decode(raw: bytes) -> str:
    """The text of a Python file: encoding by its mark or cookie, line ends as ``\\n``, no mark. Raises Unreadable."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
        return io.TextIOWrapper(io.BytesIO(raw), encoding).read()
    except (SyntaxError, LookupError, ValueError) as error:
        line, column = _place_of(error, raw)
        where = f" (line {line})" if line else ""
        raise Unreadable(f"cannot be decoded: {' '.join(str(error).split())}{where}", line, column) from error


def _place_of(error: Exception, raw: bytes) -> tuple[int, int]:
    """Line and column of the first byte of ``raw`` that is no UTF-8; 0 where ``error`` is not about that encoding."""
    if not _ABOUT_UTF8.search(str(error)):
        return 0, 0
    try:
        raw.decode()
    except UnicodeDecodeError as first:
        before = re.split("\r\n|\r|\n", raw[: first.start].decode("utf-8-sig"))
        return len(before), len(before[-1]) + 1
    return 0, 0
