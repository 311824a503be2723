"""The command line.

    devlint check src train.ipynb        findings on standard output; exit 0 none, 1 some (of --fail-on), 2 went wrong
    devlint check - --stdin-display-name train.py
    devlint check --fix src              repairs what can be repaired safely, and reports the rest
    devlint check --diff src             shows the repairs and makes none
    devlint explain submodule-after-move
    devlint rules
    devlint reveal train.py:12-20        what is believed of the devices there, and why something is not reported

What could not be read or analysed is said on standard error and costs no other file its findings.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Sequence
from typing import NoReturn

import devlint
from devlint import explain
from devlint.config import configured
from devlint.diagnostic import Diagnostic
from devlint.errors import BadOption
from devlint.fixing import wish as repairs
from devlint.fixing.wish import Wish, fixable
from devlint.options import Options
from devlint.report.escape import escaped, escaped_json
from devlint.settings import add_arguments, from_arguments

CLEAN, FINDINGS, ERROR, INTERRUPTED = 0, 1, 2, 130


class _Parser(argparse.ArgumentParser):
    """argparse with an error of one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(ERROR, escaped(f"{self.prog}: error: {message}") + "\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        namespace = _parser().parse_args(arguments)
        if namespace.command is None:
            _parser().print_help()
            return ERROR
        code = _run(namespace)
        sys.stdout.flush()
    except (BadOption, explain.UnknownRule) as error:
        return _complain(str(error))
    except BrokenPipeError:
        # The reader has gone; Python would complain again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return FINDINGS
    except KeyboardInterrupt:
        _complain("interrupted")
        return INTERRUPTED
    return code


def _run(namespace: argparse.Namespace) -> int:
    if namespace.command == "explain":
        for number, name in enumerate(namespace.rules):
            print(("\n" if number else "") + explain.explain(name), end="")
        return CLEAN
    if namespace.command == "rules":
        print(explain.table_json() if namespace.output_format == "json" else explain.table())
        return CLEAN
    base = configured(namespace.config, isolated=namespace.isolated)
    if namespace.command == "reveal":
        return _reveal(namespace.place, base, is_json=namespace.output_format == "json")
    return _check(namespace, from_arguments(namespace, base))


def _check(namespace: argparse.Namespace, options: Options) -> int:
    from devlint.batch import Outcome, check_all
    from devlint.files import expand
    from devlint.report import json, text
    from devlint.report.style import style_for

    wish = Wish.of(namespace)
    paths, missing = expand(namespace.paths or ["."], options.exclude)
    failed = bool(missing)
    for message in missing:
        _complain(message)

    out = wish.stream(paths)
    style = style_for(out)
    form = {"full": text.full, "concise": text.concise}.get(options.output_format)
    form = text.nothing if wish.is_quiet else form
    outcomes: list[Outcome] = []
    found: list[Diagnostic] = []
    stdin_name, noqa = namespace.stdin_display_name, not namespace.disable_noqa
    checked = hidden = 0
    outcomes_found = check_all(paths, options, jobs=namespace.jobs, noqa=noqa, stdin_name=stdin_name)
    for outcome in wish.carried_out(outcomes_found, paths, options):
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
        if outcome.error:
            failed = True
            if not outcome.line or form in (None, text.nothing):
                _complain(f"{outcome.path}: {outcome.error}")
        for failure in outcome.failures:
            failed = True
            _complain(f"{outcome.path}: {failure.message}")
        found += outcome.found
    if form is None:
        print(json.render(outcomes), file=out)
    if namespace.statistics and not wish.is_quiet:
        counts = Counter((d.code, d.name) for d in found)
        for (code, name), count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
            print(f"{count:<6} {code} {name}", file=sys.stderr if form is None else out)
    if wish.is_quiet:
        print(wish.summary(), file=sys.stderr)
    elif options.output_format == "full" and (paths or not missing):
        said = (wish.summary(), _summary(found, hidden, checked, len(paths) + len(missing)), fixable(found))
        print("; ".join(part for part in said if part), file=out)
    return ERROR if failed or wish.failed else wish.exit_code(fails=any(map(options.fails, found)))


def _reveal(place: str, options: Options, *, is_json: bool) -> int:
    import json

    from devlint.files import Unreadable, read
    from devlint.linter import NotAnalysed
    from devlint.reveal.answer import BadQuestion, question, reveal
    from devlint.source.syntax_error import syntax_error

    path, text = place, ""
    try:
        path, lines = (place, None) if os.path.exists(place) else question(place)
        document = read(path)
        text = document.text
        answer = reveal(document, lines, options)
    except NotAnalysed as error:
        wrong = syntax_error(text)
        return _complain(f"{path}: {error if wrong is None else f'syntax error: {wrong.message} (line {wrong.line})'}")
    except (BadQuestion, Unreadable) as error:
        return _complain(f"{path}: {error}")
    lines = answer.text() or ["nothing is evaluated here"]
    print(escaped_json(json.dumps(answer.json(), indent=2)) if is_json else "\n".join(lines))
    return CLEAN


def _summary(found: Sequence[Diagnostic], hidden: int, checked: int, files: int) -> str:
    """How much was found, by level, and not shown; where some files could not be checked, how many were."""
    number = f"{len(found) or 'no'} finding{'s' * (len(found) != 1)}"
    if found:
        counts = Counter(d.level for d in found)
        number += f" ({', '.join(_counted(counts[level], level.word) for level in sorted(counts, reverse=True))})"
    below = f"; {_counted(hidden, 'finding')} of a lower level not shown, see --level" if hidden else ""
    if checked < files:
        return f"{number}, checked {checked} of {_counted(files, 'file')}{below}"
    return f"{number} in {_counted(files, 'file')}{below}"


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"


def _complain(message: str) -> int:
    print(escaped(f"devlint: error: {message}"), file=sys.stderr)
    return ERROR


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="devlint", description="Find PyTorch device bugs before any GPU is involved.")
    parser.add_argument("--version", action="version", version=f"devlint {devlint.__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    check = commands.add_parser("check", help="report device bugs in files, folders and notebooks")
    check.add_argument("paths", nargs="*", metavar="PATH", help="files, folders, or - for standard input (default: .)")
    add_arguments(check)
    repairs.add_arguments(check)
    _add_configuration(check)
    check.add_argument("--statistics", action="store_true", help="count the findings of each rule at the end")
    check.add_argument("--disable-noqa", action="store_true", help="report what # noqa comments silence, too")
    check.add_argument("--stdin-display-name", default="stdin", metavar="NAME", help="what to call standard input")
    check.add_argument("-j", "--jobs", type=_jobs, default=0, metavar="N", help="processes to use (default: auto)")

    page = commands.add_parser("explain", help="show the documentation of rules")
    page.add_argument("rules", nargs="+", metavar="RULE", help="a code or a name")

    table = commands.add_parser("rules", help="list the rules")
    table.add_argument("--output-format", choices=("text", "json"), default="text")

    reveal = commands.add_parser("reveal", help="show the devices of expressions, and reasons to report nothing")
    reveal.add_argument("place", metavar="FILE[:LINE[-LINE]]", help="a Python file, one of its lines, or some of them")
    reveal.add_argument("--output-format", choices=("text", "json"), default="text")
    _add_configuration(reveal)
    return parser


def _add_configuration(command: argparse.ArgumentParser) -> None:
    source = command.add_mutually_exclusive_group()
    source.add_argument("--config", metavar="FILE", help="read the configuration from this file and from no other")
    source.add_argument("--isolated", action="store_true", help="read no configuration file")


def _jobs(value: str) -> int:
    if value == "auto":
        return 0
    if not value.isdecimal() or int(value) < 1:
        raise argparse.ArgumentTypeError(f"{value!r} is not a number of processes")
    return int(value)


if __name__ == "__main__":
    sys.exit(main())
