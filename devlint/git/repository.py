"""A git repository: where it lies, and the commits that revisions mean.

repository = Repository.of("/p/src")            of the folder /p, or of the work tree that it is
repository.commit("v1.2~3")                     the name of a commit
repository.merge_base("9bb8b1f…", "35ab…")      the newest commit that both have behind them
"""

from __future__ import annotations

import os
import re
from functools import cached_property

from devlint.git.errors import GitError
from devlint.git.history import History
from devlint.git.objects import WIDTHS, Objects, is_name
from devlint.git.references import References
from devlint.source.files import regular_bytes

_FORMAT = re.compile(rb"(?mi)^[ \t]*objectformat[ \t]*=[ \t]*\"?(\w+)")
_STEPS = re.compile(r"([^~^]+)((?:[~^]\d{0,9}|\^\{(?:commit)?\})*)")
_STEP = re.compile(r"([~^])(?:(\d+)|\{(?:commit)?\})?")
_SHORT = re.compile(r"[0-9a-fA-F]{4,64}")
_UNKNOWN = ("@{", ":", "^{")
MOST_TAGS = 10
"""Tags of tags."""


class Repository:
    """A repository.

    ``top`` is the folder of its work tree, of a bare one its own; ``folder`` is what is called ``.git`` otherwise.
    """

    def __init__(self, top: str, folder: str, *, is_bare: bool = False) -> None:
        """Raises GitError for a format that is not known."""
        self.top, self.folder, self.is_bare = os.path.realpath(top), folder, is_bare
        common = _line(os.path.join(folder, "commondir"))
        self.common = os.path.normpath(os.path.join(folder, common)) if common else folder
        if os.path.isdir(os.path.join(self.common, "reftable")):
            raise GitError(f"{self.common}: keeps its references in reftables, a format that is not read")
        self.algorithm = self._algorithm()
        self.objects = Objects(os.path.join(self.common, "objects"), self.algorithm)

    @classmethod
    def of(cls, folder: str, *, may_be_bare: bool = False) -> Repository:
        """The repository that ``folder`` lies in. Raises GitError.

        A bare one counts where it ``may_be_bare``; otherwise it is a folder like others.
        """
        here = os.path.realpath(folder)
        while True:
            inner = os.path.join(here, ".git")
            if os.path.isfile(inner):
                said = _line(inner)
                target = os.path.normpath(os.path.join(here, said[len("gitdir:") :].strip()))
                if not said.startswith("gitdir:") or not os.path.exists(os.path.join(target, "HEAD")):
                    raise GitError(f"{inner}: leads to no git repository")
                return cls(here, target)
            if _is_repository(inner):
                return cls(here, inner)
            if may_be_bare and _is_repository(here):
                return cls(here, here, is_bare=True)
            above = os.path.dirname(here)
            if above == here:
                raise GitError(f"{os.path.realpath(folder)} lies in no git repository")
            here = above

    def _algorithm(self) -> str:
        path = os.path.join(self.common, "config")
        try:
            found = _FORMAT.search(regular_bytes(path, 2**20))
        except FileNotFoundError:
            found = None
        except OSError as error:
            raise GitError(f"{path}: cannot be read: {error.strerror or error}") from None
        algorithm = found[1].decode("ascii", "replace").lower() if found else "sha1"
        if algorithm not in WIDTHS:
            raise GitError(f"{path}: the object format {algorithm!r} is not known")
        return algorithm

    @cached_property
    def references(self) -> References:
        """Its branches, tags and the like."""
        return References(self.folder, self.common, self.objects.digits)

    @cached_property
    def history(self) -> History:
        """Its commits."""
        return History(self.objects, self.common)

    def commit(self, revision: str) -> str:
        """The commit that ``revision`` means. Raises GitError.

        It is the name, short or long, of an object, branch or tag, with ``~2`` and ``^2``.
        """
        found = _STEPS.fullmatch(revision)
        if found is None:
            raise self._no_revision(revision)
        name, steps = found[1], found[2]
        commit = self._peeled(self._object(name, revision))
        for step in _STEP.finditer(steps):
            count = int(step[2]) if step[2] else 0 if "{" in step[0] else 1
            if step[1] == "~":
                for _ in range(count):
                    commit = self._parent(commit, 1, revision)
            elif count:
                commit = self._parent(commit, count, revision)
        return commit

    def tree(self, commit: str) -> str:
        """The tree of a commit. Raises GitError."""
        return self.history.of(commit).tree

    def merge_base(self, one: str, other: str) -> str | None:
        """The best common ancestor of two commits, as git chooses it; None if there is none. Raises GitError."""
        return self.history.merge_base(one, other)

    def _object(self, name: str, revision: str) -> str:
        digits = self.objects.digits
        if is_name(name.lower(), digits):
            return name.lower()
        found = self.references.find("HEAD" if name == "@" else name)
        if found:
            return found
        start = (name.rpartition("-g")[2] or name).lower()  # the end of what `git describe` says
        if _SHORT.fullmatch(start):
            names = self.objects.names(start)
            if len(names) > 1:
                names = {name for name in names if self.objects.find(name)[0] in ("commit", "tag")}
            if len(names) == 1:
                return names.pop()
            if names:
                raise GitError(f"{start!r} is the beginning of {len(names)} commits")
        raise self._no_revision(revision)

    def _peeled(self, name: str) -> str:
        """The commit that the tag ``name`` stands for, or the commit itself."""
        for _ in range(MOST_TAGS):
            kind, raw = self.objects.find(name)
            if kind == "commit":
                return name
            found = raw.split(b"\n", 1)[0].partition(b" ")[2].decode("ascii", "replace")
            if kind != "tag" or not is_name(found, self.objects.digits):
                raise GitError(f"the object {name} is a {kind} and no commit")
            name = found
        raise GitError(f"the tag {name} leads to too many others")

    def _parent(self, commit: str, number: int, revision: str) -> str:
        parents = self.history.of(commit).parents
        if number > len(parents):
            raise self._no_revision(revision)
        return parents[number - 1]

    def _no_revision(self, revision: str) -> GitError:
        why = f"{revision!r} is no revision of {self.top}"
        if any(mark in revision for mark in _UNKNOWN):
            why += "; name a commit, branch or tag, with ~ and ^ at most"
        elif self.history.shallow:
            why += ", which is a shallow clone (`git fetch --unshallow` completes it)"
        return GitError(why)


def _is_repository(folder: str) -> bool:
    return os.path.isfile(os.path.join(folder, "HEAD")) and all(
        os.path.isdir(os.path.join(folder, name)) for name in ("objects", "refs")
    )


def _line(path: str) -> str:
    """What the file ``path`` says in one line; "" if there is none."""
    try:
        return os.fsdecode(regular_bytes(path, 2**16)).partition("\n")[0].replace("\0", "").rstrip("\r")
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise GitError(f"{path}: cannot be read: {error.strerror or error}") from None
