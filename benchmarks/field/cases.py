"""The field cases, read from ``cases.jsonl`` and ``traps.jsonl`` (described in README.md), and the files they speak of.

    for case in load_cases(CASES):
        case.id, case.category, case.scope
        case.folder(root) / "bad.py"      # the file with the bug, once collected
        case.bad_lines                    # where a report is expected in it

Nothing here opens those files.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
CASES = HERE / "cases.jsonl"
TRAPS = HERE / "traps.jsonl"
IN_SCOPE = ("expression", "function", "class")


@dataclass(frozen=True, slots=True)
class Release:
    """The archives of a package that hold the file with the bug and the repaired one."""

    package: str
    bad: str
    bad_file: str
    bad_path: str
    bad_lines: tuple[int, ...]
    good: str
    good_file: str
    good_path: str


@dataclass(frozen=True, slots=True)
class Case:
    """A real bug. Without ``release`` it belongs to the blind set."""

    id: str
    category: str
    scope: str
    repository: str
    revision: str
    fix_revision: str
    path: str
    lines: tuple[int, ...]
    zero_dim_caveat: bool
    release: Release | None

    @property
    def bad_lines(self) -> tuple[int, ...]:
        """The lines of the bad file where a linter should speak."""
        return self.release.bad_lines if self.release else self.lines

    @property
    def names(self) -> tuple[str, str]:
        """The paths of the bad and the good file where they come from."""
        return (self.release.bad_path, self.release.good_path) if self.release else (self.path, self.path)

    @property
    def counted(self) -> bool:
        """Whether one file shows the bug, and a mix of devices that is really illegal."""
        return self.scope in IN_SCOPE and not self.zero_dim_caveat

    def folder(self, root: Path) -> Path:
        """The folder of this case's ``bad.py`` and ``good.py`` under ``root``."""
        return root / self.id if self.release else root / "blind" / self.id


@dataclass(frozen=True, slots=True)
class Trap:
    """A place that looks like a bug and is fine."""

    id: str
    why_fine: str
    repository: str
    revision: str
    path: str
    lines: tuple[int, ...]

    def file(self, root: Path) -> Path:
        """Where the file is looked for under ``root``."""
        return root / "traps" / f"{self.id}.py"


def load_cases(path: Path = CASES) -> list[Case]:
    """Every case in ``path``."""
    cases = []
    for line in path.read_text().splitlines():
        row = json.loads(line)
        release = row.get("release")
        if release is not None:
            release = Release(package=row["package"], **{**release, "bad_lines": tuple(release["bad_lines"])})
        plain = {key: row[key] for key in ("id", "category", "scope", "repository", "revision", "fix_revision", "path")}
        caveat = bool(row.get("zero_dim_caveat"))
        cases.append(Case(**plain, lines=tuple(row["lines"]), zero_dim_caveat=caveat, release=release))
    return cases


def load_traps(path: Path = TRAPS) -> list[Trap]:
    """Every trap in ``path``."""
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    plain = ("id", "why_fine", "repository", "revision", "path")
    return [Trap(**{key: row[key] for key in plain}, lines=tuple(row["lines"])) for row in rows]
