"""Diagnostics: what is reported to the user, with the notes that explain it and the fix it may carry.

    Diagnostic("DEV102", "factory-without-device", "`mask` is created on the CPU ...", Span(4, 11, 4, 27),
               notes=(Note("`x` follows its caller's device", Span(3, 8, 3, 9)),),
               help="use `device=x.device`")

Lines count from 1 and columns from 0, in code points of the text as Python decodes it; every output format
turns them into its own convention.
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from enum import Enum, IntEnum

INTERNAL_ERROR = "DEV000"
"""The code of the diagnostic that says that devlint failed."""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of source text, the end exclusive.

    ``line`` and ``end_line`` count from 1, ``column`` and ``end_column`` from 0, in code points.
    """

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Note:
    """A second place that explains a diagnostic: "put on the CPU here".

    ``path`` is "" in the file of the diagnostic. Otherwise it leads to another file of the project, from the folder of
    that one and with ``/``: "../utils.py".
    """

    message: str
    span: Span
    path: str = ""

    def path_from(self, path: str) -> str:
        """The path of its file, for a diagnostic of the file at ``path``."""
        return posixpath.normpath(posixpath.join(posixpath.dirname(path), self.path)) if self.path else path


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the text of ``span`` by ``replacement``; an empty span inserts."""

    span: Span
    replacement: str


class RemedyKind(Enum):
    """What a remedy does with the expression it is about."""

    ARGUMENT = "argument"  # its code is what `device=` is in this call
    MOVE = "move"  # its code is the device that this expression is sent to
    REPLACEMENT = "replacement"  # its code takes the place of this expression
    INSERTION = "insertion"  # its code is a statement that goes before this one
    REMOVAL = "removal"  # this statement goes, and takes its comments along where the repair inserts it elsewhere
    COMMENT = "comment"  # its code takes the place of this comment, with the line where nothing is left on it


class Safety(Enum):
    """Whether a fix keeps the behaviour wherever the code worked."""

    SAFE = "safe"
    UNSAFE = "unsafe"


@dataclass(frozen=True, slots=True)
class Remedy:
    """What mends a finding, as code: "device", where ``kind`` is an argument, and ``span`` the call that gets it.

    ``safety`` is that of the rule's fixes. ``also`` are the other changes of a repair that consists of several.
    """

    kind: RemedyKind
    span: Span
    code: str
    safety: Safety = Safety.UNSAFE
    also: tuple[Remedy, ...] = ()

    @property
    def parts(self) -> tuple[Remedy, ...]:
        """All changes of the repair."""
        return self, *self.also

    @property
    def touched(self) -> Span:
        """The text that changes: of the statement that something goes before, its beginning."""
        at = self.span
        return Span(at.line, at.column, at.line, at.column) if self.kind is RemedyKind.INSERTION else at


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that repair what a diagnostic is about; they do not overlap."""

    message: str
    edits: tuple[Edit, ...]
    safety: Safety


class Level(IntEnum):
    """How sure it is that something fails, and where.

    An error raises on an accelerator, by what is written in the file and its project alone. A warning fails, or goes
    wrong in silence, under a use that the code allows: a second GPU, another machine, a caller with a GPU. A hint
    rests on an assumption about code that cannot be seen, or is a matter of portability.
    """

    HINT = 1
    WARNING = 2
    ERROR = 3

    @property
    def word(self) -> str:
        """The level as options and reports write it."""
        return self.name.lower()


LEVELS = {level.word: level for level in sorted(Level, reverse=True)}
"""The levels by the words that options use, the highest first."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding.

    ``code`` is three letters and three digits ("DEV102"), ``name`` the kebab-case name of the rule, ``message`` says
    what is wrong (lower-case, no final dot, code in backticks), ``help`` what to do about it, and ``remedy`` the same
    as code, as far as it is code. ``span`` is where the repair goes.
    """

    code: str
    name: str
    message: str
    span: Span
    notes: tuple[Note, ...] = ()
    help: str = ""
    fix: Fix | None = None
    remedy: Remedy | None = None
    level: Level = Level.WARNING

    @property
    def notes_here(self) -> tuple[Note, ...]:
        """The notes in the file of the diagnostic itself."""
        return tuple(note for note in self.notes if not note.path)

    @property
    def line(self) -> str:
        """What is wrong and what to do about it, as one line."""
        return f"{self.message}; {self.help}" if self.help else self.message
