"""The table of results: a row a finding, a row a file that was not checked, and a row a repository.

    kind            repository   path      code      message                     files   lines   seconds
    "finding"       "me/net"     "a.py"    "DEV102"  "`mask` is created on ..."
    "not-checked"   "me/net"     "b.py"    null      "invalid syntax"
    "repository"    "me/net"     null      null      null                        2       80      0.11

Each row of the source is a file that has its results, one that is passed over, or has a row that says why not.

Lines and columns count from 1, the end exclusive, as in the JSON of ``devlint check``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pyarrow as pa

MOST_ROWS = 8192
"""Rows of one batch."""

COUNTS = ("rows", "files", "passed_over", "refused", "lines", "not_analysed", "errors", "findings")
"""The counts of a repository.

The ``rows`` of the source that name it are ``files`` that were looked at, those ``passed_over`` that are no code or are
excluded, and ``refused`` ones. ``lines`` are of the files. Of its results, ``not_analysed`` are those about files that
are legal and could not be, ``errors`` all others that are no ``findings``.
"""
_SPAN = [("line", pa.int32()), ("column", pa.int32()), ("end_line", pa.int32()), ("end_column", pa.int32())]
_EDIT = pa.struct([*_SPAN, ("cell", pa.int32()), ("replacement", pa.string())])
SCHEMA = pa.schema(
    [
        pa.field("kind", pa.string(), nullable=False),
        pa.field("repository", pa.string(), nullable=False),
        ("path", pa.string()),
        ("code", pa.string()),
        ("name", pa.string()),
        ("level", pa.string()),
        ("message", pa.string()),
        *_SPAN,
        ("cell", pa.int32()),
        ("notes", pa.list_(pa.struct([("message", pa.string()), ("path", pa.string()), *_SPAN, ("cell", pa.int32())]))),
        ("help", pa.string()),
        ("fix", pa.struct([("message", pa.string()), ("safety", pa.string()), ("edits", pa.list_(_EDIT))])),
        *((name, pa.int64()) for name in COUNTS),
        ("seconds", pa.float64()),
        ("version", pa.string()),
    ]
)
"""The schema of every batch of results.

Of a repository: its counts, ``seconds`` of processor time, and devlint's version.
"""


def batches_of(rows: Iterable[Mapping[str, Any]]) -> Iterator[pa.RecordBatch]:
    """``rows`` as record batches; what a row does not say is null."""
    waiting: list[Mapping[str, Any]] = []
    for row in rows:
        waiting.append(row)
        if len(waiting) == MOST_ROWS:
            yield pa.RecordBatch.from_pylist(waiting, schema=SCHEMA)
            waiting = []
    if waiting:
        yield pa.RecordBatch.from_pylist(waiting, schema=SCHEMA)
