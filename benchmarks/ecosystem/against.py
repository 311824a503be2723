"""What a change of devlint does to the alarms: another revision is checked out and run on the same files.

    before = at_revision("main", packages, lambda wanted, tree: run(wanted, tree, jobs=2))
    gained, lost = difference(places(before), places(now))

Git keeps the checkout apart from this one (``git worktree``). A commit never says anything else about a release, so
what it said is kept under ``.bench/compared`` and read back the next time.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from benchmarks import CACHE, REPOSITORY
from benchmarks.ecosystem.count import Scanned
from benchmarks.ecosystem.packages import Package
from benchmarks.ecosystem.sample import Place


def at_revision(
    revision: str, packages: Sequence[Package], run: Callable[[Sequence[Package], Path], list[Scanned]]
) -> list[Scanned]:
    """What the devlint of ``revision`` says of ``packages``, in their order.

    ``run`` lints packages with the devlint of a tree; it is asked for those that this commit has not been run on yet.
    """
    kept = CACHE / "compared" / f"{commit_of(revision)}-{sys.implementation.cache_tag}"
    known = {one.archive: found for one in packages if (found := _read(kept, one)) is not None}
    missing = [one for one in packages if one.archive not in known]
    if missing:
        with checkout(revision) as tree:
            for found in run(missing, tree):
                known[found.package.archive] = found
                _keep(kept, found)
    return [known[one.archive] for one in packages]


def _read(folder: Path, package: Package) -> Scanned | None:
    try:
        files = pickle.loads((folder / package.archive).read_bytes())
    except FileNotFoundError:
        return None
    return Scanned(package, tuple(replace(file, path=package.folder / file.path) for file in files))


def _keep(folder: Path, found: Scanned) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    files = [replace(file, path=file.path.relative_to(found.package.folder)) for file in found.files]
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as part:
        part.write(pickle.dumps(files))
    os.replace(part.name, folder / found.package.archive)


@contextmanager
def checkout(revision: str) -> Iterator[Path]:
    """The tree of ``revision`` in a folder of its own, gone afterwards (CalledProcessError if git knows no such)."""
    commit = commit_of(revision)
    folder = CACHE / "worktrees"
    folder.mkdir(parents=True, exist_ok=True)
    tree = Path(tempfile.mkdtemp(dir=folder, prefix=f"{commit[:12]}-"))
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


def commit_of(revision: str) -> str:
    return _git("rev-parse", "--verify", f"{revision}^{{commit}}").strip()


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(REPOSITORY), *arguments], check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout
