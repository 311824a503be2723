"""``devlint explain RULE``: the documentation page of a rule, or the list of a family such as DEV1."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from devlint.cli.arguments import add_plugin, load_plugins
from devlint.cli.messages import CLEAN
from devlint.rulebook import explain

if TYPE_CHECKING:
    from devlint.cli.arguments import Commands


def add(commands: Commands) -> argparse.ArgumentParser:
    """Add the command."""
    command = commands.add_parser("explain", help="show the documentation of rules")
    command.add_argument("rules", nargs="+", metavar="RULE", help="a code (DEV102, 102), a name, or a family (DEV1)")
    command.add_argument("--output-format", choices=("text", "json"), default="text")
    add_plugin(command)
    return command


def run(namespace: argparse.Namespace) -> int:
    """Print the pages."""
    load_plugins(namespace)
    if namespace.output_format == "json":
        print(explain.explain_json(namespace.rules))
        return CLEAN
    for number, name in enumerate(namespace.rules):
        print(("\n" if number else "") + explain.explain(name), end="")
    return CLEAN
