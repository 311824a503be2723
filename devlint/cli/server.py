"""``devlint server``: the language server, which editors start."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from devlint.cli.messages import CLEAN, complain

if TYPE_CHECKING:
    from devlint.cli.arguments import Commands


def add(commands: Commands) -> argparse.ArgumentParser:
    """Add the command."""
    command = commands.add_parser("server", help="the language server, for editors (needs devlint[lsp])")
    command.add_argument("--stdio", action="store_true", help="talk on standard input and output, as it always does")
    return command


def run(namespace: argparse.Namespace) -> int:
    """Serve until the editor says exit."""
    try:
        from devlint.server.log import log_in_lines
        from devlint.server.server import create
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        from devlint.installed.origin import install_command

        return complain(f"the language server needs pygls: {install_command('lsp')}")
    log_in_lines()
    create().start_io()
    return CLEAN
