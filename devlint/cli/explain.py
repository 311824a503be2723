"""``devlint explain RULE``: the documentation page of a rule."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from devlint import explain
from devlint.cli.messages import CLEAN

if TYPE_CHECKING:
    from devlint.cli.arguments import Commands


def add(commands: Commands) -> argparse.ArgumentParser:
    """Add the command."""
    command = commands.add_parser("explain", help="show the documentation of rules")
    command.add_argument("rules", nargs="+", metavar="RULE", help="a code or a name")
    return command


def run(namespace: argparse.Namespace) -> int:
    """Print the pages."""
    for number, name in enumerate(namespace.rules):
        print(("\n" if number else "") + explain.explain(name), end="")
    return CLEAN
