"""The scripts that use a module, those beside it or a folder above that import it by name, and what they set.

    run.py      from helpers import rays; torch.set_default_tensor_type("torch.cuda.FloatTensor")
    helpers.py  def rays(n): return torch.linspace(0, 1, n)         on CUDA, wherever `run.py` is what runs

Who uses those scripts in turn is not followed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable

from devlint.file_systems.base import DISK, FileSystem

LARGEST = 1 << 20  # bytes of a script that is looked into
MOST = 400  # scripts of one folder
_IMPORTS = re.compile(r"^[ \t]*(?:from|import)[ \t].*", re.MULTILINE)


class Users:
    """Looks for what matters in the texts of scripts: ``says`` gives a word for it, or "" where there is nothing.

    There is nothing in those that do not hold ``mark``.
    """

    def __init__(self, says: Callable[[str], str], mark: bytes, files: FileSystem = DISK) -> None:
        self._says = says
        self._mark = mark
        self._files = files
        self._known: dict[str, list[tuple[str, str, str]]] = {}  # of a folder: the file, its imports, what it says

    def of(self, file: str) -> str:
        """All that the users of ``file`` say, sorted, in one word."""
        folder, name = os.path.split(file)
        above, package = os.path.split(folder)
        stem, package = re.escape(name.removesuffix(".py")), re.escape(package)
        told = {
            word
            for there, module in ((folder, stem), (above, rf"{package}(?:\.\w+)*\.{stem}|{package}"))
            for user, imports, word in self._in(there)
            if user != file and re.search(rf"^[ \t]*(?:from|import)[ \t]+\.?(?:{module})\b", imports, re.MULTILINE)
        }
        return " ".join(sorted(told))

    def _in(self, folder: str) -> list[tuple[str, str, str]]:
        """The scripts of a folder that say something."""
        if folder not in self._known:
            paths = (os.path.join(folder, name) for name in self._scripts(folder))
            self._known[folder] = [one for path in paths for one in self._read(path)]
        return self._known[folder]

    def forget(self, file: str) -> None:
        """Read the script ``file`` anew, whose text is another now."""
        folder, name = os.path.split(file)
        if folder in self._known:
            others = [one for one in self._known[folder] if one[0] != file]
            self._known[folder] = [*others, *(self._read(file) if name in self._scripts(folder) else ())]

    def _read(self, path: str) -> list[tuple[str, str, str]]:
        """A script, the lines that begin its imports, and what it says; none where it says nothing."""
        text = self._text(path)
        word = self._says(text) if text else ""
        return [(path, "\n".join(_IMPORTS.findall(text)), word)] if word else []

    def _text(self, path: str) -> str:
        """The text of a file as far as words of ASCII matter; "" where there is none to be had, or no mark in it."""
        raw = self._files.raw(path, LARGEST) or b""
        return raw.decode("latin-1") if self._mark in raw else ""

    def _scripts(self, folder: str) -> list[str]:
        return sorted(name for name in self._files.entries(folder) if name.endswith(".py"))[:MOST]
