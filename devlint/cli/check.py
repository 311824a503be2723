"""``devlint check``: find, repair and report the bugs of files, folders and notebooks."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from devlint.baseline.lookup import baseline_for
from devlint.cli.arguments import add_configuration, configurations_of, jobs
from devlint.cli.messages import ERROR, complain, counted
from devlint.diagnostic import Diagnostic
from devlint.errors import BadOption
from devlint.fixing import wish as repairs
from devlint.fixing.wish import Wish, fixable
from devlint.report.escape import escaped
from devlint.settings import add_arguments, from_arguments

if TYPE_CHECKING:
    from devlint.cli.arguments import Commands
    from devlint.selection.changed_lines import ChangedLines
    from devlint.selection.search import Selection


def add(commands: Commands) -> argparse.ArgumentParser:
    """Add the command."""
    check = commands.add_parser("check", help="report device bugs in files, folders and notebooks")
    check.add_argument("paths", nargs="*", metavar="PATH", help="files, folders, or - for standard input (default: .)")
    add_arguments(check)
    repairs.add_arguments(check)
    add_configuration(check)
    check.add_argument("--statistics", action="store_true", help="count the findings of each rule at the end")
    check.add_argument("--disable-noqa", action="store_true", help="report what # noqa comments silence, too")
    check.add_argument("--diff-base", metavar="REV", help="report only findings in lines changed since a git revision")
    check.add_argument("--stdin-display-name", default="stdin", metavar="NAME", help="what to call standard input")
    check.add_argument("-j", "--jobs", type=jobs, default=0, metavar="N", help="processes to use (default: auto)")
    return check


def run(namespace: argparse.Namespace) -> int:
    """Check the paths, and print the report."""
    from devlint.batch import Outcome, check_all
    from devlint.report import json, text
    from devlint.report.style import style_for
    from devlint.selection.search import select

    configurations = configurations_of(namespace, over=partial(from_arguments, namespace))
    options = configurations.here
    wish = Wish.of(namespace)
    touched = changes(namespace, wish)
    selection = select(namespace.paths or ["."], configurations, namespace.stdin_display_name)
    paths, missing = selection.paths, selection.missing
    failed = fails = False
    for message in missing:
        failed = True
        complain(message)

    out = wish.stream(paths)
    style = style_for(out)
    form = {"full": text.full, "concise": text.concise}.get(options.output_format)
    form = text.nothing if wish.is_quiet else form
    outcomes: list[Outcome] = []
    found: list[Diagnostic] = []
    stdin_name, noqa = namespace.stdin_display_name, not namespace.disable_noqa
    checked = hidden = known = 0
    gone = gone_with_files(selection)
    each = [one.options for one in selection.files]
    outcomes_found = check_all(paths, each, jobs=namespace.jobs, noqa=noqa, stdin_name=stdin_name)
    if touched is not None:
        outcomes_found = map(touched.only, outcomes_found)
    for outcome, own in zip(wish.carried_out(outcomes_found, selection), each, strict=True):
        checked += outcome.was_checked
        if form is None:
            outcomes.append(outcome)
        else:
            for line in form(outcome, style):
                print(line, file=out)
        for reason in outcome.not_analysed:
            print(escaped(f"not analysed: {outcome.path}: {reason}"), file=sys.stderr)
        failed |= bool(outcome.broken_cells)
        hidden += outcome.hidden
        known += len(outcome.known)
        gone += outcome.gone
        if outcome.error:
            failed = True
            if not outcome.line or form in (None, text.nothing):
                complain(f"{outcome.path}: {outcome.error}")
        for failure in outcome.failures:
            failed = True
            complain(f"{outcome.path}: {failure.message}")
        found += outcome.found
        fails |= any(map(own.fails, outcome.found))
    if form is None:
        print(json.render(outcomes), file=out)
    if namespace.statistics and not wish.is_quiet:
        counts = Counter((d.code, d.name) for d in found)
        for (code, name), count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
            print(f"{count:<6} {code} {name}", file=sys.stderr if form is None else out)
    if wish.is_quiet:
        print(wish.summary(), file=sys.stderr)
    elif options.output_format == "full" and (paths or not missing):
        said = (
            wish.summary(),
            _summary(found, hidden, checked, len(paths) + len(missing)),
            f"{counted(known, 'finding')} of the baseline not shown" if known else "",
            fixable(found),
        )
        print("; ".join(part for part in said if part), file=out)
    if gone:
        print(f"{counted(gone, 'finding')} of the baseline gone, see `devlint baseline --prune`", file=sys.stderr)
    return ERROR if failed or wish.failed else wish.exit_code(fails=fails)


def changes(namespace: argparse.Namespace, wish: Wish) -> ChangedLines | None:
    """The lines that ``--diff-base`` asks for, None where it is not given. Raises BadOption."""
    if namespace.diff_base is None:
        return None
    if wish.writes:
        raise BadOption("--diff-base: cannot be used with what changes files")
    from devlint.selection.changed_lines import ChangedLines

    return ChangedLines.since(namespace.diff_base)


def gone_with_files(selection: Selection) -> int:
    """How many findings the baselines of a run know in files that are not there any more."""
    baselines = {one.path: one for one in (baseline_for(*chosen) for chosen in selection.files) if one is not None}
    return sum(one.count for each in baselines.values() for name in each.missing_files() for one in each.files[name])


def _summary(found: Sequence[Diagnostic], hidden: int, checked: int, files: int) -> str:
    """How much was found, by level, and not shown; where some files could not be checked, how many were."""
    number = f"{len(found) or 'no'} finding{'s' * (len(found) != 1)}"
    if found:
        counts = Counter(d.level for d in found)
        number += f" ({', '.join(counted(counts[level], level.word) for level in sorted(counts, reverse=True))})"
    below = f"; {counted(hidden, 'finding')} of a lower level not shown, see --level" if hidden else ""
    if checked < files:
        return f"{number}, checked {checked} of {counted(files, 'file')}{below}"
    return f"{number} in {counted(files, 'file')}{below}"
