"""Arguments that several commands have, and types of arguments."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]
    """What a command adds itself to."""


def add_configuration(command: argparse.ArgumentParser) -> None:
    """Give a command the flags that say which configuration file counts."""
    source = command.add_mutually_exclusive_group()
    source.add_argument("--config", metavar="FILE", help="read the configuration from this file and from no other")
    source.add_argument("--isolated", action="store_true", help="read no configuration file")


def jobs(value: str) -> int:
    """A number of processes; 0 for "auto"."""
    if value == "auto":
        return 0
    if not value.isdecimal() or int(value) < 1:
        raise argparse.ArgumentTypeError(f"{value!r} is not a number of processes")
    return int(value)
