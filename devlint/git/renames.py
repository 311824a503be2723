"""Which removed file a new one was made of, as git decides it (``git help diff``, ``--find-renames``), with dulwich.

    renames({"old.py": b"..."}, {"new.py": b"..."})          {"new.py": "old.py"}

The same bytes first, then a name that is alone on both sides, then the most similar ones. The end of a line is ``\\n``.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Mapping
from posixpath import basename

from dulwich.diff_tree import CHANGE_RENAME, RenameDetector
from dulwich.object_store import MemoryObjectStore
from dulwich.objects import Blob, ObjectID, Tree

LEAST, LEAST_OF_NAMESAKES = 50, 75
"""The part of the larger file that the other one has to have, in per cent."""
MOST_FILES, MOST_PIECES = 1000, 50_000_000
"""Files on a side, and pieces of them, that are compared. Beyond that files with the same bytes or name are found."""


def renames(removed: Mapping[str, bytes], added: Mapping[str, bytes]) -> dict[str, str]:
    """The removed file for each added one that has one, by names; for none that is empty."""
    sources, targets = ({name: raw for name, raw in side.items() if raw} for side in (removed, added))
    found: dict[str, str] = {}

    def find(old: Collection[str], new: Collection[str], least: int, most_files: int) -> bool:
        before, after = {name: sources[name] for name in old}, {name: targets[name] for name in new}
        more = _similar(before, after, least, most_files)
        found.update(more)
        for target, source in more.items():
            del sources[source], targets[target]
        return bool(more)

    find(list(sources), list(targets), LEAST, 0)
    alone, alone_too = _alone(sources), _alone(targets)
    for last in alone.keys() & alone_too.keys():
        find([alone[last]], [alone_too[last]], LEAST_OF_NAMESAKES, 1)
    pieces = sum(raw.count(b"\n") + len(raw) // 64 + 1 for raw in sources.values())
    left = MOST_PIECES
    while (left := left - pieces * len(targets)) >= 0 and find(list(sources), list(targets), LEAST, MOST_FILES):
        pass  # one whose source is taken may have another one
    return found


def _similar(old: Mapping[str, bytes], new: Mapping[str, bytes], least: int, most_files: int) -> dict[str, str]:
    """The source of each file that dulwich finds one for; above ``most_files`` only those with the same bytes."""
    store = MemoryObjectStore()
    detector = RenameDetector(store, least - 1, most_files, rewrite_threshold=None)
    changes = detector.changes_with_renames(_tree(store, old), _tree(store, new))
    pairs = [(one.new, one.old) for one in changes if one.type == CHANGE_RENAME]
    return {os.fsdecode(a.path): os.fsdecode(b.path) for a, b in pairs if a and b and a.path and b.path}


def _tree(store: MemoryObjectStore, files: Mapping[str, bytes]) -> ObjectID:
    tree = Tree()
    for name, raw in files.items():
        blob = Blob.from_string(raw.replace(b"\r\n", b"\n"))
        store.add_object(blob)
        tree.add(os.fsencode(name), 0o100644, blob.id)
    store.add_object(tree)
    return tree.id


def _alone(names: Collection[str]) -> dict[str, str]:
    """The names whose last part only one of them has, by that part."""
    counts = Counter(map(basename, names))
    return {basename(name): name for name in names if counts[basename(name)] == 1}
