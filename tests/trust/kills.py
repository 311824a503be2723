"""Runs that are killed while they write the cache or repair files, after each of which another run does what it should.

    python -m tests.trust.kills --kills 200 --seed 1

A folder of fixtures is checked with a cache, by one process or two, which are killed (SIGKILL) at a random time. Then a
run over the same files and the same cache, whatever is left of it, is compared with one without a cache. Between the
kills some files get another comment, so that there is always something to write, and at times the cache is emptied.

Each second kill meets a run with ``--fix``: each file then has its old text or its repaired text whole, and another run
repairs the rest and leaves nothing beside the files.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks import REPOSITORY
from devlint.cli import main as devlint

FILES = 24
Found = list[tuple[str, int, int, str, str]]


def kills(count: int, seed: int, files: int = FILES) -> Iterator[str]:
    """What came of each of ``count`` kills.

    "killed", "done" where the run had ended before, "differs", or "leaves a file" that was written beside another.
    """
    chance = random.Random(seed)
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as made, tempfile.TemporaryDirectory() as repairs:
        paths = sorted((REPOSITORY / "fixtures").glob("dev*/bad*.py"))
        names = [f"f{number}.py" for number in range(files)]
        for name, path in zip(names, chance.sample(paths, files), strict=True):
            shutil.copy(path, Path(made, name))
        Path(made, "pyproject.toml").touch()
        os.chdir(made)
        try:
            started = time.monotonic()
            known = _found("--no-cache")
            longest = time.monotonic() - started
            os.chdir(repairs)
            old = {name: Path(made, name).read_bytes() for name in names}
            started = time.monotonic()
            new = _repaired(old)
            slowest = time.monotonic() - started
            for number in range(count):
                if number % 2:
                    os.chdir(repairs)
                    yield _repair_killed(old, new, slowest * chance.random())
                else:
                    os.chdir(made)
                    yield _killed(names, known, chance, longest, number)
        finally:
            os.chdir(before)


def _killed(names: list[str], known: Found, chance: random.Random, longest: float, number: int) -> str:
    cache = ["--cache-dir", str(Path("cache").absolute())]
    if chance.random() < 0.2:
        shutil.rmtree("cache", ignore_errors=True)
    for name in chance.sample(names, chance.randint(1, len(names))):
        with Path(name).open("a", encoding="utf-8") as file:
            file.write(f"# {number}\n")
    process = _start(["check", "--isolated", "-q", f"--jobs={chance.randint(1, 2)}", *cache, "."])
    time.sleep(longest * chance.random())
    with contextlib.suppress(OSError):
        os.killpg(process, signal.SIGKILL)
    _, status = os.waitpid(process, 0)
    if _found(*cache) != known:
        return "differs"
    return "killed" if os.WIFSIGNALED(status) else "done"


REPAIR = ("check", "--isolated", "--fix", "--unsafe-fixes", "--no-cache", "--jobs=1", "-q", ".")


def _repaired(old: dict[str, bytes]) -> dict[str, bytes]:
    """The texts after a run with repairs that is not killed; files that are there beside them are named, too."""
    for name, text in old.items():
        Path(name).write_bytes(text)
    os.waitpid(_start(REPAIR), 0)
    return {name: Path(name).read_bytes() for name in os.listdir()}


def _repair_killed(old: dict[str, bytes], new: dict[str, bytes], seconds: float) -> str:
    """What came of a run with repairs that is killed after some seconds, and of one after it."""
    for name, text in old.items():
        Path(name).write_bytes(text)
    process = _start(REPAIR)
    time.sleep(seconds)
    with contextlib.suppress(OSError):
        os.killpg(process, signal.SIGKILL)
    _, status = os.waitpid(process, 0)
    if any(Path(name).read_bytes() not in (text, new[name]) for name, text in old.items()):
        return "differs"
    os.waitpid(_start(REPAIR), 0)
    left = {name: Path(name).read_bytes() for name in os.listdir()}
    for name in left.keys() - old.keys():
        Path(name).unlink()
    if any(left.get(name) != text for name, text in new.items()):
        return "differs"
    if left.keys() != new.keys():
        return "leaves a file"
    return "killed" if os.WIFSIGNALED(status) else "done"


def _start(arguments: Sequence[str]) -> int:
    """Start a run in a process of its own, which says nothing."""
    process = os.fork()
    if not process:
        os.setpgid(0, 0)
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            devlint(list(arguments))
        os._exit(0)
    with contextlib.suppress(OSError):
        os.setpgid(process, process)
    return process


def _found(*arguments: str) -> Found:
    """What a whole run finds, in a process of its own, which remembers nothing of an earlier one."""
    here, there = os.pipe()
    process = os.fork()
    if not process:
        os.close(here)
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            devlint(["check", "--isolated", "--level=hint", "--output-format=json", *arguments, "."])
        with os.fdopen(there, "w") as pipe:
            pipe.write(out.getvalue())
        os._exit(0)
    os.close(there)
    with os.fdopen(here) as pipe:
        text = pipe.read()
    os.waitpid(process, 0)
    return [(one["path"], one["line"], one["column"], one["code"], one["message"]) for one in json.loads(text)]


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=20, metavar="N")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--files", type=int, default=FILES, metavar="N", help="fixtures in the folder")
    arguments = parser.parse_args()
    counts = dict.fromkeys(("killed", "done", "differs", "leaves a file"), 0)
    for number, word in enumerate(kills(arguments.kills, arguments.seed, arguments.files)):
        counts[word] += 1
        if word in ("differs", "leaves a file"):
            what = "writes the cache" if number % 2 == 0 else "repairs"
            print(f"kill {number} of seed {arguments.seed}, of a run that {what}: the next run {word}", flush=True)
    print(", ".join(f"{word} {count}" for word, count in counts.items()))
    return 1 if counts["differs"] or counts["leaves a file"] else 0


if __name__ == "__main__":
    sys.exit(main())
