"""Recall on mended bugs that one file does not show: a class, a helper, a constant or a caller is in a second one.

    python -m benchmarks.field.two_files --half work --repositories DIR --list missed
    python -m benchmarks.field.two_files --half blind --repositories DIR    the half whose files developers do not open

``two_files.jsonl`` has what ``fixes.jsonl`` has, and in ``others`` the files that have to be read with the one of the
bug. DIR holds clones, DIR/owner/name, or bare ones, DIR/owner+name/repo; the Python files of both revisions are brought
from there to FOLDER/ID/bad and good, once. Each case is judged as ``benchmarks.field.fixes`` does, by what ``devlint
check`` finds in the whole project, and by what it finds in the file alone. A finding of another file counts where a
note of it lies on one of the lines.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from benchmarks import CACHE
from benchmarks.field.fixes import ALL, DEFAULT, FOUND, Fix, arguments, judged, listing, load, summary, verdicts
from benchmarks.scan import Alarm, FileResult, read
from benchmarks.statements import Statement, Statements

TWO_FILES = Path(__file__).parent / "two_files.jsonl"
ROOT = CACHE / "two_files"
LIMIT = 900  # seconds of wall time after which a project is given up
KEPT = (".py", ".pyi")
MARKERS = ("pyproject.toml", "setup.cfg")


@dataclass(frozen=True, slots=True)
class ProjectFix(Fix):
    """A mended bug, and the other files of its project that have to be read."""

    others: tuple[str, ...]

    def trees(self, root: Path) -> tuple[Path, Path]:
        """The project before and after the repair."""
        return root / self.id / "bad", root / self.id / "good"

    def files(self, root: Path) -> tuple[Path, Path]:
        """The file of the bug in both."""
        before, after = self.trees(root)
        return before / self.path, after / self.path


def check_out(one: ProjectFix, repositories: Path, root: Path) -> None:
    """Bring what devlint reads of both revisions, where it is not there yet."""
    place = clone(one.repository, repositories)
    for revision, tree in zip((one.revision, one.fix_revision), one.trees(root), strict=True):
        if not tree.exists():
            names = git(place, "ls-tree", "-r", "-z", "--name-only", revision).decode().split("\0")
            read_ones = [name for name in map(PurePosixPath, names) if name.suffix in KEPT or name.name in MARKERS]
            unpack(git(place, "archive", "--format=tar", revision, "--", *map(str, read_ones)), tree)


def git(place: Path, *arguments: str) -> bytes:
    """What a command of git prints in the clone at ``place``."""
    command = ["git", "-c", "safe.directory=*", "--literal-pathspecs", "-C", str(place), *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout


def clone(repository: str, repositories: Path) -> Path:
    """Where the clone of ``owner/name`` is: a working copy, or the folder that ``git`` keeps."""
    for folder in (repositories / repository, repositories / repository.replace("/", "+") / "repo"):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"no clone of {repository} in {repositories}")


def unpack(archive: bytes, tree: Path) -> None:
    """Write the files to ``tree``, with the mark that tells the root of a project in a checkout."""
    (tree / ".git").mkdir(parents=True)
    with tarfile.open(fileobj=io.BytesIO(archive)) as members:
        for member in members:
            if member.isfile():
                members.extract(member, tree, filter="data")


def found_in_projects(fixes: Sequence[ProjectFix], root: Path, tree: Path, jobs: int) -> dict[Path, FileResult]:
    """What the devlint of ``tree`` finds in all files of each case when it checks the whole project."""
    projects = [(project, (one.path, *one.others)) for one in fixes for project in one.trees(root)]
    with ThreadPoolExecutor(jobs) as pool:
        found = pool.map(lambda place: found_in(place[0], place[1], tree), projects)
        return {result.path: result for results in found for result in results}


def found_in(project: Path, names: Sequence[str], tree: Path) -> list[FileResult]:
    """What ``devlint check`` of the whole ``project`` finds in those of its files."""
    command = [sys.executable, "-P", "-m", "devlint", "check", "--isolated", "--no-cache", "--level", "hint"]
    command += ["--exit-zero", "--quiet", "--jobs", "1", "--output-format", "json", "."]
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    try:
        done = subprocess.run(
            command, check=False, cwd=project, env=environment, capture_output=True, text=True, timeout=LIMIT
        )
        objects = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        return [FileResult(project / name, 0, "too slow", 0.0) for name in names]
    except json.JSONDecodeError:
        return [FileResult(project / name, 0, f"crashed: {done.stderr[-200:]}", 0.0) for name in names]
    of = {name: [one for one in objects if PurePosixPath(one["path"]).as_posix() == name] for name in names}
    return [result_of(of[name], project / name, noted_in(name, objects)) for name in names]


def noted_in(name: str, objects: Sequence[Mapping[str, Any]]) -> list[tuple[Mapping[str, Any], tuple[int, ...]]]:
    """The findings of other files with notes in the file ``name``, each with the lines of these."""
    found = []
    for one in objects:
        lines = tuple(note["line"] for note in one.get("notes", ()) if note.get("path") == name)
        if lines:
            found.append((one, lines))
    return found


def elsewhere(one: ProjectFix, root: Path, results: Mapping[Path, FileResult], levels: Sequence[str]) -> bool:
    """Whether another file of the case has a finding, or a note of one, that is gone in the repaired project."""
    before, after = (
        {
            (alarm.code, alarm.statement)
            for name in one.others
            for alarm in results[tree / name].alarms
            if alarm.level in levels
        }
        for tree in one.trees(root)
    )
    return bool(before - after)


def result_of(
    objects: Sequence[Mapping[str, Any]], file: Path, noted: Sequence[tuple[Mapping[str, Any], tuple[int, ...]]] = ()
) -> FileResult:
    """The findings of one file, as a report in JSON lists them, and those of others that are ``noted`` in it."""
    failed = [one["message"] for one in objects if one["code"] is None]
    if failed:
        return FileResult(file, 0, f"not analysed: {failed[0]}", 0.0)
    source = read(file) if objects or noted else ""  # the repair may have done away with the file
    statements = Statements(source)
    alarms = tuple(
        Alarm(
            one["code"],
            one["name"],
            one["message"],
            one["line"],
            one["column"],
            statements.at(one["line"]),
            tuple(note["line"] for note in one["notes"] if "path" not in note),
            one["level"],
        )
        for one in objects
    )
    of_others = tuple(
        Alarm(one["code"], one["name"], one["message"], 0, 0, Statement(one["path"], ""), lines, one["level"])
        for one, lines in noted
    )
    return FileResult(file, source.count("\n"), "linted", 0.0, alarms + of_others)


def main() -> int:
    """Print how many are found, in the whole project and in the file alone."""
    parser = arguments(__doc__, ROOT)
    parser.add_argument("--repositories", type=Path, required=True, help="the folder of the clones")
    chosen = parser.parse_args()
    fixes = [one for one in load(TWO_FILES, ProjectFix) if one.half == chosen.half]
    for one in fixes:
        check_out(one, chosen.repositories, chosen.root)
    results = found_in_projects(fixes, chosen.root, chosen.tree, chosen.jobs)
    whole = dict(verdict for one in fixes for verdict in verdicts(one, chosen.root, results))
    alone = judged(fixes, chosen.root, chosen.tree, chosen.jobs)
    for way, found in (("the whole project", whole), ("the file alone", alone)):
        print(f"{way}\n\n{summary(fixes, found)}\n")
        if chosen.list and chosen.half == "work":
            print(listing(fixes, found, chosen.list) + "\n")
    missed = [
        sum(whole[one.id, hints].verdict not in FOUND and elsewhere(one, chosen.root, results, levels) for one in fixes)
        for hints, levels in ((False, DEFAULT), (True, ALL))
    ]
    print(f"missed, but the repair ends a finding in another of its files: {missed[0]}, with hints {missed[1]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
