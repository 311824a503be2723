"""``devlint check``: find, repair and report the bugs of files, folders and notebooks."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from devlint.base.counts import counted
from devlint.base.errors import BadOption
from devlint.baseline.lookup import baseline_for
from devlint.cli import narration, reports, sources
from devlint.cli.arguments import add_configuration, add_plugin, configurations_of, jobs, load_plugins
from devlint.cli.messages import ERROR, complain, warn
from devlint.configuration.settings import add_arguments, from_arguments
from devlint.fixing import wish as repairs
from devlint.fixing.wish import FixRequest, fixable
from devlint.source.files import STDIN

if TYPE_CHECKING:
    from devlint.cli.arguments import Commands
    from devlint.configuration.options import Options
    from devlint.file_systems.base import FileSystem
    from devlint.selection.changed_lines import ChangedLines
    from devlint.selection.search import Selection


def add(commands: Commands) -> argparse.ArgumentParser:
    """Add the command."""
    check = commands.add_parser(
        "check",
        usage="devlint check [OPTION ...] [PATH ...]",
        help="report device bugs in files, folders and notebooks",
    )
    meaning = "files, folders, archives, or - for standard input (default: .)"
    check.add_argument("paths", nargs="*", metavar="PATH", help=meaning)
    reports.add_arguments(check.add_argument_group("the report"))
    repairs.add_arguments(check.add_argument_group("repairs"))
    narration.add_arguments(check.add_argument_group("the run"))
    add_arguments(check.add_argument_group("settings, which a configuration file may say, too"))
    add_configuration(check)
    add_plugin(check)
    check.add_argument("--disable-noqa", action="store_true", help="report what # noqa comments silence, too")
    sources.add_arguments(check)
    check.add_argument("--diff-base", metavar="REV", help="report only findings in lines changed since a git revision")
    check.add_argument("--stdin-display-name", metavar="NAME", help="what to call standard input")
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
    from devlint.engine.batch import check_all
    from devlint.fixing.offers import Offers
    from devlint.report.format import Run
    from devlint.report.outputs import Outputs
    from devlint.selection.search import select

    stdin_name = stdin_name_of(namespace)
    plugins = load_plugins(namespace)  # the configuration may name their rules

    def over(options: Options) -> Options:
        return replace(from_arguments(namespace, options), plugin_paths=plugins)

    wish = FixRequest.of(namespace)
    files = sources.of(namespace, writes=wish.writes)
    configurations = configurations_of(namespace, over=over, files=files)
    options = configurations.here
    if namespace.show_settings:
        return narration.show_settings(namespace, configurations)
    targets = [] if wish.is_quiet else reports.targets_of(namespace, options)
    touched = changes(namespace, wish)
    selection = select(namespace.paths or ["."], configurations, stdin_name)
    paths, missing = selection.paths, selection.missing
    failed = fails = False
    for message in missing:
        failed = True
        complain(message)
    if namespace.show_files:
        return narration.show_files(paths) or ERROR * failed
    if not (paths or missing or selection.passed_over or namespace.quiet):
        warn(f"nothing was checked: no .py or .ipynb file to be checked in {', '.join(namespace.paths) or '.'}")
    told = narration.Narration(namespace, paths, files)

    outputs = Outputs(targets, wish.stream(paths), folds=not namespace.no_fold)
    came = Run(files=len(paths) + len(missing), with_statistics=namespace.statistics)
    came.outer_links = len(selection.outer_links)
    noqa = not namespace.disable_noqa
    offers = Offers(files, noqa=noqa) if outputs.has_edits and not wish.writes else None
    each = [one.options for one in selection.files]
    gone = gone_with_files(selection, files)
    found = check_all(paths, each, jobs=namespace.jobs, noqa=noqa, stdin_name=stdin_name, files=files)
    outcomes_found = told.over(found)
    if touched is not None:
        outcomes_found = map(touched.only, outcomes_found)
    for outcome, own in zip(wish.carried_out(outcomes_found, selection), each, strict=True):
        if offers is not None:
            outcome = offers.proved(outcome, own)
        came.add(outcome)
        gone += outcome.gone
        outputs.write(outcome, own)
        failed |= reports.complain_of(outcome, is_shown=outputs.shows_errors)
        fails |= any(map(own.fails, outcome.found))
    came.repairs, came.fixable = wish.summary(), fixable(came.found)
    came.with_summary = not namespace.quiet and bool(paths or not missing)
    outputs.end(came)
    reports.say_rest(came, outputs, wish, is_quiet=namespace.quiet)
    told.end(came, zip(paths, each, strict=True))
    if gone and not namespace.quiet:
        print(f"{counted(gone, 'finding')} of the baseline gone, see `devlint baseline --prune`", file=sys.stderr)
    return ERROR if failed or wish.failed else wish.exit_code(fails=fails and not namespace.exit_zero)


def stdin_name_of(namespace: argparse.Namespace) -> str:
    """What standard input is called. Raises BadOption where it is named and not checked."""
    name: str | None = namespace.stdin_display_name
    if name is not None and STDIN not in namespace.paths:
        raise BadOption("--stdin-display-name: names standard input, which is checked where `-` is among the paths")
    return name or "stdin"


def changes(namespace: argparse.Namespace, wish: FixRequest) -> ChangedLines | None:
    """The lines that ``--diff-base`` asks for, None where it is not given. Raises BadOption."""
    if namespace.diff_base is None:
        return None
    if wish.writes:
        raise BadOption("--diff-base: cannot be used with what changes files")
    from devlint.selection.changed_lines import ChangedLines

    return ChangedLines.since(namespace.diff_base)


def gone_with_files(selection: Selection, files: FileSystem) -> int:
    """How many findings the baselines of a run know in files that are not there any more."""
    folders = {(os.path.dirname(one.path), one.options): one for one in selection.files}
    counting = (baseline_for(*chosen, files) for chosen in folders.values())
    baselines = {one.path: one for one in counting if one is not None}
    missing = ((each, name) for each in baselines.values() for name in each.missing_files(files))
    return sum(one.count for each, name in missing for one in each.files[name])
