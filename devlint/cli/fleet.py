"""``devlint fleet``: lint a table of sources on many processes or machines, and report what came of it."""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING

from devlint.base.counts import counted
from devlint.base.errors import BadOption
from devlint.cli.arguments import jobs
from devlint.cli.messages import CLEAN, ERROR, complain
from devlint.configuration.settings import add_arguments, given_by

if TYPE_CHECKING:
    from devlint.cli.arguments import Commands


def add(commands: Commands) -> argparse.ArgumentParser:
    """Add the command."""
    fleet = commands.add_parser(
        "fleet",
        usage="devlint fleet [OPTION ...] SOURCE OUT, devlint fleet report [--html FILE] OUT",
        help="lint a table of sources on Dask (devlint[fleet])",
    )
    fleet.add_argument("source", metavar="SOURCE", help="a Parquet file or a folder of them; or `report`")
    fleet.add_argument("out", metavar="OUT", help="the folder of the results")
    fleet.add_argument("--scheduler", default="", metavar="ADDRESS", help="Dask's scheduler (default: processes here)")
    fleet.add_argument("--workers", type=jobs, default=0, metavar="N", help="processes here (default: one for a core)")
    fleet.add_argument("--memory", type=int, default=1024, metavar="MB", help="MiB of a process that checks")
    for column in ("repository", "path", "content"):
        fleet.add_argument(f"--{column}-column", default=column, metavar="NAME", help=f"the column of the {column}")
    fleet.add_argument("--isolated", action="store_true", help="read no configuration file of a repository")
    fleet.add_argument("--exit-zero", action="store_true", help="exit with 0 whatever could not be checked")
    allow = "exit with 0 though files or repositories could not be checked"
    fleet.add_argument("--allow-not-checked", action="store_true", help=f"{allow}, if all of the source was read")
    fleet.add_argument("--html", default="", metavar="FILE", help="of a report: write it as a page, too")
    fleet.add_argument("--price", type=float, default=0.0, metavar="P", help="of a report: the price of a core hour")
    add_arguments(fleet.add_argument_group("settings, over those of each repository"))
    return fleet


def run(namespace: argparse.Namespace) -> int:
    """Lint, or report."""
    try:
        import devlint.fleet.engine
        import devlint.fleet.run  # noqa: F401
    except ImportError as error:
        from devlint.installed.origin import install_command

        raise BadOption(f"fleet: needs {error.name}; `{install_command('fleet')}` installs it") from None
    return report(namespace) if namespace.source == "report" else lint(namespace)


def lint(namespace: argparse.Namespace) -> int:
    """Lint the table. Raises BadOption."""
    from devlint.fleet.engine import Engine
    from devlint.fleet.request import FleetOptions
    from devlint.fleet.run import lint_table

    options = FleetOptions(
        namespace.repository_column,
        namespace.path_column,
        namespace.content_column,
        tuple(sorted(given_by(namespace).items())),
        isolated=namespace.isolated,
        memory=namespace.memory,
    )
    with Engine(namespace.scheduler, namespace.workers) as engine:
        if engine.dashboard:
            print(f"devlint: Dask's dashboard: {engine.dashboard}", file=sys.stderr)
        came = lint_table(namespace.source, namespace.out, options, engine, Line())
    for failure in came.failures:
        complain(failure)
    if came.not_checked:
        row = counted(came.not_checked, "row")
        print(f"devlint: {row} of kind not-checked, see `devlint fleet report`", file=sys.stderr)
    failed = bool(came.failures) or bool(came.not_checked and not namespace.allow_not_checked)
    return ERROR if failed and not namespace.exit_zero else CLEAN


class Line:
    """One line on standard error that says how far the run is: rewritten on a terminal, else one in ten seconds."""

    def __init__(self) -> None:
        self._said = 0.0
        self._is_terminal = sys.stderr.isatty()

    def __call__(self, what: str, done: int, total: int) -> None:
        """Say that ``done`` of ``total`` pieces are done."""
        now = time.monotonic()
        if done < total and now - self._said < (0.2 if self._is_terminal else 10):
            return
        self._said = now
        end = "\r" if self._is_terminal and done < total else "\n"
        print(f"devlint: {what} {done} of {total} pieces", end=end, file=sys.stderr, flush=True)


def report(namespace: argparse.Namespace) -> int:
    """Print the report. Raises BadOption."""
    from devlint.fleet.report import as_html, as_text, totals

    found = totals(namespace.out)
    for line in as_text(found, namespace.price):
        print(line)
    if namespace.html:
        try:
            with open(namespace.html, "w", encoding="utf-8") as file:
                file.write(as_html(found, namespace.price))
        except OSError as error:
            raise BadOption(f"--html: {namespace.html}: cannot be written: {error.strerror or error}") from None
    return CLEAN
