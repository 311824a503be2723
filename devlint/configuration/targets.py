"""What a run writes where: ``--output-format full`` or ``--output-format sarif:out.sarif,full``.

    targets("--output-format", "sarif:out.sarif,full")   (Target("sarif", "out.sarif"), Target("full"))

Several formats may go to one place if each of them writes whole lines for people or for the log of a CI service.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

from devlint.base.errors import BadOption
from devlint.base.suggestion import suggestion

TEXTS = ("full", "concise", "grouped")
"""Formats for people: they say which file is not Python, and how much was found."""

FORMATS = (*TEXTS, "json", "json-lines", "github", "gitlab", "sarif", "junit", "html")
"""All formats; the module of each has its name."""

DEFAULT = "full"


class Target(NamedTuple):
    """A format, and the file it goes to; "" for standard output."""

    format: str
    file: str = ""

    @property
    def is_text(self) -> bool:
        """True if people read it."""
        return self.format in TEXTS

    @property
    def has_edits(self) -> bool:
        """True if it gives the edits of repairs to other tools."""
        return self.format in ("json", "json-lines", "sarif")

    @property
    def has_statistics(self) -> bool:
        """True if it can tell how many findings each rule has."""
        return self.is_text or self.format in ("json", "json-lines")

    @property
    def shares(self) -> bool:
        """True if other formats may stand beside it in one file."""
        return self.is_text or self.format == "github"


def targets(where: str, text: str) -> tuple[Target, ...]:
    """The targets of ``FORMAT[:FILE],...``. Raises BadOption, whose message begins with ``where``."""
    found = []
    for entry in text.split(","):
        name, colon, file = entry.strip().partition(":")
        if name not in FORMATS:
            raise BadOption(f"{where}: {name!r} is none of {', '.join(FORMATS)}{suggestion(name, FORMATS)}")
        if colon and not file:
            raise BadOption(f"{where}: {entry.strip()!r} names no file after the colon")
        found.append(Target(name, file))
    _check_places(where, found)
    return tuple(found)


def with_file(where: str, wanted: Sequence[Target], file: str) -> tuple[Target, ...]:
    """``wanted``, where what would go to standard output goes to ``file``. Raises BadOption."""
    if all(target.file for target in wanted):
        raise BadOption(f"{where}: each format has a file already")
    found = tuple(target if target.file else Target(target.format, file) for target in wanted)
    _check_places(where, found)
    return found


def _check_places(where: str, wanted: Sequence[Target]) -> None:
    places: dict[str, list[Target]] = {}
    for target in wanted:
        places.setdefault(os.path.realpath(target.file) if target.file else "", []).append(target)
    for together in places.values():
        alone = [target for target in together if not target.shares]
        if alone and len(together) > 1:
            place = together[0].file or "standard output"
            other = next(target for target in together if target is not alone[0])
            raise BadOption(
                f"{where}: {alone[0].format} and {other.format} cannot both go to {place}; "
                f"`{alone[0].format}:FILE` writes a file"
            )
