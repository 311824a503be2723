"""The five cases devlint was founded on, in the releases and revisions where they were found and repaired.

    python -m benchmarks.founding                              # what a package index and GitHub can give
    python -m benchmarks.founding --clone LLMs-from-scratch    # a clone of that repository, instead of GitHub
    python -m benchmarks.founding --run                        # execute the published code on simulated GPUs, too
    python -m benchmarks.founding --repair --run               # and what devlint and the project made of it

A case is *caught* if the named rule speaks on every statement that has the bug, and *silent* if it does not speak in
the same functions of the repaired text. The two cases that are not from Python are the fixtures of their rules: the
marks that are reported, of all, and the reports in the good code (``python -m tests.prove`` runs them). Without
``--run``, what was downloaded is only read. Exit status: 0 if all holds, 1 if something does not, 2 if a text could not
be had.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks import REPOSITORY
from benchmarks.founding.cases import CASES, Case
from benchmarks.founding.repaired import beside, repaired
from benchmarks.releases import Unavailable
from benchmarks.statements import Statements
from benchmarks.table import table
from devlint import lint
from devlint.configuration.options import Options

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


def proof(case: Case, clone: Path | None, *, by_devlint: bool = False) -> str:
    """Whether the bad text fails at run time and the good one does not; what they do is printed.

    ``by_devlint`` takes what devlint makes of the bad text for the good one.
    """
    from benchmarks.founding.run import RUNS, failure

    confirmed = True
    for run in RUNS[case.rule]:
        before = case.bad.text(clone)
        after = repaired(before, case.bad.path, case.rule)[0] if by_devlint else case.good.text(clone)
        bad, good = failure(run, before), failure(run, after)
        print(f"{case.name}, {run.__name__}\n  bad: {bad or 'runs'}\n  repaired: {good or 'runs'}")
        confirmed = confirmed and bad is not None and good is None
    return "confirmed" if confirmed else "not confirmed"


def _lines(text: str, path: str, rule: str) -> list[int]:
    return [found.span.line for found in lint(text, path, Options(select=(rule,)))]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; the exit status is described above."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.founding", description="the five founding cases")
    parser.add_argument("--clone", type=Path, help="a clone of rasbt/LLMs-from-scratch, for use without GitHub")
    parser.add_argument("--run", action="store_true", help="execute the published functions on two simulated GPUs")
    parser.add_argument("--repair", action="store_true", help="print devlint's repairs beside the projects'")
    options = parser.parse_args(arguments)
    rows, status = [], 0
    for case in CASES:
        try:
            caught, alarms = examine(case, options.clone)
            if options.repair:
                print(beside(case, options.clone))
            outcome = proof(case, options.clone, by_devlint=options.repair) if options.run else ""
        except Unavailable as error:
            print(f"{case.name}: {error}", file=sys.stderr)
            rows.append([case.rule, case.name, "not available", "", ""])
            status = 2
            continue
        rows.append([case.rule, case.name, f"{caught} of {len(case.lines)}", f"{alarms} reports", outcome])
        status = status or int(caught < len(case.lines) or alarms > 0 or outcome == "not confirmed")
    for name, rule, stem in TRANSLATED:
        caught, marks, alarms = translated(REPOSITORY / "fixtures" / stem, rule)
        if options.repair:
            bad = (REPOSITORY / "fixtures" / stem / "bad.py").read_text(encoding="utf-8")
            fixed = repaired(bad, "bad.py", rule)[1]
            print(f"{name}: devlint, {len(fixed)} repairs of {marks} findings in the fixture")
        rows.append([rule, name, f"{caught} of {marks}", f"{alarms} reports", ""])
        status = status or int(caught < marks or alarms > 0)
    print(table(["rule", "case", "caught", "once repaired", "at run time"], rows))
    return status


if __name__ == "__main__":
    sys.exit(main())
