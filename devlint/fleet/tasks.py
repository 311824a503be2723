"""What a worker does: it distributes a piece of the source, lints repositories, or puts a large one together again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import IO, Any

import pyarrow.parquet as pq

from devlint.fleet.batches import check_spooled
from devlint.fleet.checker import Checker
from devlint.fleet.components import parts
from devlint.fleet.request import REPOSITORY, FleetOptions
from devlint.fleet.shuffle import Stretch, rows_of_bucket, shuffle
from devlint.fleet.spool import Spool
from devlint.fleet.storage import Storage
from devlint.fleet.tables import COUNTS, SCHEMA, batches_of

WORK = "_devlint"
"""The folder of a run within that of its results; readers of Parquet pass over it."""
SHUFFLE = f"{WORK}/shuffle"
PARTS = f"{WORK}/parts"


@dataclass(frozen=True, slots=True)
class Distribute:
    """Distribute a piece of the source over the buckets."""

    name: str
    stretch: Stretch
    source: Storage
    buckets: int


@dataclass(frozen=True, slots=True)
class Lint:
    """Lint the repositories of a bucket, or of ``repository`` alone part ``part`` of ``parts``, into ``name``."""

    name: str
    cost: int
    places: tuple[tuple[str, list[int]], ...]
    left_out: frozenset[str] = frozenset()
    repository: str = ""
    part: int = 0
    parts: int = 1


@dataclass(frozen=True, slots=True)
class Gather:
    """Put the parts of a repository together."""

    name: str
    parts: tuple[str, ...]


Task = Distribute | Lint | Gather


def run(task: Task, out: Storage, options: FleetOptions) -> str:
    """Do a task, unless its file is there; the message of what could not be read. Raises OSError."""
    if isinstance(task, Distribute):
        if out.exists(f"{SHUFFLE}/{task.name}.json"):
            return ""
        there = Storage(out.files, out.path(SHUFFLE))
        return shuffle(task.source, task.stretch, task.buckets, there, task.name, options)
    if not out.exists(task.name):
        if isinstance(task, Lint):
            lint(task, out, options)
        else:
            gather(task, out)
    return ""


def lint(task: Lint, out: Storage, options: FleetOptions) -> None:
    """Lint repositories into a file of results. Raises OSError."""
    there = Storage(out.files, out.path(SHUFFLE))
    with Spool() as spool, Checker(options) as checker:
        for row in rows_of_bucket(there, task.places):
            is_wanted = row.repository == task.repository if task.parts > 1 else row.repository not in task.left_out
            if is_wanted:
                spool.add(row)
        save(out, task.name, _part(task, spool, checker) if task.parts > 1 else check_spooled(spool, checker))


def _part(task: Lint, spool: Spool, checker: Checker) -> Iterator[dict[str, Any]]:
    files = spool.repositories.get(task.repository, {})
    spool.flush()
    refused = spool.refused.get(task.repository, ()) if task.part == 0 else ()
    only = parts(spool.path, files, task.parts)[task.part]
    yield from checker.check(task.repository, spool.path, files, only, refused)


def save(out: Storage, name: str, rows: Iterable[dict[str, Any]]) -> None:
    """Write rows of results as a Parquet file. Raises OSError."""

    def write(made: IO[bytes]) -> None:
        with pq.ParquetWriter(made, SCHEMA, compression="zstd") as writer:
            for batch in batches_of(rows):
                writer.write_batch(batch)

    out.write(name, write)


def gather(task: Gather, out: Storage) -> None:
    """Write the rows of all parts, and one row for the repository. Raises OSError."""

    def rows() -> Iterator[dict[str, Any]]:
        whole: dict[str, Any] = {}
        for name in task.parts:
            for row in read(out, name):
                if row["kind"] != REPOSITORY:
                    yield row
                else:
                    whole = {**row, **{key: (whole.get(key) or 0) + row[key] for key in (*COUNTS, "seconds")}}
        yield whole

    save(out, task.name, rows())


def read(out: Storage, name: str, columns: Sequence[str] | None = None) -> Iterator[dict[str, Any]]:
    """The rows of a file of results. Raises OSError."""
    with out.open(name) as opened:
        for batch in pq.ParquetFile(opened).iter_batches(columns=columns):
            yield from batch.to_pylist()
