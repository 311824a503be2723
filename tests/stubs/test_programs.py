"""Programs of users of libraries: the linter finds what is wanted, but for what is marked, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.stubs.programs_found import PROGRAMS, outcome

FILES = sorted(PROGRAMS.glob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_wanted_is_found(path: Path) -> None:
    found = outcome(path)
    assert found.wanted, "a program without a bug proves nothing"
    assert found.missed == found.known_missed, "lines that are missed, and those that are marked as missed"
    assert not found.false


def test_most_of_what_is_wanted_is_found() -> None:
    """The share that the documentation claims."""
    outcomes = [outcome(path) for path in FILES]
    wanted, missed = sum(len(one.wanted) for one in outcomes), sum(len(one.missed) for one in outcomes)
    assert (wanted - missed) / wanted > 0.7
