"""A file that is repaired: its bytes, the text that is linted, and the bytes for another text.

Encoding, byte order mark and line ends stay as they are, and of a notebook everything but the changed lines of cells.
"""

from __future__ import annotations

import codecs
import io
import os
import stat
import tokenize
from dataclasses import dataclass

from devlint.base.errors import NotRepaired
from devlint.base.file_replacement import replacement
from devlint.source.files import Document
from devlint.source.notebook import BadNotebook, Notebook, read_notebook


@dataclass(frozen=True, slots=True)
class Contents:
    """The ``raw`` bytes of a file and the ``text`` that is repaired: Python's, with the line ends of the file."""

    path: str
    raw: bytes
    text: str
    encoding: str
    mark: bytes = b""
    notebook: Notebook | None = None

    def bytes_of(self, text: str) -> bytes:
        """The bytes of the file once its text is ``text``. Raises NotRepaired."""
        try:
            if self.notebook is None:
                return self.mark + text.encode(self.encoding)
            from devlint.fixing.cells import rewritten

            return self.mark + rewritten(self.raw[len(self.mark) :].decode(), self.notebook, text).encode()
        except UnicodeError as error:
            raise NotRepaired("the change cannot be written in the encoding of the file") from error

    def document_of(self, text: str) -> Document:
        """The file as it is linted once its text is ``text``. Raises NotRepaired."""
        if self.notebook is None:
            return Document(self.path, "\n".join(text.replace("\r\n", "\n").split("\r")))
        try:
            notebook = read_notebook(self.bytes_of(text)[len(self.mark) :].decode())
        except BadNotebook as error:
            raise NotRepaired(str(error)) from error
        if notebook.text != text:
            raise NotRepaired("the cells of the notebook cannot be told apart any more")
        return Document(self.path, notebook.text, notebook)


def contents(path: str, raw: bytes) -> Contents:
    """The contents of a file whose bytes are ``raw``. Raises NotRepaired for what cannot be written back."""
    mark = codecs.BOM_UTF8 if raw.startswith(codecs.BOM_UTF8) else b""
    try:
        if path.endswith(".ipynb"):
            notebook = read_notebook(raw[len(mark) :].decode())
            return Contents(path, raw, notebook.text, "utf-8", mark, notebook)
        encoding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
        encoding = "utf-8" if encoding == "utf-8-sig" else encoding
        text = raw[len(mark) :].decode(encoding)
        if mark + text.encode(encoding) != raw:
            raise NotRepaired(f"its bytes are not those that {encoding} gives for its text")
    except (SyntaxError, LookupError, UnicodeError, BadNotebook) as error:
        raise NotRepaired(str(error)) from error
    return Contents(path, raw, text, encoding, mark)


def target(path: str) -> str:
    """The file that is written for ``path``: what a link in the current folder leads to, if it does not lead out of it.

    Raises NotRepaired for a link that leads out of the current folder.
    """
    if not os.path.islink(path):
        return path
    real, here = os.path.realpath(path), os.path.realpath(os.curdir)
    if not real.startswith(os.path.join(here, "")):
        raise NotRepaired(f"it is a link that leads out of the current folder, to {real}")
    return real


def replace_file(path: str, before: bytes, after: bytes) -> None:
    """Put ``after`` in the place of ``before``, under the same permissions. Raises NotRepaired.

    It is done in one step, but for a file that has other names (hard links), which stay names of it.
    """
    try:
        path = target(path)
        with open(path, "rb") as file:
            if file.read() != before:
                raise NotRepaired("it was changed in the meantime")
            found = os.fstat(file.fileno())
        if not os.access(path, os.W_OK):
            raise NotRepaired("it may not be written")
        if found.st_nlink > 1:
            _rewrite(path, before, after)
            return
        with replacement(path, stat.S_IMODE(found.st_mode), owner=(found.st_uid, found.st_gid)) as made:
            made.write(after)
    except OSError as error:
        raise NotRepaired(error.strerror or str(error)) from error


def _rewrite(path: str, before: bytes, after: bytes) -> None:
    """Write ``after`` into the file itself. Raises NotRepaired, OSError."""
    with open(path, "r+b", buffering=0) as file:
        if file.read() != before:
            raise NotRepaired("it was changed in the meantime")
        file.seek(0)
        left = memoryview(after)
        while left:
            left = left[file.write(left) :]
        file.truncate()
        os.fsync(file.fileno())
