"""``devlint rules``: one line a rule, or all that is known of them as JSON."""

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
    command = commands.add_parser("rules", help="list the rules")
    command.add_argument("--output-format", choices=("text", "json"), default="text")
    add_plugin(command)
    return command


def run(namespace: argparse.Namespace) -> int:
    """Print the list."""
    load_plugins(namespace)
    print(explain.table_json() if namespace.output_format == "json" else explain.table())
    return CLEAN
