"""What configuration files say that reaches no reader: sections that are misspelt, and flake8's that hide devlint.

    list(oversights())                ["pyproject.toml: [tool.devlnt]: unknown section, did you mean [tool.devlint]?"]
    hiding_devlint()                  ".flake8: `select` leaves devlint's findings out of flake8; ..."

They are no errors, since another program may read them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping

from devlint.base.errors import BadOption
from devlint.configuration.entries import words
from devlint.configuration.flake8_files import FLAKE8_NAMES
from devlint.configuration.reading import LARGEST, folders, ini_section, shown_path
from devlint.file_systems.base import DISK, FileSystem

FAMILY = "DEV"
_SECTION = re.compile(r"^\[(tool\.|tool:)?([\w-]+)[].]", re.MULTILINE)
_OF_FLAKE8 = re.compile(r"^\[tool\.flake8\]$(.*?)(?=^\[|\Z)", re.MULTILINE | re.DOTALL)
_LIKE = 0.8
"""How like "devlint" a name has to be that means it: `devlnt` and `dev-lint` are, `pylint` is not."""


def oversights(files: FileSystem = DISK) -> Iterator[str]:
    """A sentence for each section that means nothing to devlint, of the files in the nearest folder that has some."""
    for folder in folders(os.curdir):
        paths = [os.path.join(folder, name) for name in ("pyproject.toml", "setup.cfg", "tox.ini")]
        texts = {path: _text(path, files) for path in paths if files.is_file(path)}
        for path, text in texts.items():
            yield from _of_sections(shown_path(path), text, is_toml=path.endswith(".toml"))
        if texts:
            return


def _text(path: str, files: FileSystem) -> str:
    return (files.raw(path, LARGEST) or b"").decode("utf-8", "replace")


def _of_sections(shown: str, text: str, *, is_toml: bool) -> Iterator[str]:
    own = "tool.devlint" if is_toml else "devlint"
    for begin, name in dict.fromkeys(_SECTION.findall(text)):
        if name != "devlint" and bool(begin) == is_toml and _is_like_ours(name):
            yield f"{shown}: [{begin}{name}]: unknown section, did you mean [{own}]?"
    section = _OF_FLAKE8.search(text) if is_toml else None
    if section is not None and ("devlint" in section[1] or FAMILY in section[1]):
        yield f"{shown}: [tool.flake8]: is read neither by devlint nor by flake8 alone; write [tool.devlint]"


def _is_like_ours(name: str) -> bool:
    import difflib

    return difflib.SequenceMatcher(None, name.lower(), "devlint").ratio() >= _LIKE


def hiding_devlint(files: FileSystem = DISK) -> str:
    """How the configuration of flake8 in the current folder hides all that devlint finds; "" where it does not."""
    for folder in folders(os.curdir):
        for path in (os.path.join(folder, name) for name in FLAKE8_NAMES):
            try:
                section = ini_section(path, _text(path, files), "flake8") if files.is_file(path) else None
            except BadOption:  # which is flake8's to tell
                continue
            if section is not None:
                key = _hiding_key(section)
                advice = "add `extend-select = DEV`"
                return f"{shown_path(path)}: `{key}` leaves devlint's findings out of flake8; {advice}" if key else ""
    return ""


def _hiding_key(section: Mapping[str, str]) -> str:
    """The key of a section ``[flake8]`` that hides all rules; "" where one of them is shown."""
    from devlint.rulebook import rules

    said = {key.replace("_", "-"): words(value) for key, value in section.items()}
    selected = (*said.get("select", ()), *said.get("extend-select", ()))
    ignored = (*said.get("ignore", ()), *said.get("extend-ignore", ()))

    def is_shown(code: str) -> bool:
        """As flake8 decides: of a code that is selected and ignored the longer entry counts."""
        chosen = [one for one in selected if code.startswith(one)]
        if not code.startswith(ignored):
            return bool(chosen) or "select" not in said
        if chosen and "select" not in said:
            chosen.append(FAMILY)  # which devlint registers
        return max(map(len, chosen), default=0) > max(len(one) for one in ignored if code.startswith(one))

    if any(is_shown(rule.meta.code) for rule in rules()):
        return ""
    keys = ("ignore", "extend-ignore")
    return next((key for key in keys if any(map(FAMILY.startswith, said.get(key, ())))), "select")
