"""The sources of some repositories in one temporary file, so that a table of any size takes little memory.

    with Spool() as spool:
        spool.add("me/net", "a.py", b"import torch\\n")
        spool.repositories["me/net"]            {"a.py": (0, 13)}
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from devlint.file_systems.tree import plain_name
from devlint.fleet.request import FleetOptions, Place

Row = tuple[str, str, bytes]


class Spool:
    """A file that is gone when it is closed."""

    def __init__(self, folder: str | None = None) -> None:
        self._file = tempfile.NamedTemporaryFile(prefix="devlint-", suffix=".spool", dir=folder)  # noqa: SIM115
        self.path = self._file.name
        self.repositories: dict[str, dict[str, Place]] = {}
        self.refused: dict[str, list[str]] = {}
        """Paths of each repository that lead out of it."""
        self._end = 0

    def __enter__(self) -> Spool:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, repository: str, path: str, content: bytes) -> None:
        """Take a file; of one that comes twice the last counts. Raises OSError where the disk is full."""
        files = self.repositories.setdefault(repository, {})
        name = plain_name(path)
        if not name:
            self.refused.setdefault(repository, []).append(path)
            return
        self._file.write(content)
        files[name] = self._end, len(content)
        self._end += len(content)

    def flush(self) -> None:
        """Have all that was taken stand in the file."""
        self._file.flush()

    def clear(self) -> None:
        """Let go of all repositories."""
        self.repositories.clear()
        self.refused.clear()
        self._file.flush()
        os.ftruncate(self._file.fileno(), 0)
        self._file.seek(0)
        self._end = 0


def rows_of(batch: pa.RecordBatch, options: FleetOptions) -> Iterator[Row]:
    """Repository, path and content of each row of a batch; rows without one of them are passed over.

    Raises ValueError where a column is missing or is no text.
    """
    columns: list[Any] = []
    for name in (options.repository, options.path, options.content):
        if name not in batch.schema.names:
            raise ValueError(f"there is no column {name!r}, but {', '.join(map(repr, batch.schema.names))}")
        column = batch.column(name)
        if pa.types.is_dictionary(column.type):
            column = column.dictionary_decode()
        if not _is_text(column.type):
            raise ValueError(f"column {name!r} is {column.type}, and not text")
        columns.append(column)
    for number in range(batch.num_rows):
        repository, path, content = (column[number].as_py() for column in columns)
        if repository is not None and path is not None and content is not None:
            yield _text(repository), _text(path), content if isinstance(content, bytes) else content.encode()


def _is_text(kind: pa.DataType) -> bool:
    tests = ("string", "large_string", "string_view", "binary", "large_binary", "binary_view")
    return any(getattr(pa.types, f"is_{test}", lambda _: False)(kind) for test in tests)


def _text(value: str | bytes) -> str:
    return value if isinstance(value, str) else value.decode("utf-8", "replace")
