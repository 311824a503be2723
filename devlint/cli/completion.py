"""``devlint completion SHELL``: the script that completes commands and options in a shell.

    eval "$(devlint completion bash)"
    devlint completion fish | source

It needs shtab, which the extra ``devlint[completion]`` installs.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from devlint.base.errors import BadOption
from devlint.cli.messages import CLEAN

if TYPE_CHECKING:
    from devlint.cli.arguments import Commands

SHELLS = ("bash", "zsh", "tcsh", "fish")


def add(commands: Commands) -> argparse.ArgumentParser:
    """Add the command."""
    command = commands.add_parser("completion", help="print the script that completes commands and options in a shell")
    command.add_argument("shell", choices=SHELLS, metavar="SHELL", help=" or ".join(SHELLS))
    return command


def run(namespace: argparse.Namespace) -> int:
    """Print the script."""
    try:
        import shtab
    except ImportError:
        raise BadOption("completion: needs shtab; `pip install 'devlint[completion]'` installs it") from None
    if namespace.shell not in shtab.SUPPORTED_SHELLS:
        raise BadOption(f"completion: this shtab has no {namespace.shell}; `pip install --upgrade shtab`")
    program: argparse.ArgumentParser = namespace.program
    for command in (program, *_commands(program)):
        for action in command._actions:
            action_name = str(action.metavar or "")
            if action_name in ("PATH", "FILE", "FILE[:LINE[-LINE]]"):
                action.complete = shtab.FILE  # type: ignore[attr-defined]  # shtab reads it from there
    print(shtab.complete(program, shell=namespace.shell))
    return CLEAN


def _commands(program: argparse.ArgumentParser) -> list[argparse.ArgumentParser]:
    found: list[argparse.ArgumentParser] = []
    for action in program._actions:
        if isinstance(action, argparse._SubParsersAction):
            found += action.choices.values()
    return found
