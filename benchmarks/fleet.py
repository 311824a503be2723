"""What `devlint fleet` finds in a table of releases, against `devlint check` on the folders, and what it takes.

    python -m benchmarks.fleet torchmetrics timm [--copies 4] [--workers 1 2] [--no-comparison]

The newest releases of the packages go into one table, ``--copies`` times under other names, in no order. Printed are
the findings that differ, the lines a second of wall time and of processor time for each number of workers, and the
largest memory of a process of the run (Linux). Run each number more than once where the machine is shared.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks import REPOSITORY
from benchmarks.releases import newest

READ = (".py", ".ipynb", ".toml", ".cfg", ".ini")
KEYS = ("path", "code", "name", "level", "message", "line", "column", "end_line", "end_column", "help")


def main(arguments: list[str] | None = None) -> int:
    """The exit status: 1 if a finding differs."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fleet", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("packages", nargs="+")
    parser.add_argument("--copies", type=int, default=1)
    parser.add_argument("--workers", type=int, nargs="+", default=[2])
    parser.add_argument("--no-comparison", action="store_true")
    chosen = parser.parse_args(arguments)
    folders = {name: unpacked(name) for name in chosen.packages}
    differ = 0
    with tempfile.TemporaryDirectory() as here:
        source = Path(here, "sources.parquet")
        print(f"{write(source, folders, chosen.copies):,} files, {source.stat().st_size >> 20} MiB of Parquet")
        for workers in chosen.workers:
            out = Path(here, "out")
            measure(source, out, workers)
            if not chosen.no_comparison:
                differ += compare(out, folders)
                chosen.no_comparison = True
            shutil.rmtree(out)
    return 1 if differ else 0


def unpacked(package: str) -> Path:
    """The files of the newest release, in a folder."""
    folder = REPOSITORY / ".bench" / "fleet" / package
    if not folder.exists():
        archive = newest(package, REPOSITORY / ".bench" / "packages" / package)
        partly = folder.with_name(f"{package}.part")
        shutil.rmtree(partly, ignore_errors=True)
        shutil.unpack_archive(archive, partly, "zip" if archive.suffix == ".whl" else None)
        partly.rename(folder)
    return folder


def write(source: Path, folders: dict[str, Path], copies: int) -> int:
    """Write the table; how many rows it has."""
    rows = [
        (f"{name}-{copy}" if copy else name, str(path.relative_to(folder)), path)
        for copy in range(copies)
        for name, folder in folders.items()
        for path in sorted(folder.rglob("*"))
        if path.suffix in READ and path.is_file()
    ]
    random.Random(0).shuffle(rows)
    schema = pa.schema([("repository", pa.string()), ("path", pa.string()), ("content", pa.binary())])
    with pq.ParquetWriter(source, schema) as writer:
        for start in range(0, len(rows), 2000):
            some = rows[start : start + 2000]
            contents = [path.read_bytes() for _, _, path in some]
            writer.write_table(pa.table([[one[0] for one in some], [one[1] for one in some], contents], schema=schema))
    return len(rows)


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "devlint", *arguments]


@contextlib.contextmanager
def peak_memory(process: subprocess.Popen[bytes]) -> Iterator[dict[str, int]]:
    """The largest resident memory of each process below ``process``, by what it does, looked at ten times a second."""
    seen: dict[str, int] = {}
    ended = threading.Event()

    def look() -> None:
        while not ended.wait(0.1):
            with contextlib.suppress(psutil.Error):
                for one in psutil.Process(process.pid).children(recursive=True):
                    with contextlib.suppress(psutil.Error):
                        kind = "checks" if "devlint.fleet.child" in " ".join(one.cmdline()) else "worker"
                        seen[kind] = max(seen.get(kind, 0), one.memory_info().rss >> 20)

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield seen
    finally:
        ended.set()
        thread.join()


def measure(source: Path, out: Path, workers: int) -> None:
    """Run, and print what it took."""
    started, before = time.monotonic(), os.times()
    quiet = subprocess.DEVNULL
    options = ["--workers", str(workers), "--level", "hint"]
    process = subprocess.Popen(command("fleet", str(source), str(out), *options), cwd=out.parent, stderr=quiet)
    with peak_memory(process) as memory:
        code = process.wait()
    after = os.times()
    wall, cpu = time.monotonic() - started, sum(after[2:4]) - sum(before[2:4])
    rows = pq.read_table(out, filters=[("kind", "=", "repository")]).to_pylist()
    lines = sum(row["lines"] for row in rows)
    checked = sum(row["seconds"] for row in rows)
    print(
        f"{workers} workers: exit {code}, {len(rows)} repositories, {lines:,} lines, {wall:.1f} s, {cpu:.1f} CPU s; "
        f"{lines / wall:,.0f} lines a second, {lines / max(cpu, 0.01):,.0f} a CPU second of the run, "
        f"{lines / max(checked, 0.01):,.0f} of its checks; peak MiB {memory}",
        flush=True,
    )


def compare(out: Path, folders: dict[str, Path]) -> int:
    """Print the findings of the first copies that differ from those of the folders; how many there are."""
    found = pq.read_table(out).to_pylist()
    differ = total = 0
    for name, folder in folders.items():
        options = ["--output-format", "json", "--level", "hint", "--no-cache", "-q", "-j", "1"]
        before = os.times()
        done = subprocess.run(command("check", *options), cwd=folder, capture_output=True, text=True)
        after = os.times()
        expected = sorted(map(_plain, json.loads(done.stdout)), key=repr)
        own = [row for row in found if row["repository"] == name and row["kind"] != "repository"]
        mine = sorted(map(_plain, own), key=repr)
        odd = [one for one in mine if one not in expected] + [one for one in expected if one not in mine]
        total, differ = total + len(expected), differ + len(odd)
        seconds = sum(after[2:4]) - sum(before[2:4])
        print(f"{name}: {len(expected)} rows, {len(odd)} differ; check alone {seconds:.1f} CPU s")
        for one in odd[:3]:
            print(f"    {one}")
    print(f"{total} rows, {differ} differ")
    return differ


def _plain(row: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(row.get(key) for key in KEYS)


if __name__ == "__main__":
    sys.exit(main())
