"""All findings of one tree of devlint in many files, and how those of two trees differ.

    before = found(Path("checkout"), files, jobs=2)        {file: [[code, line, ..., text], ...]}
    digest(before)                                         sixteen hexadecimal digits
    difference(before, after)                              ["- a.py:3:5: DEV101 ...", "+ a.py:4:5: DEV101 ..."]
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

WORKER = Path(__file__).with_name("worker.py")

Finding = Sequence[object]
Found = Mapping[str, Sequence[Finding]]


def found(tree: Path, files: Sequence[Path], jobs: int) -> dict[str, list[Finding]]:
    """The findings of the devlint in ``tree`` by file, in ``jobs`` processes.

    Files of one folder go to one process, as in one run. Raises ``CalledProcessError`` where a process dies.
    """
    folders: dict[Path, list[Path]] = {}
    for file in files:
        folders.setdefault(file.parent, []).append(file)
    shares: list[list[Path]] = [[] for _ in range(jobs)]
    for inside in sorted(folders.values(), key=lambda some: (-sum(f.stat().st_size for f in some), some[0])):
        min(shares, key=lambda share: sum(f.stat().st_size for f in share)).extend(inside)
    with ThreadPoolExecutor(jobs) as pool:
        parts = pool.map(lambda share: list(_run(tree, share)), shares)
        return dict(sorted(pair for part in parts for pair in part))


def _run(tree: Path, files: Sequence[Path]) -> Iterator[tuple[str, list[Finding]]]:
    text = "".join(f"{file}\n" for file in files)
    command = [sys.executable, str(WORKER), str(tree)]
    done = subprocess.run(command, input=text, check=True, stdout=subprocess.PIPE, text=True)
    for line in done.stdout.splitlines():
        answer = json.loads(line)
        yield answer["file"], answer["findings"]


def digest(all_of_them: Found) -> str:
    """A short hash of every finding, its file included."""
    return hashlib.sha256(json.dumps(all_of_them, sort_keys=True).encode()).hexdigest()[:16]


def difference(before: Found, after: Found) -> list[str]:
    """A line for each finding that only one of the two has, by file; ``-`` was there before, ``+`` is there now."""
    lines = []
    for file in sorted({*before, *after}):
        old, new = before.get(file, ()), after.get(file, ())
        lines += [f"- {_shown(file, one)}" for one in old if one not in new]
        lines += [f"+ {_shown(file, one)}" for one in new if one not in old]
    return lines


def _shown(file: str, finding: Finding) -> str:
    if len(finding) < 6:
        return f"{file}: {': '.join(map(str, finding))}"
    code, line, column, _, _, message, *rest = finding
    return f"{file}:{line}:{int(str(column)) + 1}: {code} {message} | {json.dumps(rest)}"
