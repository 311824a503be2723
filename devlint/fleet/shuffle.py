"""Bringing the rows of each repository together, by buckets of repositories on the storage of the results.

    read    some row groups of the source      -> shuffle/00001.arrow, in it a few record batches for each bucket
    write   shuffle/00001.json                    which batches are of which bucket, and what its repositories weigh

A bucket is then read from all of these files, of each its own batches alone. No process holds more than ``HELD`` bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import IO, Any

import pyarrow as pa
import pyarrow.parquet as pq

from devlint.base.digest import digest
from devlint.base.errors import BadOption
from devlint.fleet.request import FleetOptions
from devlint.fleet.spool import Row, rows_of
from devlint.fleet.storage import Storage

HELD = 96 * 2**20
"""Bytes of sources that are held before they are written."""
ROWS = 1024
"""Rows of the source that are read at a time."""

_SOURCES = pa.schema(
    [("repository", pa.string()), ("path", pa.string()), ("content", pa.large_binary()), ("reason", pa.string())]
)
_ROW = 100
"""Bytes that a row is counted for beside its content."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some row groups of a Parquet file, the bytes that they hold unpacked, and their rows."""

    file: str
    groups: tuple[int, ...]
    size: int
    rows: int


@dataclass(slots=True)
class Shuffled:
    """What stands in a file of the shuffle: the record batches of each bucket, and the weight of each repository.

    A weight is files, bytes, and bytes of those files that speak of torch.
    """

    batches: dict[int, list[int]] = field(default_factory=dict)
    weights: dict[str, list[int]] = field(default_factory=dict)
    error: str = ""
    """Why not all of the source could be read."""
    rows: int = 0
    """The rows that could be read."""

    def add(self, repository: str, content: bytes) -> None:
        """Count a row of a repository."""
        self.rows += 1
        weight = self.weights.setdefault(repository, [0, 0, 0])
        weight[0] += 1
        weight[1] += len(content)
        weight[2] += len(content) if b"torch" in content else 0


def stretches(source: Storage, name: str, options: FleetOptions, most: int) -> list[Stretch]:
    """The row groups of the file ``name`` in pieces of about ``most`` bytes. Raises ValueError, OSError."""
    with source.open(name) as opened:
        there = pq.ParquetFile(opened)
        names = there.schema_arrow.names
        for column in (options.repository, options.path, options.content):
            if column not in names:
                raise ValueError(f"there is no column {column!r}, but {', '.join(map(repr, names))}")
        every = [there.metadata.row_group(number) for number in range(there.num_row_groups)]
        weights = [(group.total_byte_size, group.num_rows) for group in every]
    found: list[Stretch] = []
    groups: list[int] = []
    size = rows = 0
    for number, (more, more_rows) in enumerate(weights):
        if groups and size + more > most:
            found.append(Stretch(name, tuple(groups), size, rows))
            groups, size, rows = [], 0, 0
        groups.append(number)
        size, rows = size + more, rows + more_rows
    return [*found, Stretch(name, tuple(groups), size, rows)] if groups else found


def bucket_of(repository: str, buckets: int) -> int:
    """The bucket of a repository, the same in every process."""
    return int(digest(repository, size=8), 16) % buckets


def shuffle(source: Storage, stretch: Stretch, buckets: int, out: Storage, name: str, options: FleetOptions) -> str:
    """Distribute the rows of ``stretch`` over the buckets; the message of what could not be read. Raises OSError."""
    done = Shuffled()

    def save(made: IO[bytes]) -> None:
        packed = pa.ipc.IpcWriteOptions(compression="lz4")
        with pa.ipc.new_file(made, _SOURCES, options=packed) as writer:
            number = 0
            for held in _held(_rows(source, stretch, options, done), buckets):
                for bucket, rows in sorted(held.items()):
                    for some in _pieces(rows):
                        columns = [pa.array([row[n] for row in some], kind) for n, kind in enumerate(_SOURCES.types)]
                        writer.write_batch(pa.RecordBatch.from_arrays(columns, schema=_SOURCES))
                        done.batches.setdefault(bucket, []).append(number)
                        number += 1
                    for row in rows:
                        done.add(row.repository, row.content)

    out.write(f"{name}.arrow", save)
    if done.error:
        done.error += f"; {stretch.rows - done.rows} of {stretch.rows} rows were not read"
    facts = {"batches": done.batches, "weights": done.weights, "error": done.error, "rows": done.rows}
    out.write(f"{name}.json", lambda made: made.write(json.dumps(facts).encode()))
    return done.error


def _rows(source: Storage, stretch: Stretch, options: FleetOptions, done: Shuffled) -> Iterator[Row]:
    """The rows that can be read; why there are no more is said in ``done``."""
    try:
        with source.open(stretch.file) as opened:
            there = pq.ParquetFile(opened)
            columns = [options.repository, options.path, options.content]
            for batch in there.iter_batches(ROWS, row_groups=list(stretch.groups), columns=columns):
                yield from rows_of(batch, options)
    except (pa.ArrowException, OSError, ValueError) as error:
        done.error = f"{stretch.file or source.root}: {' '.join(str(error).split())[:300]}"


def _held(rows: Iterable[Row], buckets: int) -> Iterator[dict[int, list[Row]]]:
    held: dict[int, list[Row]] = {}
    size = 0
    for row in rows:
        held.setdefault(bucket_of(row.repository, buckets), []).append(row)
        size += len(row.content) + _ROW
        if size >= HELD:
            yield held
            held.clear()  # the caller has the same one
            size = 0
    if held:
        yield held


def _pieces(rows: list[Row]) -> Iterator[list[Row]]:
    return (rows[start : start + ROWS] for start in range(0, len(rows), ROWS))


def shuffled(out: Storage, name: str) -> Shuffled:
    """What ``shuffle`` has done under this name. Raises OSError, and BadOption where the file is damaged."""
    try:
        with out.open(f"{name}.json") as opened:
            facts: dict[str, Any] = json.loads(opened.read())
        batches = {int(key): value for key, value in facts["batches"].items()}
        return Shuffled(batches, facts["weights"], facts["error"], facts["rows"])
    except (ValueError, LookupError, TypeError, AttributeError):
        raise BadOption(f"{out.path(name)}.json: is damaged; name another folder for the results") from None


def rows_of_bucket(out: Storage, places: Iterable[tuple[str, list[int]]]) -> Iterator[Row]:
    """The rows of a bucket, of which ``places`` are the files and their record batches. Raises OSError."""
    for name, batches in places:
        with out.open(f"{name}.arrow") as opened, pa.ipc.open_file(opened) as there:
            for number in batches:
                batch = there.get_batch(number)
                for row in range(batch.num_rows):
                    yield Row(*(column[row].as_py() for column in batch.columns))
