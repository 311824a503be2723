"""Which removed file a new one was made of, as git decides it.

    renames({"old.py": b"..."}, {"new.py": b"..."})          {"new.py": "old.py"}

The same bytes first, then a name that is alone on both sides, then the most similar ones (``git help diff``,
``--find-renames``).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from posixpath import basename

LEAST, LEAST_OF_NAMESAKES = 0.5, 0.75
"""The part of the larger file that the other one has to have."""
MOST_PAIRS, MOST_PIECES = 1_000_000, 50_000_000
"""Pairs of files, and pieces of them, that are compared. Beyond that only files with the same bytes are found."""
_PIECE = re.compile(rb"[^\n]{0,63}\n|[^\n]{1,64}")


def renames(removed: Mapping[str, bytes], added: Mapping[str, bytes]) -> dict[str, str]:
    """The removed file for each added one that has one, by names."""
    found: dict[str, str] = {}
    by_bytes: dict[bytes, list[str]] = {}
    for name in sorted(removed):
        by_bytes.setdefault(removed[name], []).append(name)
    for name, raw in sorted(added.items()):
        same = by_bytes.get(raw)
        if same and raw:
            chosen = next((one for one in same if basename(one) == basename(name)), same[0])
            same.remove(chosen)
            found[name] = chosen
    used = set(found.values())
    sources = {name: Pieces(raw) for name, raw in removed.items() if name not in used}
    targets = {name: Pieces(raw) for name, raw in added.items() if name not in found}
    if len(sources) * len(targets) > MOST_PAIRS or _work(sources, targets) > MOST_PIECES:
        return found
    alone, alone_too = _alone(sources), _alone(targets)
    for last in alone.keys() & alone_too.keys():
        source, target = alone[last], alone_too[last]
        if sources[source].similarity(targets[target]) >= LEAST_OF_NAMESAKES:
            found[target] = source
            del sources[source], targets[target]
    pairs = []
    for target, new in targets.items():
        for source, old in sources.items():
            score = old.similarity(new)
            if score >= LEAST:
                pairs.append((-score, basename(source) != basename(target), target, source))
    for _, _, target, source in sorted(pairs):
        if target not in found and source in sources:
            found[target] = source
            del sources[source]
    return found


class Pieces:
    """The bytes of each line of a file, in pieces of 64 at most; the end of a line is ``\\n``."""

    def __init__(self, raw: bytes) -> None:
        counts: Counter[bytes] = Counter()
        for piece in _PIECE.findall(raw.replace(b"\r\n", b"\n")):
            counts[piece] += len(piece)
        self.counts, self.size = counts, counts.total()

    def similarity(self, other: Pieces) -> float:
        """The part of the larger file that both have; 0 where it is too small by the sizes alone."""
        if not self.may_be(other):
            return 0.0
        one, two = self.counts, other.counts
        return sum(min(one[piece], two[piece]) for piece in one.keys() & two.keys()) / max(self.size, other.size)

    def may_be(self, other: Pieces) -> bool:
        """False where the sizes alone say that the files are too different."""
        larger = max(self.size, other.size)
        return larger > 0 and min(self.size, other.size) >= larger * LEAST


def _work(sources: Mapping[str, Pieces], targets: Mapping[str, Pieces]) -> int:
    pairs = ((old, new) for old in sources.values() for new in targets.values() if old.may_be(new))
    return sum(min(len(old.counts), len(new.counts)) for old, new in pairs)


def _alone(names: Collection[str]) -> dict[str, str]:
    """The names whose last part only one of them has, by that part."""
    counts = Counter(map(basename, names))
    return {basename(name): name for name in names if counts[basename(name)] == 1}
