"""The command line: its parser, the choice of a command, and how a run that fails ends."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from typing import NoReturn

import devlint
from devlint.base.errors import BadOption
from devlint.cli.messages import ERROR, FINDINGS, INTERRUPTED, complain
from devlint.report.escape import escaped

COMMANDS = ("check", "explain", "rules", "reveal", "init", "baseline", "server", "fleet", "completion")
"""The commands, in the order of the help of all of them; each is a module of ``devlint.cli``, loaded when it is run."""
WITH_OTHERS = ("init", "completion")
"""The commands that run or describe others."""

HELP = """\
usage: devlint COMMAND ...

Find PyTorch device bugs before any GPU is involved.

  devlint check src             report the bugs of files, folders and notebooks; `devlint src` does the same
  devlint check --fix src       repair what can be repaired safely, and report the rest
  devlint explain DEV102        say what a rule reports, why, and what to write instead
  devlint rules                 list the rules
  devlint reveal train.py:12    show which value is on which device there, and why something is not reported
  devlint init                  show what brings devlint into a project: configuration, pre-commit, CI, baseline

  python -m devlint.simcuda train.py   run a program as if there were GPUs, to see it fail
  pytest --simulate-cuda               run tests so

`devlint COMMAND --help` lists the options of a command. Other commands: {others}; `devlint --version`.
"""


class Parser(argparse.ArgumentParser):
    """An argument parser that reports an error in one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the arguments, and exit."""
        self.exit(ERROR, escaped(f"{self.prog}: error: {message}") + "\n")


class Program(Parser):
    """The parser of all commands, with a help of its own."""

    def format_help(self) -> str:
        """The short help: the commands and options that are used most."""
        return HELP.format(others=", ".join(name for name in COMMANDS if f"devlint {name}" not in HELP))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        given = list(sys.argv[1:] if arguments is None else arguments)
        words = with_command(given)
        found = parser(words[0] if words else "")
        namespace, unknown = found.parse_known_args(words)
        if namespace.command is None:
            found.print_help()
            return ERROR
        if unknown:
            parsers = (namespace.parser, *([found] if words != given else []))
            namespace.parser.error(f"unrecognized arguments: {' '.join(unknown)}{_near(unknown, *parsers)}")
        code: int = namespace.run(namespace)
        if not sys.stdout.closed:  # a server's connection closes it
            sys.stdout.flush()
    except BadOption as error:
        return complain(str(error))
    except BrokenPipeError:
        # The reader has gone; Python would complain again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return FINDINGS
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED
    return code


def _build() -> str:
    """Whether the evaluator is compiled; only the names of its files are looked at."""
    evaluator = os.path.join(os.path.dirname(devlint.__file__), "flow", "evaluator")
    return "compiled" if any(os.path.exists(evaluator + suffix) for suffix in EXTENSION_SUFFIXES) else "pure Python"


def parser(only: str = "") -> argparse.ArgumentParser:
    """The parser of all commands, or of the command ``only``, where that needs no other."""
    found = Program(prog="devlint", description="Find PyTorch device bugs before any GPU is involved.")
    found.add_argument("--version", action="version", version=f"devlint {devlint.__version__} ({_build()})")
    commands = found.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for name in (only,) if only in COMMANDS and only not in WITH_OTHERS else COMMANDS:
        command = import_module(f"devlint.cli.{name}")
        added = command.add(commands)
        added.set_defaults(run=command.run, parser=added, program=found)
    return found


def with_command(words: Sequence[str]) -> list[str]:
    """The arguments with the command ``check`` where none is given: before a path, or an option of it.

    Raises BadOption for a first word that is neither a command nor like a path.
    """
    first = words[0] if words else ""
    if not first or first in COMMANDS or first in ("-h", "--help", "--version"):
        return list(words)
    if first.startswith("-") or os.path.lexists(first) or os.sep in first or "." in first:
        return ["check", *words]
    from devlint.base.suggestion import near_path, suggestion

    hint = suggestion(first, COMMANDS) or near_path(first)
    raise BadOption(f"{first!r} is neither a command nor a file or folder{hint or ' (see `devlint --help`)'}")


def _near(unknown: Sequence[str], *parsers: argparse.ArgumentParser) -> str:
    """Which option of ``parsers`` the first of the unknown ones may have meant."""
    from devlint.base.suggestion import suggestion

    option = next((word.partition("=")[0] for word in unknown if word.startswith("-")), "")
    known = (name for parser in parsers for name in parser._option_string_actions)
    return suggestion(option, [name for name in known if name.startswith("--")])
