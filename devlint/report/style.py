"""Colour, where it is wanted: on a terminal, unless NO_COLOR says otherwise; anywhere, if FORCE_COLOR says so."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TextIO


def _paint(code: str) -> Callable[[str], str]:
    return lambda text: f"\x1b[{code}m{text}\x1b[0m" if text else ""


def _plain(text: str) -> str:
    return text


@dataclass(frozen=True, slots=True)
class Style:
    """How each part of a report is painted, and for how many ``columns``; the default paints nothing.

    ``folds`` is whether a statement that is found in several places is shown once, where the format does that at all.
    """

    path: Callable[[str], str] = _plain
    code: Callable[[str], str] = _plain
    gutter: Callable[[str], str] = _plain
    caret: Callable[[str], str] = _plain
    note: Callable[[str], str] = _plain
    help: Callable[[str], str] = _plain
    added: Callable[[str], str] = _plain
    removed: Callable[[str], str] = _plain
    hunk: Callable[[str], str] = _plain
    columns: int = 0
    folds: bool = True

    def difference(self, line: str) -> str:
        """A line of a unified diff."""
        if line.startswith(("---", "+++")):
            return self.path(line)
        paint = {"+": self.added, "-": self.removed, "@": self.hunk}.get(line[:1])
        return line if paint is None else paint(line)


PLAIN = Style()
COLOURED = Style(
    path=_paint("1"),
    code=_paint("1;31"),
    gutter=_paint("34"),
    caret=_paint("1;31"),
    note=_paint("1;36"),
    help=_paint("1;32"),
    added=_paint("32"),
    removed=_paint("31"),
    hunk=_paint("36"),
)


def style_for(stream: TextIO, environment: Mapping[str, str] = os.environ) -> Style:
    """The style for what is written to ``stream``; on a terminal it has as many columns as that."""
    if stream.isatty():
        return replace(_colours(environment), columns=shutil.get_terminal_size().columns)
    return COLOURED if environment.get("FORCE_COLOR") and not environment.get("NO_COLOR") else PLAIN


def _colours(environment: Mapping[str, str]) -> Style:
    """The colours of a terminal."""
    if environment.get("NO_COLOR"):
        return PLAIN
    return COLOURED if environment.get("FORCE_COLOR") or environment.get("TERM") != "dumb" else PLAIN
