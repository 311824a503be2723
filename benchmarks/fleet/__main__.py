"""What `devlint fleet` finds in a table of releases, against `devlint check` on the folders, and what it takes.

    python -m benchmarks.fleet torchmetrics timm [--copies 4] [--workers 1 2] [--no-comparison]
    python -m benchmarks.fleet --large [--every 16] [--results FOLDER]
    python -m benchmarks.fleet --large --every 16 --workers 1 2 1 2 --no-comparison

The newest releases of the packages, or others by ``name==version``, go into one table, ``--copies`` times under other
names, in no order; ``--large`` names the thirty packages of ``benchmarks.ecosystem`` and 300 further releases, and
``--every 16`` takes each 16th of them. Printed are the rows that differ, the lines a second of wall time and of
processor time for each number of workers, their gain over the first number, and the largest memory of a process
(Linux). `devlint check` runs as often at a time as there are workers. ``--results`` keeps what was found and compared,
and goes on there; ``--workers`` without a number only compares what a run has found there.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import shutil
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.fleet import measures
from benchmarks.fleet.measures import Cost
from benchmarks.fleet.releases import folder, large_table

SCHEMA = pa.schema([("repository", pa.string()), ("path", pa.string()), ("content", pa.binary())])
ROWS = 2000
"""Rows of a row group."""


def main(arguments: list[str] | None = None) -> int:
    """The exit status: 1 if a finding differs."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fleet", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("packages", nargs="*")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--copies", type=int, default=1)
    parser.add_argument("--workers", type=int, nargs="*", default=[2])
    parser.add_argument("--no-comparison", action="store_true")
    parser.add_argument("--results", type=Path)
    chosen = parser.parse_args(arguments)
    names = [*chosen.packages, *(large_table() if chosen.large else [])][:: chosen.every]
    folders = {name: folder(name) for name in names}
    with _place(chosen.results) as here:
        source = here / "sources.parquet"
        if not source.exists():
            write(source, folders, chosen.copies)
        rows = pq.ParquetFile(source).metadata.num_rows
        print(f"{len(folders)} releases, {rows:,} files, {source.stat().st_size >> 20} MiB of Parquet", flush=True)
        out = here / "out"
        goes_on = chosen.results is not None and len(chosen.workers) == 1
        costs = [(workers, measured(source, out, workers, goes_on)) for workers in chosen.workers]
        if costs:
            gains(costs)
        if chosen.no_comparison:
            return 0
        return compare(out, folders, here / "checked", max(chosen.workers, default=2))


@contextlib.contextmanager
def _place(kept: Path | None) -> Iterator[Path]:
    if kept is not None:
        kept.mkdir(parents=True, exist_ok=True)
        yield kept.resolve()
        return
    with tempfile.TemporaryDirectory() as here:
        yield Path(here)


def write(source: Path, folders: dict[str, Path], copies: int) -> None:
    """Write the table, in an order that a seed decides."""
    rows = [
        (f"{name}-{copy}" if copy else name, str(path.relative_to(unpacked)), path)
        for copy in range(copies)
        for name, unpacked in folders.items()
        for path in sorted(unpacked.rglob("*"))
        if path.is_file()
    ]
    random.Random(0).shuffle(rows)
    partly = source.with_suffix(".part")
    with pq.ParquetWriter(partly, SCHEMA) as writer:
        for start in range(0, len(rows), ROWS):
            some = rows[start : start + ROWS]
            contents = [path.read_bytes() for _, _, path in some]
            writer.write_table(pa.table([[one[0] for one in some], [one[1] for one in some], contents], schema=SCHEMA))
    partly.rename(source)


def measured(source: Path, out: Path, workers: int, goes_on: bool) -> Cost:
    """Run, anew unless it ``goes_on``, and print what it took and how busy the machine was."""
    if not goes_on:
        shutil.rmtree(out, ignore_errors=True)
    cost = measures.run(source, out, workers)
    print(f"{workers} workers: {cost}; load {os.getloadavg()[0]:.1f}", flush=True)
    return cost


def gains(costs: Sequence[tuple[int, Cost]]) -> None:
    """Print how many times the lines a second of the first number of workers each other one does, by medians."""
    speed = {
        workers: statistics.median(cost.lines / cost.wall for number, cost in costs if number == workers)
        for workers, _ in costs
    }
    (first, base), *others = speed.items()
    for workers, rate in others:
        print(f"{workers} workers: {rate / base:.2f} times the lines a second of {first}")


def compare(out: Path, folders: dict[str, Path], kept: Path, jobs: int) -> int:
    """Print what differs from the folders; the exit status. What `devlint check` reports stands in ``kept`` then."""
    found = measures.findings(out)
    linted = {name: unpacked for name, unpacked in folders.items() if name in found}
    rows = differ = 0
    cpu = 0.0
    with ThreadPoolExecutor(jobs) as threads:
        answers = threads.map(lambda name: measures.checked(linted[name], kept / f"{name}.json"), linted)
        for name, (expected, seconds) in zip(linted, answers, strict=True):
            odd = measures.differences(found[name], expected)
            rows, differ, cpu = rows + len(expected), differ + len(odd), cpu + seconds
            print(f"{name}: {len(expected)} rows, {len(odd)} differ; check alone {seconds:.1f} CPU s", flush=True)
            for one in odd[:3]:
                print(f"    {one}", flush=True)
    print(
        f"{rows:,} rows of {len(linted)} releases, {differ} differ; devlint check in the folders {cpu:.1f} CPU s; "
        f"{len(folders) - len(linted)} releases not linted"
    )
    return 1 if differ or len(linted) < len(folders) else 0


if __name__ == "__main__":
    sys.exit(main())
