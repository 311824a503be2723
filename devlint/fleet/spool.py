"""The sources of some repositories in one temporary file, so that a table of any size takes little memory.

    with Spool() as spool:
        spool.add(Row("me/net", "a.py", b"import torch\\n"))
        spool.repositories["me/net"]            {"a.py": (0, 13)}
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pyarrow as pa

from devlint.file_systems.tree import plain_name
from devlint.fleet.request import FleetOptions, Place, Refused


class Row(NamedTuple):
    """A row of the source. ``reason`` says why it is no file, "" if it is one; its repository may be "" then."""

    repository: str
    path: str | None
    content: bytes
    reason: str = ""


class Spool:
    """A file that is gone when it is closed."""

    def __init__(self, folder: str | None = None) -> None:
        self._file = tempfile.NamedTemporaryFile(prefix="devlint-", suffix=".spool", dir=folder)  # noqa: SIM115
        self.path = self._file.name
        self.repositories: dict[str, dict[str, Place]] = {}
        self.refused: dict[str, list[Refused]] = {}
        """The rows of each repository that are no files of it."""
        self._end = 0

    def __enter__(self) -> Spool:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, row: Row) -> None:
        """Take a row; of those with one path the first is the file. Raises OSError where the disk is full."""
        files = self.repositories.setdefault(row.repository, {})
        name = plain_name(row.path or "")
        reason = row.reason or _reason_against(name, files)
        if reason:
            self.refused.setdefault(row.repository, []).append(Refused(row.path, reason))
            return
        self._file.write(row.content)
        files[name] = self._end, len(row.content)
        self._end += len(row.content)

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


def _reason_against(name: str, files: Mapping[str, Place]) -> str:
    """Why a row with the path ``name``, "" for one that leads nowhere, is no further one of ``files``."""
    if not name:
        return "its path leads out of the repository"
    return f"another row before it has the path {name}" if name in files else ""


def rows_of(batch: pa.RecordBatch, options: FleetOptions) -> Iterator[Row]:
    """Each row of a batch; one that lacks something has a reason.

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
        values = [column[number].as_py() for column in columns]
        repository, no_repository = _text(values[0], "repository")
        path, no_path = _text(values[1], "path")
        content = b"" if values[2] is None else values[2]
        reason = no_repository or no_path or ("its content is null" if values[2] is None else "")
        yield Row(
            "" if no_repository else repository,
            None if values[1] is None else path,
            content if isinstance(content, bytes) else content.encode(),
            reason,
        )


def _is_text(kind: pa.DataType) -> bool:
    tests = ("string", "large_string", "string_view", "binary", "large_binary", "binary_view")
    return any(getattr(pa.types, f"is_{test}", lambda _: False)(kind) for test in tests)


def _text(value: str | bytes | None, column: str) -> tuple[str, str]:
    """The text of a value, and the reason why it has none."""
    if value is None:
        return "", f"its {column} is null"
    if isinstance(value, str):
        return value, ""
    try:
        return value.decode(), ""
    except UnicodeDecodeError:
        return value.decode("utf-8", "backslashreplace"), f"its {column} is not UTF-8"
