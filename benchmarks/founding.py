"""The five cases devlint was founded on, in the releases and revisions where they were found and repaired.

    python -m benchmarks.founding                          # what a package index and GitHub can give
    python -m benchmarks.founding --clone LLMs-from-scratch    # a clone of that repository, instead of GitHub

A case is *caught* if the named rule speaks on every statement that has the bug, and *silent* if it does not speak in
the same functions of the repaired text. The two cases that are not from Python are the fixtures of their rules: the
marks that are reported, of all, and the reports in the good code. What was downloaded is kept under ``.bench/`` and
only read. Exit status: 0 if all five hold, 1 if one does not, 2 if one could not be had.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks import CACHE, REPOSITORY
from benchmarks.releases import Unavailable, fetch, member
from benchmarks.statements import Statements
from benchmarks.table import table
from devlint.linter import lint
from devlint.options import Options


@dataclass(frozen=True, slots=True)
class Release:
    """A file inside a published archive."""

    package: str
    archive: str
    path: str

    def text(self, clone: Path | None) -> str:
        """The file as it was published. Raises Unavailable."""
        try:
            return member(fetch(self.package, self.archive, CACHE / "founding"), self.path).decode()
        except urllib.error.URLError as error:
            raise Unavailable(f"{self.archive}: {error}") from error


@dataclass(frozen=True, slots=True)
class Revision:
    """A file of a GitHub repository at one commit."""

    repository: str
    commit: str
    path: str

    def text(self, clone: Path | None) -> str:
        """The file at that commit, from the clone if there is one. Raises Unavailable."""
        kept = CACHE / "founding" / f"{self.commit[:12]}-{Path(self.path).name}"
        if kept.exists():
            return kept.read_text(encoding="utf-8")
        if clone is not None:
            command = ["git", "-C", str(clone), "show", f"{self.commit}:{self.path}"]
            done = subprocess.run(command, check=False, capture_output=True)
            if done.returncode:
                raise Unavailable(done.stderr.decode().strip())
            return done.stdout.decode()
        address = f"https://raw.githubusercontent.com/{self.repository}/{self.commit}/{self.path}"
        try:
            with urllib.request.urlopen(address, timeout=60) as answer:
                data: bytes = answer.read()
        except urllib.error.URLError as error:
            raise Unavailable(f"{address}: {error}") from error
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(data)
        return data.decode()


@dataclass(frozen=True, slots=True)
class Case:
    """One bug: ``lines`` of the bad text, all inside ``scope``, the function that the repair is in too."""

    name: str
    rule: str
    bad: Release | Revision
    good: Release | Revision
    lines: tuple[int, ...]
    scope: str = ""


def _torchmetrics(version: str) -> Release:
    return Release("torchmetrics", f"torchmetrics-{version}-py3-none-any.whl", "torchmetrics/utilities/data.py")


def _lycoris(version: str) -> Release:
    folder = f"lycoris_lora-{version}"
    return Release("lycoris_lora", f"{folder}.tar.gz", f"{folder}/lycoris/utils/__init__.py")


def _chapter_6(commit: str) -> Revision:
    return Revision("rasbt/LLMs-from-scratch", commit, "ch06/01_main-chapter-code/gpt-class-finetune.py")


CASES = (
    Case(
        "LLMs-from-scratch, chapter 6, head after the move",
        "DEV301",
        _chapter_6("7a2a157844dacdae14f669dee2cf9616a7645b10"),
        _chapter_6("86f6c2df43114db614461e54b10c58da4b18d461"),
        (398,),
    ),
    Case("TorchMetrics, _cumsum", "DEV201", _torchmetrics("1.4.0"), _torchmetrics("1.4.1"), (218,), "_cumsum"),
    Case("LyCORIS, weight difference", "DEV103", _lycoris("2.0.2"), _lycoris("2.1.0"), (240, 334), "extract_diff"),
)
TRANSLATED = (
    ("Flux, tuple moved element by element", "DEV306", "dev306_shared_identity_lost"),
    ("Flux, Dropout and its generator", "DEV401", "dev401_generator_device"),
)


def examine(case: Case, clone: Path | None) -> tuple[int, int]:
    """How many of the bad statements are reported, and how many reports the repaired functions get."""
    bad = case.bad.text(clone)
    statements = Statements(bad)
    wanted = {statements.at(line) for line in case.lines}
    spoken = {statements.at(line) for line in _lines(bad, case.bad.path, case.rule)}
    good = case.good.text(clone)
    scopes = [Statements(good).at(line).scope for line in _lines(good, case.good.path, case.rule)]
    alarms = [scope for scope in scopes if not case.scope or f"{scope}.".startswith(f"{case.scope}.")]
    return len(wanted & spoken), len(alarms)


def translated(folder: Path, rule: str) -> tuple[int, int, int]:
    """Of a rule's fixtures: how many marks are reported, how many there are, and the reports in the good code."""
    bad, good = ((folder / name).read_text(encoding="utf-8") for name in ("bad.py", "ok.py"))
    marked = {number for number, line in enumerate(bad.split("\n"), 1) if f"# {rule}: " in line}
    return len(marked & set(_lines(bad, "bad.py", rule))), len(marked), len(_lines(good, "ok.py", rule))


def _lines(text: str, path: str, rule: str) -> list[int]:
    return [found.span.line for found in lint(text, path, Options(select=(rule,)))]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; the exit status is described above."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.founding", description="the five founding cases")
    parser.add_argument("--clone", type=Path, help="a clone of rasbt/LLMs-from-scratch, for use without GitHub")
    options = parser.parse_args(arguments)
    rows, status = [], 0
    for case in CASES:
        try:
            caught, alarms = examine(case, options.clone)
        except Unavailable as error:
            print(f"{case.name}: {error}", file=sys.stderr)
            rows.append([case.rule, case.name, "not available", ""])
            status = 2
            continue
        rows.append([case.rule, case.name, f"{caught} of {len(case.lines)}", f"{alarms} reports"])
        status = status or int(caught < len(case.lines) or alarms > 0)
    for name, rule, stem in TRANSLATED:
        caught, marks, alarms = translated(REPOSITORY / "fixtures" / stem, rule)
        rows.append([rule, name, f"{caught} of {marks}", f"{alarms} reports"])
        status = status or int(caught < marks or alarms > 0)
    print(table(["rule", "case", "caught", "once repaired"], rows))
    return status


if __name__ == "__main__":
    sys.exit(main())
