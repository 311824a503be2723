"""A run over a table: distribute its rows, lint the buckets, put large repositories together.

OUT/part-00007.parquet         the results of whole repositories; it appears when it is whole, and is not made again
OUT/repository-5f3a.parquet    those of one large repository
OUT/_devlint/                  what the run needs until its end, and ``run.json``, which says what it is a run of
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

import devlint
from devlint.base.counts import counted
from devlint.base.digest import digest
from devlint.base.errors import BadOption
from devlint.fleet import plan
from devlint.fleet.engine import Engine, Lost
from devlint.fleet.request import NOT_CHECKED, FleetOptions
from devlint.fleet.shuffle import shuffled
from devlint.fleet.storage import Storage, is_full
from devlint.fleet.tables import SCHEMA
from devlint.fleet.tasks import PARTS, SHUFFLE, WORK, Gather, Lint, run as work_on

RUN = f"{WORK}/run.json"


@dataclass(slots=True)
class Came:
    """What came of a run: messages about what could not be read or done, and how many rows say "not checked"."""

    failures: list[str] = field(default_factory=list)
    not_checked: int = 0


Progress = Callable[[str, int, int], None]
"""Gets what is being done, how much of it is, and how much there is."""


def lint_table(source: str, out: str, options: FleetOptions, engine: Engine, progress: Progress) -> Came:
    """Lint the Parquet file or folder ``source`` into the folder ``out``. Raises BadOption.

    What an earlier run with the same source and options has done is not done again.
    """
    there, to = Storage.at(source), Storage.at(out)
    came = Came()
    try:
        if not there.exists():
            raise BadOption(f"{source}: no such file or folder")
        pieces, wrong = plan.to_distribute(there, options)
    except OSError as error:
        raise BadOption(f"{source}: cannot be read: {_said(error)}") from None
    came.failures += wrong
    if not pieces:
        raise BadOption(wrong[0] if wrong else f"{source}: holds no Parquet file with rows")
    try:
        begin(to, source, options, [asdict(one.stretch) for one in pieces])
        _all(engine, "read", pieces, partial(work_on, out=to, options=options), progress)
        lints, gathers, errors = plan.to_lint(to, pieces, pieces[0].buckets)
        came.failures += errors
        finished = set(to.names()) | {f"{PARTS}/{name}" for name in to.names(PARTS)}
        undone = [one for one in lints if one.name not in finished]
        told = partial(_say, progress, len(lints) - len(undone), len(lints) + len(gathers))
        came.failures += _lint(engine, undone, gathers, to, options, told)
        accounted, came.not_checked = _accounts(to)
        read = sum(shuffled(Storage(to.files, to.path(SHUFFLE)), one.name).rows for one in pieces)
        if accounted != read:
            came.failures.append(f"{out}: of {counted(read, 'row')} of the source {accounted} are accounted for")
        if not came.failures:
            to.remove(SHUFFLE)
            to.remove(PARTS)
    except OSError as error:
        reason = "is full" if is_full(error) else f"cannot be written: {_said(error)}"
        raise BadOption(f"{out}: {reason}; the run can be started again, and goes on where it was") from None
    except pa.ArrowException as error:
        raise BadOption(f"{out}: holds a damaged file: {_said(error)}; name another folder") from None
    return came


def _said(error: Exception) -> str:
    return " ".join((getattr(error, "strerror", None) or str(error) or type(error).__name__).split())[:300]


def _accounts(out: Storage) -> tuple[int, int]:
    """How many rows of the source the results account for, and how many of their own say that something is not checked.

    Raises OSError, and an error of Arrow where a file of results is damaged.
    """
    rows = not_checked = 0
    for name in out.parquet():
        with out.open(name) as opened:
            for batch in pq.ParquetFile(opened).iter_batches(columns=["kind", "rows"]):
                rows += pc.sum(batch.column("rows")).as_py() or 0
                not_checked += pc.sum(pc.equal(batch.column("kind"), NOT_CHECKED)).as_py() or 0
    return rows, not_checked


def begin(out: Storage, source: str, options: FleetOptions, pieces: Sequence[object]) -> None:
    """Say in ``out`` what the run is of. Raises BadOption where it holds the results of something else."""
    facts: dict[str, Any] = {
        "devlint": devlint.__version__,
        "source": source,
        "options": repr(options),
        "columns": digest(str(SCHEMA)),
        "pieces": digest(json.dumps(pieces, sort_keys=True, default=str)),
    }
    if out.exists(RUN):
        try:
            with out.open(RUN) as opened:
                known = dict(json.loads(opened.read()))
        except (ValueError, TypeError) as error:
            raise BadOption(f"{out.root}: {RUN} cannot be read: {_said(error)}; name another folder") from None
        differ = [key for key in facts if known.get(key) != facts[key]]
        if differ:
            what = ", ".join(differ)
            raise BadOption(f"{out.root}: holds results of another run, {what} differ; name another folder")
        return
    if out.files.isfile(out.root):
        raise BadOption(f"{out.root}: is a file; name a folder for the results")
    if out.exists() and out.parquet():
        raise BadOption(f"{out.root}: holds Parquet files that are not of a run of devlint")
    text = json.dumps({**facts, "began": time.time()}, indent=1).encode()
    out.write(RUN, lambda made: made.write(text))


def _say(progress: Progress, before: int, total: int, what: str, done: int, _: int) -> None:
    progress(what, before + done, total)


def _lint(
    engine: Engine, lints: Sequence[Lint], gathers: Sequence[Gather], out: Storage, options: FleetOptions,
    progress: Progress,
) -> list[str]:  # fmt: skip
    work = partial(work_on, out=out, options=options)
    lost = _all(engine, "linted", lints, work, progress)
    names = {task.name for task in lost}
    whole = [one for one in gathers if not names.intersection(one.parts)]
    lost += _all(engine, "linted", whole, work, progress, before=len(lints))
    return [f"{task.name}: not linted: its worker was lost again and again; start the run again" for task in lost]


def _all(
    engine: Engine, what: str, tasks: Sequence[Any], work: Callable[[Any], Any], progress: Progress, before: int = 0
) -> list[Any]:
    """Do all tasks; those that were lost."""
    left, lost, done = list(tasks), [], 0
    progress(what, before, before + len(tasks))
    while left:
        try:
            for task, _ in engine.run(left, work):
                left.remove(task)
                done += 1
                progress(what, before + done, before + len(tasks))
        except Lost as error:
            left.remove(error.task)
            lost.append(error.task)
    return lost
