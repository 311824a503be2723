"""The report of ``devlint check``: its flags, its formats, and what is said beside it on standard error."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from devlint.base.counts import counted
from devlint.base.errors import BadOption
from devlint.cli.messages import complain
from devlint.configuration.targets import DEFAULT, Target, targets, with_file
from devlint.report.escape import escaped

SOURCES = (".py", ".pyi", ".ipynb")
"""Endings of files that a report is never written over."""

if TYPE_CHECKING:
    from devlint.configuration.options import Options
    from devlint.engine.batch import Outcome
    from devlint.fixing.wish import FixRequest
    from devlint.report.format import Run
    from devlint.report.outputs import Outputs


def add_arguments(parser: argparse._ActionsContainer) -> None:
    """Give a command the flags of reports that no configuration file has."""
    parser.add_argument("--output-file", metavar="FILE", help="write the report to this file, not to standard output")
    parser.add_argument("--statistics", action="store_true", help="count the findings of each rule at the end")
    parser.add_argument("--no-fold", action="store_true", help="write a statement found in n places n times, in `full`")
    parser.add_argument("--exit-zero", action="store_true", help="exit with 0 whatever is found")


def targets_of(namespace: argparse.Namespace, options: Options) -> Sequence[Target]:
    """What is written where. Where nothing is said of it, GitHub Actions gets annotations beside the text."""
    if options.output_format:
        wanted = targets("--output-format", options.output_format)
    elif os.environ.get("GITHUB_ACTIONS") == "true" and not sys.stdout.isatty() and not namespace.output_file:
        wanted = (Target(DEFAULT), Target("github"))
    else:
        wanted = (Target(DEFAULT),)
    found = with_file("--output-file", wanted, namespace.output_file) if namespace.output_file else wanted
    for one in found:
        if one.file and one.file.lower().endswith(SOURCES) and os.path.exists(one.file):
            raise BadOption(f"{one.file} holds a program: no report is written over it")
    return found


def complain_of(outcome: Outcome, *, is_shown: bool) -> bool:
    """Say on standard error why a file was not checked; True if that makes the run fail.

    ``is_shown`` is whether the report on standard output says where a file is not Python.
    """
    for reason in outcome.not_analysed:
        print(escaped(f"not analysed: {outcome.path}: {reason}"), file=sys.stderr)
    if outcome.error and not (outcome.has_wrong_syntax and is_shown):
        complain(f"{outcome.path}: {outcome.error}")
    for failure in outcome.failures:
        complain(f"{outcome.path}: {failure.message}")
    return bool(outcome.error or outcome.broken_cells or outcome.failures)


def _unchecked(run: Run) -> str:
    """How many files were not checked, as the end of the sentence about repairs."""
    return f", checked {run.checked} of {counted(run.files, 'file')}" if run.checked < run.files else ""


def say_rest(run: Run, outputs: Outputs, wish: FixRequest, *, is_quiet: bool) -> None:
    """Say on standard error what no output has said: what was repaired, how many findings each rule has."""
    from devlint.report.format import statistics_text

    if wish.is_quiet:
        if is_quiet:
            return
        print(wish.summary() + _unchecked(run), file=sys.stderr)
    elif not outputs.has_statistics:
        for line in statistics_text(run):
            print(line, file=sys.stderr)
