"""What a change of devlint does to the alarms: another revision is checked out and run on the same files.

    with checkout("main") as tree:
        before = scan(paths, tree)
    gained, lost = difference(before, after)

Git keeps the checkout apart from this one (``git worktree``).
"""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from benchmarks import CACHE, REPOSITORY
from benchmarks.ecosystem.sample import Place


@contextmanager
def checkout(revision: str) -> Iterator[Path]:
    """The tree of ``revision`` in a folder of its own, gone afterwards (CalledProcessError if git knows no such)."""
    commit = _git("rev-parse", "--verify", f"{revision}^{{commit}}").strip()
    tree = CACHE / "worktrees" / commit
    _git("worktree", "prune")
    _git("worktree", "add", "--detach", "--force", str(tree), commit)
    try:
        yield tree
    finally:
        _git("worktree", "remove", "--force", str(tree))


def difference(before: Sequence[Place], after: Sequence[Place]) -> tuple[list[Place], list[Place]]:
    """The alarms of ``after`` that ``before`` lacks, and the reverse; moved within its function is the same alarm."""
    return _less(after, before), _less(before, after)


def _less(places: Sequence[Place], others: Sequence[Place]) -> list[Place]:
    known = Counter(_key(place) for place in others)
    left = []
    for place in places:
        if known[_key(place)]:
            known[_key(place)] -= 1
        else:
            left.append(place)
    return left


def _key(place: Place) -> tuple[object, ...]:
    return place.archive, place.path, place.alarm.code, place.alarm.statement


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(REPOSITORY), *arguments], check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout
