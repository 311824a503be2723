"""Which removed file a new one was made of, as dulwich decides it after git (``git help diff``, ``--find-renames``).

    renames({"old.py": b"..."}, {"new.py": b"..."})          {"new.py": "old.py"}
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from dulwich.diff_tree import CHANGE_RENAME, RenameDetector
from dulwich.object_store import MemoryObjectStore
from dulwich.objects import Blob, ObjectID, Tree

LEAST = 50
"""The part of the larger file that the other one has to have, in per cent."""
MOST_FILES, MOST_PIECES = 1000, 50_000_000
"""Files on each side, and pieces of them, that are compared. Beyond that only files with the same bytes are found."""


def renames(removed: Mapping[str, bytes], added: Mapping[str, bytes]) -> dict[str, str]:
    """The removed file for each added one that has one, by names. The end of a line is ``\\n`` or ``\\r\\n``."""
    pieces = sum(raw.count(b"\n") + len(raw) // 64 + 1 for raw in removed.values()) * len(added)
    detector = RenameDetector(
        store := MemoryObjectStore(), LEAST - 1, MOST_FILES if pieces <= MOST_PIECES else 0, rewrite_threshold=None
    )
    found: dict[str, str] = {}
    while True:
        rest = {name: raw for name, raw in removed.items() if name not in found.values()}
        open_ones = {name: raw for name, raw in added.items() if name not in found}
        changes = detector.changes_with_renames(_tree(store, rest), _tree(store, open_ones))
        more = {
            os.fsdecode(one.new.path): os.fsdecode(one.old.path)
            for one in changes
            if one.type == CHANGE_RENAME and one.old and one.new and one.old.path and one.new.path
        }
        if not more:
            return found
        found |= more  # a file whose source is taken may have another one


def _tree(store: MemoryObjectStore, files: Mapping[str, bytes]) -> ObjectID:
    tree = Tree()
    for name, raw in files.items():
        blob = Blob.from_string(raw.replace(b"\r\n", b"\n"))
        store.add_object(blob)
        tree.add(os.fsencode(name), 0o100644, blob.id)
    store.add_object(tree)
    return tree.id
