"""Each way of checking a program finds the same: every front end, number of processes, and state of the cache.

The reference is each program by itself in one process without a cache. Compared with it are the command line over a
folder of all of them with one process and with four, with an empty and with a filled cache, standard input, and flake8.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

from benchmarks import REPOSITORY
from devlint.cli import main as devlint
from tests.fuzz.batches import is_legal, program

Place = tuple[int, int, str, str]
Found = dict[str, list[Place]]


def differences(seed: int, programs: int) -> tuple[list[str], int]:
    """A line for each program and way that finds something else than the reference, and how many were compared."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as made:
        os.chdir(made)
        try:
            names = [f"program_{number}.py" for number in range(programs) if is_legal(program(seed, number))]
            for name in names:
                Path(name).write_bytes(program(seed, int(name[8:-3])).encode())
            return list(_compared(names)), len(names)
        finally:
            os.chdir(before)


def _compared(names: list[str]) -> Iterator[str]:
    known: Found = {name: _command(name, "--no-cache")[name] for name in names}
    cache = ("--cache-dir", str(Path("cache").resolve()))
    ways: dict[str, Found] = {
        "-j1, no cache": _command(".", "--jobs=1", "--no-cache"),
        "-j4, empty cache": _command(".", "--jobs=4", *cache),
        "-j1, filled cache": _command(".", "--jobs=1", *cache),
        "-j4, filled cache": _command(".", "--jobs=4", *cache),
        "standard input": {name: _stdin(name) for name in names},
    }
    plugin = _flake8()
    for way, found in ways.items():
        for name in names:
            if found.get(name, []) != known[name]:
                yield f"{name}, {way}: {_apart(known[name], found.get(name, []))}"
    for name in names:
        shown = sorted({(line, column, code, "") for line, column, code, _ in known[name]})
        if sorted(set(plugin.get(name, []))) != shown:  # flake8 shows what is the same once
            yield f"{name}, flake8: {_apart(shown, plugin.get(name, []))}"


def _apart(one: list[Place], other: list[Place]) -> str:
    return f"missing {[p for p in one if p not in other]}, added {[p for p in other if p not in one]}"


def _command(*arguments: str) -> Found:
    """What the command line finds, by file."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        devlint(["check", "--isolated", "--no-baseline", "--level=hint", "--output-format=json", *arguments])
    found: defaultdict[str, list[Place]] = defaultdict(list)
    for one in json.loads(out.getvalue()):
        place = one["line"], one["column"], one["code"], one["message"]
        found[os.path.normpath(one["path"])].append(place)
    return found


def _stdin(name: str) -> list[Place]:
    """What is found in a file that is read from standard input."""
    text = io.TextIOWrapper(io.BytesIO(Path(name).read_bytes()))
    with mock.patch.object(sys, "stdin", text):
        return _command("-", f"--stdin-display-name={name}", "--no-cache")[name]


def _flake8() -> Found:
    """What flake8 shows of devlint, by file: line, column, code, and nothing for the message, which it shortens."""
    command = [sys.executable, "-m", "flake8", "--isolated", "--select=DEV", "--jobs=1"]
    own = ["--devlint-level=hint", "--devlint-no-cache", "--devlint-no-baseline"]
    command += ["--format=%(path)s:%(row)d:%(col)d:%(code)s", *own]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    done = subprocess.run([*command, "."], capture_output=True, text=True, env=environment, check=False)
    found: defaultdict[str, list[Place]] = defaultdict(list)
    for line in done.stdout.splitlines():
        path, row, column, code = line.rsplit(":", 3)
        found[os.path.normpath(path)].append((int(row), int(column), code, ""))
    return found

