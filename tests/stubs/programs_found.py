"""How many of the bugs in ``tests/stubs/programs`` are found: by library, and which are not.

    python -m tests.stubs.programs_found             a table
    python -m tests.stubs.programs_found captum      what is found in the programs of one library, line by line
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PROGRAMS = Path(__file__).parent / "programs"
WANTED = "# wanted"
BESIDE = "# or here"
"""Another line at which the bug that is wanted next may be reported."""

MISSED = "# wanted, not found: "
"""A bug that is not found, with the reason."""


@dataclass(frozen=True)
class Outcome:
    """The lines of one file of programs: where a finding is wanted, those that are missed, and false ones."""

    wanted: tuple[int, ...]
    missed: tuple[int, ...]
    known_missed: tuple[int, ...]
    false: tuple[str, ...]


@cache
def outcome(path: Path) -> Outcome:
    """What the linter finds in a file of programs, at its default level."""
    from devlint.configuration.options import Options
    from devlint.engine.linter import lint

    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    wanted = tuple(number for number, line in enumerate(lines, 1) if WANTED in line)
    beside = {number for number, line in enumerate(lines, 1) if BESIDE in line}
    known = tuple(number for number, line in enumerate(lines, 1) if MISSED in line)
    options = Options()
    shown = [one for one in lint(text, f"<{path.name}>", options) if options.shows(one)]  # as a file of no tests
    reached = {line for one in shown for line in (one.span.line, *(note.span.line for note in one.notes))}
    marked = beside.union(wanted)
    false = [one for one in shown if not {one.span.line, *(note.span.line for note in one.notes)} & marked]
    places = sorted(reached & beside)
    found_beside = {next((one for one in wanted if one > line), 0) for line in places}
    return Outcome(
        wanted,
        tuple(line for line in wanted if line not in reached and line not in found_beside),
        known,
        tuple(f"{path.name}:{one.span.line}: {one.code} {one.message}" for one in false),
    )


def main(names: list[str]) -> int:
    """Print the table; of one library the single lines."""
    total = found = 0
    for path in sorted(PROGRAMS.glob("*.py")):
        if names and path.stem not in names:
            continue
        one = outcome(path)
        total += len(one.wanted)
        found += len(one.wanted) - len(one.missed)
        print(f"{path.stem:32} {len(one.wanted) - len(one.missed)} of {len(one.wanted)}", *one.false, sep="\n  ")
        if names:
            lines = path.read_text(encoding="utf-8").split("\n")
            for line in one.missed:
                print(f"  {path.name}:{line}: {lines[line - 1].strip()}")
    print(f"{found} of {total}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
