"""What is asked of the process that checks repositories, and what it answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from devlint.report.entry import UNREADABLE

FINDING, NOT_CHECKED, REPOSITORY = "finding", "not-checked", "repository"
"""The kinds of rows in the table of results."""
MEMORY = 1024
"""MiB that the process may use, unless it is said otherwise."""


@dataclass(frozen=True, slots=True)
class FleetOptions:
    """How a table is linted.

    ``repository``, ``path`` and ``content`` name the columns. ``changes`` are fields of
    ``devlint.configuration.options.Options`` that count over the configuration of each repository, which counts unless
    ``isolated``. ``together`` says that the rows of a repository stand next to each other. ``memory`` is in MiB, of the
    process that checks.
    """

    repository: str = "repository"
    path: str = "path"
    content: str = "content"
    changes: tuple[tuple[str, Any], ...] = ()
    isolated: bool = False
    together: bool = False
    memory: int = MEMORY


Place = tuple[int, int]
"""Where the bytes of a file begin in the spool, and how many there are."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A row of the source that is no file of its repository; ``path`` is as the row has it."""

    path: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class Request:
    """Check a repository whose files lie in the file ``spool``.

    ``done`` are the paths that are not to be checked, and ``only`` those that are, if not all.
    """

    repository: str
    spool: str
    files: Mapping[str, Place]
    options: FleetOptions
    done: frozenset[str] = frozenset()
    only: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Ready:
    """The process takes requests now."""


@dataclass(frozen=True, slots=True)
class Begun:
    """The file ``path`` is being checked."""

    path: str


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of the file ``path``: rows of the table of results, its lines, and seconds of processor time."""

    path: str
    rows: list[dict[str, Any]]
    lines: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Ended:
    """All is done.

    ``rows`` are about files that have no place in the repository, and ``passed_over`` counts those that are no code or
    are excluded. ``seconds`` are of the search for files. ``reason`` says why the repository cannot be checked.
    """

    rows: list[dict[str, Any]] = field(default_factory=list)
    seconds: float = 0.0
    passed_over: int = 0
    reason: str = ""


Answer = Ready | Begun | Checked | Ended


def failure(repository: str, path: str | None, message: str) -> dict[str, Any]:
    """The row that says why a file, or a repository as a whole, was not checked."""
    return {"kind": NOT_CHECKED, "repository": repository, "path": path, "name": UNREADABLE, "message": message}
