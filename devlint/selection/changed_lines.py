"""The lines that were changed since a git revision.

    changed = ChangedLines.since("origin/main")      since the last commit that it has in common with the current one
    changed.only(outcome)                            the outcome with the findings that touch such a line

A finding touches a line where it stands on it, or one of its notes does. All lines of a file count that git does not
track, and of a notebook the lines of its cells that differ.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from devlint.batch import Outcome
from devlint.diagnostic import Diagnostic, Span
from devlint.errors import BadOption
from devlint.files import Document
from devlint.git import git

FLAG = "--diff-base"
_HUNK = re.compile(rb"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_ESCAPE = re.compile(rb'\\([0-7]{3}|["\\abtnvfr])')
_NAMED = {b"a": b"\a", b"b": b"\b", b"t": b"\t", b"n": b"\n", b"v": b"\v", b"f": b"\f", b"r": b"\r"}


@dataclass(frozen=True, slots=True)
class ChangedLines:
    """The changed lines of each file that git tracks, by its real path.

    ``revision`` is the commit that the lines are compared with, ``top`` the folder of the repository.
    """

    revision: str
    top: str
    files: dict[str, frozenset[int]]

    @classmethod
    def since(cls, revision: str) -> ChangedLines:
        """What was changed since ``revision``, in the repository of the current folder. Raises BadOption."""
        # A repository that is a part of the tree, with a configuration of its own, is none that may be asked.
        plain = git(FLAG, "-c", "safe.bareRepository=explicit", "rev-parse", "--show-toplevel")
        top = os.path.realpath(os.fsdecode(plain.rstrip(b"\n")))
        why = f"{revision!r} is no revision that has a commit in common with the current one"
        commit = git(FLAG, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}", why=why)
        base = git(FLAG, "merge-base", commit.decode().strip(), "HEAD", why=why).decode().strip()
        tracked = git(FLAG, "ls-files", "-z", "--full-name", ":/").split(b"\0")
        files = {os.path.join(top, os.fsdecode(name)): frozenset[int]() for name in tracked}
        patch = git(FLAG, "diff", *_PLAIN, base, "--", ":/")
        for name, touched in _patched(patch):
            files[os.path.join(top, os.fsdecode(name))] = frozenset(touched)
        return cls(base, top, files)

    def only(self, outcome: Outcome) -> Outcome:
        """``outcome`` with the findings that touch a changed line; failures of devlint stay."""
        document = outcome.document
        if document is None:
            return outcome
        path = os.path.realpath(document.path)
        touched = self.files.get(path)
        if touched is None:
            return outcome
        if document.notebook is not None and touched:
            touched = self._of_notebook(path, document)
        found = tuple(d for d in outcome.found if d in outcome.failures or _touches(d, touched))
        return replace(outcome, found=found, document=document if found else None)

    def _of_notebook(self, path: str, document: Document) -> frozenset[int]:
        from devlint.source.notebook import BadNotebook, read_notebook

        after = document.text.split("\n")
        try:
            name = os.path.relpath(path, self.top).replace(os.sep, "/")
            before = read_notebook(git(FLAG, "show", f"{self.revision}:{name}").decode("utf-8-sig")).text.split("\n")
        except (BadOption, BadNotebook, UnicodeError):
            return frozenset(range(1, len(after) + 1))
        pieces = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
        return frozenset(n + 1 for kind, _, _, start, end in pieces if kind != "equal" for n in range(start, end))


_PLAIN = (
    "--unified=0", "--inter-hunk-context=0", "--text", "--find-renames", "--src-prefix=a/", "--dst-prefix=b/",
    "--no-color", "--no-ext-diff", "--no-textconv", "--no-relative", "--ignore-submodules",
)  # fmt: skip


def _touches(d: Diagnostic, lines: frozenset[int]) -> bool:
    spans: list[Span] = [d.span, *(note.span for note in d.notes)]
    return any(n in lines for span in spans for n in range(span.line, span.end_line + 1))


def _patched(patch: bytes) -> Iterator[tuple[bytes, set[int]]]:
    """The files of a patch without context, and which of their lines are new in it."""
    lines = iter(patch.split(b"\n"))
    name, touched = b"", set[int]()
    for line in lines:
        if line.startswith(b"diff --git "):
            if name:
                yield name, touched
            name, touched = b"", set()
        elif line.startswith(b"+++ "):
            name = _name(line[4:])
        elif hunk := _HUNK.match(line):
            removed, start, added = int(hunk[1] or b"1"), int(hunk[2]), int(hunk[3] or b"1")
            touched.update(range(start, start + added))
            left = removed + added
            while left:
                left -= not next(lines, b"").startswith(b"\\")  # which says that the last line has no end
    if name:
        yield name, touched


def _name(shown: bytes) -> bytes:
    """The name of a file as a patch shows it, "" for one that was removed."""
    text = shown.rstrip(b"\t")
    if text.startswith(b'"'):
        text = _ESCAPE.sub(
            lambda m: bytes([int(m[1], 8)]) if len(m[1]) == 3 else _NAMED.get(m[1], m[1]), text.strip(b'"')
        )
    return text[2:] if text.startswith(b"b/") else b""
