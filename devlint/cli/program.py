"""The program: its parser, the choice of a command, and how a run ends that goes wrong."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import devlint
from devlint.cli import baseline, check, explain, reveal, rules, server
from devlint.cli.messages import ERROR, FINDINGS, INTERRUPTED, complain
from devlint.errors import BadOption
from devlint.explain import UnknownRule
from devlint.report.escape import escaped

COMMANDS = (check, explain, rules, reveal, baseline, server)
"""The modules of the commands, in the order of the help."""


class Parser(argparse.ArgumentParser):
    """argparse with an error of one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the arguments, and exit."""
        self.exit(ERROR, escaped(f"{self.prog}: error: {message}") + "\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        namespace = parser().parse_args(arguments)
        if namespace.command is None:
            parser().print_help()
            return ERROR
        code: int = namespace.run(namespace)
        sys.stdout.flush()
    except (BadOption, UnknownRule) as error:
        return complain(str(error))
    except BrokenPipeError:
        # The reader has gone; Python would complain again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return FINDINGS
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED
    return code


def parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    found = Parser(prog="devlint", description="Find PyTorch device bugs before any GPU is involved.")
    found.add_argument("--version", action="version", version=f"devlint {devlint.__version__}")
    commands = found.add_subparsers(dest="command", metavar="COMMAND")
    for command in COMMANDS:
        added = command.add(commands)
        added.set_defaults(run=command.run)
    return found
