"""Commits and their ancestors."""

from __future__ import annotations

import heapq
import itertools
import os
import re
from dataclasses import dataclass

from devlint.git.errors import GitError
from devlint.git.objects import Objects, is_name
from devlint.source.files import regular_bytes

_TIME = re.compile(rb"> (\d{1,15}) [+-]\d+$")
_ONE, _OTHER, _OLD = 1, 2, 4
"""Behind which commit another one lies, and whether it lies behind a common ancestor."""


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit: its tree, its parents, and the second at which it was made."""

    tree: str
    parents: tuple[str, ...]
    time: int


class History:
    """The commits among ``objects`` of the repository in the folder ``common``."""

    def __init__(self, objects: Objects, common: str) -> None:
        self._objects = objects
        self._known: dict[str, Commit] = {}
        try:
            lines = regular_bytes(os.path.join(common, "shallow"), 2**24).decode("ascii", "replace").split()
        except FileNotFoundError:
            lines = []
        except OSError as error:
            raise GitError(f"{os.path.join(common, 'shallow')}: cannot be read: {error.strerror or error}") from None
        self.shallow = frozenset(lines)
        """Commits whose parents a shallow clone has not."""

    def of(self, name: str) -> Commit:
        """The commit ``name``. Raises GitError."""
        found = self._known.get(name)
        if found is None:
            found = self._known[name] = self._read(name)
        return found

    def _read(self, name: str) -> Commit:
        header = self._objects.read(name, "commit").partition(b"\n\n")[0]
        facts: dict[bytes, list[bytes]] = {}
        for line in header.split(b"\n"):
            key, _, value = line.partition(b" ")
            facts.setdefault(key, []).append(value)
        time = _TIME.search(facts.get(b"committer", [b""])[0])
        tree = facts.get(b"tree", [b""])[0].decode("ascii", "replace")
        parents = () if name in self.shallow else tuple(p.decode("ascii", "replace") for p in facts.get(b"parent", ()))
        if not all(is_name(one, self._objects.digits) for one in (tree, *parents)):
            raise GitError(f"the commit {name} is damaged")
        return Commit(tree, parents, int(time[1]) if time else 0)

    def merge_base(self, one: str, other: str) -> str | None:
        """The best common ancestor: behind no other common one, and of several the newest. Raises GitError."""
        found = self._common(one, other)
        for name in found:
            if not any(name != more and self._common(name, more) == [name] for more in found):
                return name
        return None

    def _common(self, one: str, other: str) -> list[str]:
        """Common ancestors of which none is known to lie behind another one, the newest first."""
        if one == other:
            return [one]
        sides = {one: _ONE, other: _OTHER}
        count = itertools.count()
        waiting = [(-self.of(name).time, next(count), name, True) for name in (one, other)]
        heapq.heapify(waiting)
        open_ones, found = 2, dict[str, None]()
        while open_ones:  # what waits could still lead to a common ancestor that is not behind another one
            _, _, name, is_open = heapq.heappop(waiting)
            open_ones -= is_open
            side = sides[name]
            if side == _ONE | _OTHER:
                found[name] = None
                side |= _OLD
            for parent in self.of(name).parents:
                before = sides.get(parent, 0)
                if before | side != before:
                    sides[parent] = before | side
                    is_open = not (before | side) & _OLD
                    heapq.heappush(waiting, (-self.of(parent).time, next(count), parent, is_open))
                    open_ones += is_open
        best = [name for name in found if not sides[name] & _OLD]
        return sorted(best, key=lambda name: -self.of(name).time)
