"""The scripts that use a module, those beside it or a folder above that import it by name, and what they set.

    run.py      from helpers import rays; torch.set_default_tensor_type("torch.cuda.FloatTensor")
    helpers.py  def rays(n): return torch.linspace(0, 1, n)         on CUDA, wherever `run.py` is what runs

The packages that hold a module run before it: their ``__init__.py``, and what that imports beside it. Who uses those
scripts in turn is not followed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable

from devlint.file_systems.base import DISK, FileSystem

LARGEST = 1 << 20  # bytes of a script that is looked into
MOST = 400  # scripts of one folder
_BEGIN = "__init__.py"
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
        self._begun: dict[str, str] = {}  # of a folder: the imports of its ``__init__.py``

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

    def of_packages(self, file: str) -> str:
        """All that the packages around ``file`` say as they are imported, sorted, in one word."""
        told: set[str] = set()
        folder, below = os.path.dirname(file), ""
        while folder != below and _BEGIN in self._files.entries(folder):
            for path, _, word in self._in(folder):
                stem = os.path.basename(path).removesuffix(".py")
                if path != file and (stem == "__init__" or self._is_begun_with(folder, stem)):
                    told.add(word)
            folder, below = os.path.dirname(folder), folder
        return " ".join(sorted(told))

    def _is_begun_with(self, folder: str, module: str) -> bool:
        """Whether the package in ``folder`` imports ``module``, which is beside it, in its ``__init__.py``."""
        if folder not in self._begun:
            raw = self._files.raw(os.path.join(folder, _BEGIN), LARGEST) or b""
            self._begun[folder] = "\n".join(_IMPORTS.findall(raw.decode("latin-1")))
        own = rf"(?:\.|{re.escape(os.path.basename(folder))}\.?)"
        before = rf"^[ \t]*(?:from[ \t]+{own}|from[ \t]+{own}[ \t]+import[ \t].*\b|import[ \t]+{own})"
        return re.search(rf"{before}{re.escape(module)}\b", self._begun[folder], re.MULTILINE) is not None

    def _in(self, folder: str) -> list[tuple[str, str, str]]:
        """The scripts of a folder that say something."""
        if folder not in self._known:
            paths = (os.path.join(folder, name) for name in self._scripts(folder))
            self._known[folder] = [one for path in paths for one in self._read(path)]
        return self._known[folder]

    def forget(self, file: str) -> None:
        """Read the script ``file`` anew, whose text is another now."""
        folder, name = os.path.split(file)
        self._begun.pop(folder, None)
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
