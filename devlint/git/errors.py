"""What cannot be read of a git repository."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class GitError(Exception):
    """Something that a repository does not have, or that is damaged. The message is one line, fit for the user."""


class MissingObject(GitError):
    """An object that a repository names and does not have."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"the object {name} is missing, as in a partial or damaged clone; nothing is fetched "
            "(`git fetch --refetch --no-filter` completes a partial clone)"
        )


@contextmanager
def reading(what: str) -> Iterator[None]:
    """Raise GitError for whatever dulwich raises where bytes are no git's: AssertionError, zlib.error, KeyError..."""
    try:
        yield
    except (GitError, OSError):
        raise
    except Exception as error:
        raise GitError(f"{what} is damaged") from error
