"""A git repository, and the commits that revisions mean.

repository = Repository.of("/p/src")
repository.commit("v1.2~3")                     the name of a commit
repository.merge_base("9bb8b1f…", "35ab…")      the newest commit that both have behind them
"""

from __future__ import annotations

import io
import os
import re
from typing import BinaryIO

from dulwich.graph import find_merge_base
from dulwich.object_store import peel_sha
from dulwich.objects import Commit, ObjectID
from dulwich.objectspec import parse_ref
from dulwich.refs import DiskRefsContainer, Ref, check_ref_format
from dulwich.repo import BaseRepo

from devlint.git.errors import GitError, reading
from devlint.git.location import Location, contents, location_of
from devlint.git.objects import Objects, is_name
from devlint.source.files import LARGEST

_STEPS = re.compile(r"([^~^]+)((?:[~^]\d{0,9}|\^\{(?:commit)?\})*)")
_STEP = re.compile(r"([~^])(?:(\d+)|\{(?:commit)?\})?")
_SHORT = re.compile(r"[0-9a-fA-F]{4,64}")
_UNKNOWN = ("@{", ":", "^{")
_BESIDE_HEAD = re.compile(rb"[A-Z_]+")


class References(DiskRefsContainer):
    """Branches, tags and the like; only regular files with names that git allows are opened. Raises GitError."""

    _packed: dict[Ref, ObjectID] | None = None

    def read_loose_ref(self, name: Ref) -> bytes | None:
        """The first line of the reference ``name``, None if it is no file of its own."""
        path = os.fsdecode(self.refpath(name))
        if not (name.startswith(b"refs/") and check_ref_format(name) or _BESIDE_HEAD.fullmatch(name)):
            return None
        if os.path.isdir(path):
            return None
        return (contents(path, 2**20) or b"").partition(b"\n")[0].strip().replace(b"ref:refs/", b"ref: refs/") or None

    def get_packed_refs(self) -> dict[Ref, ObjectID]:
        """The references that lie in one file together."""
        if self._packed is None:
            lines = (contents(os.path.join(os.fsdecode(self.path), "packed-refs"), LARGEST) or b"").split(b"\n")
            pairs = (line.partition(b" ") for line in lines if line[:1] not in (b"#", b"^"))
            self._packed = {Ref(name): ObjectID(found) for found, _, name in pairs}
        return self._packed


class Repository(BaseRepo):
    """A repository; ``top`` is the folder of its work tree, of a bare one its own."""

    def __init__(self, location: Location) -> None:
        """Raises GitError."""
        self.location, self.top = location, location.top
        self.objects = Objects(os.path.join(location.common, "objects"), location.algorithm)
        super().__init__(self.objects, References(location.common, location.folder))
        with reading(os.path.join(location.common, "shallow")):
            self.shallow = self.get_shallow()
            """Commits whose parents a shallow clone has not."""

    @classmethod
    def of(cls, folder: str, *, may_be_bare: bool = False) -> Repository:
        """The repository that ``folder`` lies in, as by ``location_of``. Raises GitError."""
        return cls(location_of(folder, may_be_bare=may_be_bare))

    def get_named_file(self, path: str) -> BinaryIO | None:
        """A file of the repository; None if there is none. Raises GitError."""
        raw = contents(os.path.join(self.location.common, path), 2**24)
        return None if raw is None else io.BytesIO(raw)

    def commit(self, revision: str) -> str:
        """The commit that ``revision`` means. Raises GitError.

        It is the name, short or long, of an object, branch or tag, with ``~2`` and ``^2``.
        """
        found = _STEPS.fullmatch(revision)
        if found is None:
            raise self._no_revision(revision)
        commit = self._commit(self._object(found[1], revision))
        for step in _STEP.finditer(found[2]):
            count = int(step[2]) if step[2] else 0 if "{" in step[0] else 1
            for _ in range(count if step[1] == "~" else min(count, 1)):
                parents = [] if commit.id in self.shallow else commit.parents
                number = 1 if step[1] == "~" else count
                if number > len(parents):
                    raise self._no_revision(revision)
                commit = self._commit(parents[number - 1])
        return str(commit.id, "ascii")

    def tree(self, commit: str) -> str:
        """The tree of a commit. Raises GitError."""
        return str(self._commit(ObjectID(commit.encode())).tree, "ascii", "replace")

    def merge_base(self, one: str, other: str) -> str | None:
        """The best common ancestor: behind no other common one, and of several the newest. Raises GitError."""
        with reading(f"the history of {one} or {other}"):
            found = find_merge_base(self, [ObjectID(one.encode()), ObjectID(other.encode())])
            for name in reversed(found):  # clocks that go wrong may leave some that lie behind others
                if not any(name != more and find_merge_base(self, [name, more]) == [name] for more in found):
                    return name.decode()
        return None

    def _object(self, name: str, revision: str) -> ObjectID:
        if is_name(name.lower(), self.objects.digits):
            return ObjectID(name.lower().encode())
        if name.startswith("-"):
            raise self._no_revision(revision)
        with reading(f"the reference {name}"):
            try:
                found = self.refs[parse_ref(self.refs, os.fsencode("HEAD" if name == "@" else name))]
                if is_name(found.decode("ascii", "replace"), self.objects.digits):
                    return found
            except KeyError:
                pass
        start = (name.rpartition("-g")[2] or name).lower()  # the end of what `git describe` says
        if _SHORT.fullmatch(start):
            names = set(self.objects.iter_prefix(start.encode()))
            if len(names) > 1:
                names = {one for one in names if self.objects.get_raw(one)[0] in (Commit.type_num, 4)}
            if len(names) == 1:
                return names.pop()
            if names:
                raise GitError(f"{start!r} is the beginning of {len(names)} commits")
        raise self._no_revision(revision)

    def _commit(self, name: ObjectID) -> Commit:
        """The commit that the tag ``name`` stands for, or the commit itself."""
        with reading(f"the object {name.decode('ascii', 'replace')}"):
            found = peel_sha(self.objects, name)[1]
            if not isinstance(found, Commit):
                raise GitError(f"the object {found.id.decode()} is a {found.type_name.decode()} and no commit")
        return found

    def _no_revision(self, revision: str) -> GitError:
        why = f"{revision!r} is no revision of {self.top}"
        if any(mark in revision for mark in _UNKNOWN):
            why += "; name a commit, branch or tag, with ~ and ^ at most"
        elif self.shallow:
            why += ", which is a shallow clone (`git fetch --unshallow` completes it)"
        return GitError(why)
