"""``devlint check``: find, repair and report the bugs of files, folders and notebooks."""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING

from devlint.cli import narration, reports
from devlint.cli.arguments import add_configuration, configurations_of, jobs
from devlint.cli.messages import ERROR, complain
from devlint.fixing import wish as repairs
from devlint.fixing.wish import Wish, fixable
from devlint.settings import add_arguments, from_arguments

if TYPE_CHECKING:
    from devlint.cli.arguments import Commands


def add(commands: Commands) -> argparse.ArgumentParser:
    """Add the command."""
    check = commands.add_parser(
        "check",
        usage="devlint check [OPTION ...] [PATH ...]",
        help="report device bugs in files, folders and notebooks",
    )
    check.add_argument("paths", nargs="*", metavar="PATH", help="files, folders, or - for standard input (default: .)")
    reports.add_arguments(check.add_argument_group("the report"))
    repairs.add_arguments(check.add_argument_group("repairs"))
    narration.add_arguments(check.add_argument_group("the run"))
    add_arguments(check.add_argument_group("settings, which a configuration file may say, too"))
    add_configuration(check)
    check.add_argument("--disable-noqa", action="store_true", help="report what # noqa comments silence, too")
    check.add_argument("--stdin-display-name", default="stdin", metavar="NAME", help="what to call standard input")
    check.add_argument("-j", "--jobs", type=jobs, default=0, metavar="N", help="processes to use (default: auto)")
    return check


def run(namespace: argparse.Namespace) -> int:
    """Check the paths, once or again and again."""
    if namespace.watch:
        from devlint.cli.watch import watch

        return watch(namespace.paths or ["."], lambda: once(namespace))
    return once(namespace)


def once(namespace: argparse.Namespace) -> int:
    """Check the paths, and print the report; or print only what would be done."""
    from devlint.batch import check_all
    from devlint.report.format import Run
    from devlint.report.outputs import Outputs
    from devlint.selection.search import select

    configurations = configurations_of(namespace, over=partial(from_arguments, namespace))
    options = configurations.here
    if namespace.show_settings:
        return narration.show_settings(namespace, configurations)
    wish = Wish.of(namespace)
    targets = [] if wish.is_quiet else reports.targets_of(namespace, options)
    selection = select(namespace.paths or ["."], configurations, namespace.stdin_display_name)
    paths, missing = selection.paths, selection.missing
    failed = fails = False
    for message in missing:
        failed = True
        complain(message)
    if namespace.show_files:
        return narration.show_files(paths) or ERROR * failed
    told = narration.Narration(namespace, paths)

    outputs = Outputs(targets, wish.stream(paths))
    came = Run(files=len(paths) + len(missing), with_statistics=namespace.statistics)
    stdin_name, noqa = namespace.stdin_display_name, not namespace.disable_noqa
    each = [one.options for one in selection.files]
    outcomes_found = told.over(check_all(paths, each, jobs=namespace.jobs, noqa=noqa, stdin_name=stdin_name))
    for outcome, own in zip(wish.carried_out(outcomes_found, selection), each, strict=True):
        came.add(outcome)
        outputs.write(outcome, own)
        failed |= reports.complain_of(outcome, is_shown=outputs.shows_errors)
        fails |= any(map(own.fails, outcome.found))
    came.repairs, came.fixable = wish.summary(), fixable(came.found)
    came.with_summary = not namespace.quiet and bool(paths or not missing)
    outputs.end(came)
    reports.say_rest(came, outputs, wish, is_quiet=namespace.quiet)
    told.end(came)
    return ERROR if failed or wish.failed else wish.exit_code(fails=fails and not namespace.exit_zero)
