"""Arrow in, Arrow out: the function that engines run on each of their partitions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pyarrow as pa

from devlint.fleet.checker import Checker
from devlint.fleet.request import FleetOptions
from devlint.fleet.spool import Spool, rows_of
from devlint.fleet.tables import batches_of


def lint_batches(
    batches: Iterable[pa.RecordBatch], options: FleetOptions | None = None
) -> Iterator[pa.RecordBatch]:
    """What devlint finds in the sources of ``batches``, as batches of ``devlint.fleet.SCHEMA``.

    The batches hold whole repositories, whose files import from each other: an engine has to bring the rows of a
    repository into one partition. Within it they may come in any order, unless the options say that they stand
    ``together``, which has results come earlier. Sources lie in a temporary file meanwhile. Raises ValueError for
    batches without the columns that the options name.
    """
    yield from batches_of(_rows(batches, options or FleetOptions()))


def _rows(batches: Iterable[pa.RecordBatch], options: FleetOptions) -> Iterator[dict[str, Any]]:
    with Spool() as spool, Checker(options) as checker:
        for batch in batches:
            for row in rows_of(batch, options):
                is_named = bool(row.repository or not row.reason)
                if options.together and is_named and spool.repositories and row.repository not in spool.repositories:
                    yield from check_spooled(spool, checker)
                    spool.clear()
                spool.add(row)
        yield from check_spooled(spool, checker)


def check_spooled(spool: Spool, checker: Checker) -> Iterator[dict[str, Any]]:
    """The rows of all repositories in ``spool``."""
    spool.flush()
    for repository, files in spool.repositories.items():
        yield from checker.check(repository, spool.path, files, refused=spool.refused.get(repository, ()))
