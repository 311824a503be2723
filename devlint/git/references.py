"""The references of a git repository: branches, tags, ``HEAD`` and its kin.

references = References("/p/.git", "/p/.git", digits=40)
references.find("origin/main")          "9bb8b1f…"
"""

from __future__ import annotations

import os
import re
from functools import cached_property

from devlint.git.errors import GitError
from devlint.git.objects import is_name
from devlint.source.files import LARGEST, regular_bytes

_PLACES = ("{}", "refs/{}", "refs/tags/{}", "refs/heads/{}", "refs/remotes/{}", "refs/remotes/{}/HEAD")
"""Where a short name is looked for, in this order."""
_BESIDE_HEAD = re.compile(r"[A-Z_]+")
_OF_WORK_TREE = ("refs/bisect/", "refs/worktree/", "refs/rewritten/")
_UNFIT = re.compile(r"[\0-\x20\x7f~^:?*\[\\]|\.\.|//|@\{|(^|/)\.|\.lock(/|$)|[./]$|^/|^-")
MOST_STEPS = 5
"""References that lead from one to the next."""


class References:
    """The references in ``folder``, which belong to one work tree, and in ``common``, which all share."""

    def __init__(self, folder: str, common: str, digits: int) -> None:
        self._folder = folder
        self._common = common
        self._digits = digits

    def find(self, name: str) -> str | None:
        """The name of the object that ``name`` stands for, long or short; None if there is none. Raises GitError."""
        if _UNFIT.search(name):
            return None
        for place in _PLACES:
            whole = place.format(name)
            if whole.startswith("refs/") or _BESIDE_HEAD.fullmatch(whole):
                found = self._resolved(whole)
                if found:
                    return found
        return None

    def _resolved(self, name: str) -> str | None:
        for _ in range(MOST_STEPS):
            said = self._said(name)
            if not said.startswith("ref:"):
                found = said[: self._digits]
                return found if is_name(found, self._digits) else None
            name = said[4:].strip()
            if _UNFIT.search(name) or not name.startswith("refs/"):
                return None
        return None

    def _said(self, name: str) -> str:
        """The text of the reference ``name``, "" if there is none."""
        is_own = not name.startswith("refs/") or name.startswith(_OF_WORK_TREE)
        path = os.path.join(self._folder if is_own else self._common, name)
        try:
            return regular_bytes(path, 2**20).decode("utf-8", "surrogateescape")
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            return self._packed.get(name, "")
        except (OSError, ValueError) as error:
            raise GitError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None

    @cached_property
    def _packed(self) -> dict[str, str]:
        path = os.path.join(self._common, "packed-refs")
        try:
            raw = regular_bytes(path, LARGEST)
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise GitError(f"{path}: cannot be read: {error.strerror or error}") from None
        pairs = (line.partition(" ") for line in raw.decode("utf-8", "surrogateescape").split("\n"))
        return {name: found for found, _, name in pairs if is_name(found, self._digits)}
