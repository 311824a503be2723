"""What the tests of packages say before and after repairs: of the package as published, and with bugs planted.

    python -m benchmarks.repairs.suites                    # three packages
    python -m benchmarks.repairs.suites gpytorch --path /tmp/site

Source archives with their tests are downloaded and unpacked, and their tests are executed: once as they are, once with
all safe repairs, once with bugs planted, and once with these repaired, safe and unsafe. Planted are only bugs that show
on GPUs alone, so that on a CPU each run has to say the same of each test. What the tests need beside torch is
installed by the user, ``--path`` says where. Exit code 1 if a test that passed before a repair does not pass after it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import xml.etree.ElementTree
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from benchmarks import CACHE
from benchmarks.mutants.further import FURTHER
from benchmarks.mutants.operators import OPERATORS, Plant
from benchmarks.releases import fetch
from benchmarks.repairs.measure import judge, opened, text_of
from benchmarks.repairs.planting import rounds
from benchmarks.table import table
from devlint.base.diagnostic import Safety

HARMLESS = (
    "factory without device", "new tensor not moved", "batch not moved", "module not moved", "tensor not moved",
    "operand moved to the host", "numpy without .cpu()", "generator without device", "argument moved to the host",
    "collected where it is",
)  # fmt: skip
"""Bugs that change nothing where all is on the CPU."""


class Suite(NamedTuple):
    """A source archive: the package in it that is repaired, and the tests that are run."""

    archive: str
    package: str
    tests: tuple[str, ...]


SUITES = {
    "gpytorch": Suite(
        "gpytorch-1.15.2.tar.gz",
        "gpytorch",
        tuple(f"test/{one}" for one in "distributions functions kernels lazy likelihoods means priors".split()),
    ),
    "linear-operator": Suite("linear_operator-0.6.1.tar.gz", "linear_operator", ("test/functions", "test/utils")),
    "pytorch-ignite": Suite("pytorch_ignite-0.5.5.tar.gz", "ignite", ("tests/ignite/metrics/regression",)),
}
"""Of each the tests that take seconds, not minutes; ``--tests`` names others."""


class Made(NamedTuple):
    """A tree with its files changed: how many, with how many bugs, and repairs that were tried and held."""

    files: int = 0
    planted: int = 0
    tried: int = 0
    held: int = 0


def unpacked(name: str, suite: Suite, folder: Path) -> Path:
    """The unpacked source archive of a package."""
    archive = fetch(name, suite.archive, folder)
    target = folder / suite.archive.removesuffix(".tar.gz")
    if not target.exists():
        with tarfile.open(archive) as opened_archive:
            opened_archive.extractall(folder, filter="data")
    return target


def made(package: Path, safety: frozenset[Safety], plants: Mapping[str, Plant] | None) -> tuple[Made, dict[Path, str]]:
    """What becomes of the files of a package that get bugs, if any, and then the repairs of this ``safety``."""
    project, total, texts = opened(), Made(), dict[Path, str]()
    for path in sorted(package.rglob("*.py")):
        published = text_of(path)
        if published is None or "torch" not in published or "test" in path.relative_to(package).parts:
            continue
        text, bugs = published, dict[int, tuple[str, ...]]()
        if plants is not None:
            for planted in rounds(path.as_posix(), published, 1, 0, plants):
                text, bugs = planted.text, planted.bugs
        judged = judge(path, text, project, published, bugs, safety) if safety else None
        repairs = judged.repairs if judged else ()
        now = judged.text if judged and judged.text else text
        if now != published:
            texts[path] = now
        total = Made(
            total.files + (now != published),
            total.planted + sum(map(len, bugs.values())),
            total.tried + len(repairs),
            total.held + sum(not one.reason for one in repairs),
        )
    return total, texts


def outcomes(tree: Path, suite: Suite, paths: Iterable[Path], seconds: int) -> dict[str, str]:
    """What each test comes to: "passed", "failed", "error" or "skipped"."""
    report = tree / "report.xml"
    report.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--continue-on-collection-errors"]
    command += [f"--junit-xml={report}", *suite.tests]
    search = os.pathsep.join(str(one.resolve()) for one in (tree, *paths))
    environment = {**os.environ, "PYTHONPATH": search, "OMP_NUM_THREADS": "1"}
    subprocess.run(command, cwd=tree, env=environment, capture_output=True, check=False, timeout=seconds)
    if not report.exists():
        return {}  # not a single test could be collected
    found = {}
    for case in xml.etree.ElementTree.parse(report).iter("testcase"):
        kinds = [part.tag for part in case if part.tag in ("failure", "error", "skipped")]
        found[f"{case.get('classname')}::{case.get('name')}"] = kinds[0] if kinds else "passed"
    return found


def variant(tree: Path, suite: Suite, texts: Mapping[Path, str], copy: Path) -> Path:
    """A copy of the tree with other texts in the files of its package."""
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(tree, copy)
    for path, text in texts.items():
        (copy / path.relative_to(tree)).write_bytes(text.encode())
    return copy


def main(arguments: list[str] | None = None) -> int:
    """The command: 0, 1 when a test fails after repairs that passed before."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.repairs.suites",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("packages", nargs="*", default=[], help=f"of {', '.join(SUITES)}; default: all")
    parser.add_argument("--path", action="append", default=[], type=Path, help="where what the tests need is installed")
    parser.add_argument("--folder", type=Path, default=CACHE / "suites", help="where archives are kept")
    parser.add_argument("--seconds", type=int, default=3600, help="limit of one run of a suite")
    parser.add_argument("--tests", nargs="+", default=[], help="files and folders of tests to run instead")
    args = parser.parse_args(arguments)
    plants = {name: plant for name, plant in (OPERATORS | FURTHER).items() if name in HARMLESS}
    rows, broken = [], 0
    for name in args.packages or SUITES:
        suite = SUITES[name]
        suite = suite._replace(tests=tuple(args.tests)) if args.tests else suite
        tree = unpacked(name, suite, args.folder)
        package = tree / suite.package
        trees = {
            "as published": (Made(), {}),
            "safe repairs": made(package, frozenset({Safety.SAFE}), None),
            "planted": made(package, frozenset(), plants),
            "planted, all repairs": made(package, frozenset(Safety), plants),
        }
        before: dict[str, str] = {}
        for kind, (what, texts) in trees.items():
            copy = variant(tree, suite, texts, args.folder / "copies" / f"{name} {kind.replace(', ', ' ')}")
            found = outcomes(copy, suite, args.path, args.seconds)
            counts = [sum(one == result for one in found.values()) for result in ("passed", "failure", "error")]
            lost = sorted(test for test, one in before.items() if one == "passed" and found.get(test) != "passed")
            rows.append([name, kind, what.files, what.planted, what.tried, what.held, *counts, len(lost)])
            for test in lost:
                print(f"{name}, {kind}: {test}: {found.get(test, 'not run')}")
            broken += len(lost)
            before = before or found
            print(table(HEADER, rows[-1:]), flush=True)
    print(table(HEADER, rows))
    return int(broken > 0)


HEADER = ["package", "tree", "files", "planted", "tried", "held", "passed", "failed", "errors", "no longer pass"]

if __name__ == "__main__":
    sys.exit(main())
