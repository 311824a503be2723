"""The lines that were changed since a git revision.

    changed = ChangedLines.since("origin/main")      since the last commit that it has in common with the current one
    changed.only(outcome)                            the outcome with the findings that touch such a line

A finding touches a line where it stands on it, or one of its notes does. All lines of a file count that git does not
track, and of a notebook the lines of its cells that differ. Texts are compared as Python reads them: a line whose end
alone is another, as of Windows, is the same.
"""

from __future__ import annotations

import contextlib
import os
import posixpath
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace

from devlint.base.diagnostic import Diagnostic, Span
from devlint.base.errors import BadOption
from devlint.engine.batch import Outcome
from devlint.git.errors import GitError
from devlint.git.index import Index, read_index
from devlint.git.line_changes import changed_lines
from devlint.git.renames import renames
from devlint.git.repository import Repository
from devlint.git.trees import Entry, files
from devlint.source.files import LARGEST, Document, Unreadable, read, regular_bytes

FLAG = "--diff-base"
LARGEST_RENAMED, MOST_RENAMED = 2**20, 2**28
"""Bytes of a file, and of all files, whose earlier names are looked for."""


class ChangedLines:
    """What differs between the files of a work tree and those of a commit."""

    def __init__(self, repository: Repository, commit: str) -> None:
        """``commit`` is the name of the one that files are compared with. Raises GitError."""
        self._repository = repository
        self._before: dict[str, Entry] = files(repository.objects, repository.tree(commit))
        self._index: Index = read_index(repository.location.folder, repository.objects.digits)
        self._renamed: dict[str, dict[str, str]] = {}  # by suffix

    @classmethod
    def since(cls, revision: str) -> ChangedLines:
        """What was changed since ``revision``, in the repository of the current folder. Raises BadOption."""
        try:
            repository = Repository.of(os.curdir)
            head = repository.commit("HEAD")
            base = repository.merge_base(repository.commit(revision), head)
            if base is None:
                why = f"{revision!r} has no commit in common with the current one"
                if repository.shallow:
                    why += " in this shallow clone (`git fetch --unshallow` completes it)"
                raise GitError(why)
            return cls(repository, base)
        except (GitError, OSError) as error:
            raise BadOption(f"{FLAG}: {error.args[-1]}") from None

    def only(self, outcome: Outcome) -> Outcome:
        """``outcome`` with the findings that touch a changed line; failures of devlint stay.

        Where the earlier text is missing or damaged, the file counts as not checked.
        """
        document = outcome.document
        if document is None or not outcome.found:
            return outcome
        try:
            touched = self._lines(document)
        except (GitError, OSError) as error:
            return Outcome(outcome.path, error=f"cannot be compared for {FLAG}: {error.args[-1]}")
        if touched is None:
            return outcome
        found = tuple(d for d in outcome.found if d in outcome.failures or _touches(d, touched))
        return replace(outcome, found=found, document=document if found else None)

    def _lines(self, document: Document) -> Collection[int] | None:
        """The lines of a file that are new; None if all are."""
        start = os.path.join(self._repository.top, "")
        path = os.path.realpath(document.path)
        name = path[len(start) :].replace(os.sep, "/")
        if not path.startswith(start) or name not in self._index.names:
            return None
        if name not in self._before:
            name = self._earlier_name(name)
        entry = self._before.get(name)
        if entry is None or not entry.is_file:
            return None
        raw = self._repository.objects.read(entry.name, "blob", LARGEST)
        try:
            text = read(name, load=lambda _, most: raw).text
        except Unreadable:
            return None
        return changed_lines(_lines(text), _lines(document.text))

    def _earlier_name(self, name: str) -> str:
        """The name that the file ``name`` had in the commit; "" if it was not there."""
        suffix = posixpath.splitext(name)[1]
        if suffix not in self._renamed:
            removed = _together(self._removed(suffix), self._blob)
            added = _together(self._added(suffix), lambda one: regular_bytes(self._place(one), LARGEST_RENAMED))
            self._renamed[suffix] = renames(removed, added)
        return self._renamed[suffix].get(name, "")

    def _removed(self, suffix: str) -> Iterator[str]:
        """Files of the commit that are not there any more."""
        tracked = self._index
        for name, entry in self._before.items():
            if not entry.is_file or posixpath.splitext(name)[1] != suffix or tracked.is_skipped(name):
                continue
            if name not in tracked.names or not os.path.lexists(self._place(name)):
                yield name

    def _added(self, suffix: str) -> Iterator[str]:
        """Tracked files that the commit does not have."""
        for name in self._index.names - self._before.keys():
            path = self._place(name)
            if posixpath.splitext(name)[1] == suffix and not os.path.islink(path) and os.path.isfile(path):
                yield name

    def _place(self, name: str) -> str:
        return os.path.join(self._repository.top, name)

    def _blob(self, name: str) -> bytes:
        return self._repository.objects.read(self._before[name].name, "blob", LARGEST_RENAMED)


def _together(names: Iterable[str], load: Callable[[str], bytes]) -> dict[str, bytes]:
    """The bytes of files, but for those that are too large; of none where they are too many."""
    found, total = dict[str, bytes](), 0
    for name in names:
        with contextlib.suppress(OSError):
            found[name] = load(name)
            total += len(found[name])
        if total > MOST_RENAMED:
            return {}
    return found


def _lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n") if text else []


def _touches(d: Diagnostic, lines: Collection[int]) -> bool:
    spans: list[Span] = [d.span, *(note.span for note in d.notes_here)]
    return any(n in lines for span in spans for n in range(span.line, span.end_line + 1))
