"""``devlint completion SHELL``: the script that completes commands and options in a shell.

    eval "$(devlint completion bash)"
    devlint completion fish | source

It needs shtab, which the extra ``devlint[completion]`` installs.
"""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING

from devlint.base.errors import BadOption
from devlint.cli.init import PARTS
from devlint.cli.messages import CLEAN
from devlint.configuration.targets import FORMATS
from devlint.rulebook import rules

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
        from devlint.installed.origin import install_command

        raise BadOption(f"completion: needs shtab; `{install_command('completion')}` installs it") from None
    if namespace.shell not in shtab.SUPPORTED_SHELLS:
        raise BadOption(f"completion: this shtab has no {namespace.shell}; `pip install --upgrade shtab`")
    program: argparse.ArgumentParser = namespace.program
    for command in (program, *_commands(program)):
        for action in command._actions:
            placeholder = str(action.metavar or "")
            if re.match(r"(PATH|FILE)\b", placeholder):
                action.complete = shtab.FILE  # type: ignore[attr-defined]  # shtab reads it from there
            action.choices = action.choices or _words(placeholder)
    print(shtab.complete(program, shell=namespace.shell))
    return CLEAN


def _words(placeholder: str) -> list[str] | None:
    """The words that can stand where the help has ``placeholder``; None where they are not known."""
    if placeholder in ("RULE", "RULES"):
        return [rule.meta.code for rule in rules()]
    if placeholder.startswith("FORMAT"):
        return list(FORMATS)
    return list(PARTS) if placeholder == "PART" else None


def _commands(program: argparse.ArgumentParser) -> list[argparse.ArgumentParser]:
    found: list[argparse.ArgumentParser] = []
    for action in program._actions:
        if isinstance(action, argparse._SubParsersAction):
            found += action.choices.values()
    return found
