"""Files: texts, read as Python reads them.

read("train.ipynb")              # Document(path, text, notebook)
"""

from __future__ import annotations

import io
import sys
import tokenize
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from devlint.source.notebook import Notebook

SUFFIXES = (".py", ".ipynb")
STDIN = "-"


class Unreadable(Exception):
    """A path that gives no text. The message is one line, fit for the user."""


@dataclass(frozen=True, slots=True)
class Document:
    """A text to be checked, under the name that is shown; ``notebook`` leads back from its lines to the cells."""

    path: str
    text: str
    notebook: Notebook | None = None


def read(path: str, display_name: str = "") -> Document:
    """Read the file ``path``, or standard input for "-", to be shown as ``display_name``. Raises Unreadable."""
    name = display_name or path
    try:
        if path == STDIN:
            raw = sys.stdin.buffer.read()
        else:
            with open(path, "rb") as file:
                raw = file.read()
    except OSError as error:
        raise Unreadable(error.strerror or str(error)) from error
    if name.endswith(".ipynb"):
        return _notebook(name, raw)
    return Document(name, decode(raw))


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
        raise Unreadable(f"cannot be decoded: {' '.join(str(error).split())}") from error
