"""Arguments that several commands have, and types of arguments."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from devlint.base.errors import BadOption
from devlint.file_systems.base import DISK

if TYPE_CHECKING:
    from collections.abc import Callable

    from devlint.configuration.options import Options
    from devlint.file_systems.base import FileSystem
    from devlint.selection.configurations import Configurations

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]
    """What a command adds itself to."""


def add_configuration(command: argparse.ArgumentParser) -> None:
    """Give a command the flags that say which configuration file counts."""
    source = command.add_mutually_exclusive_group()
    source.add_argument("--config", metavar="FILE", help="read the configuration from this file and from no other")
    source.add_argument("--isolated", action="store_true", help="read no configuration file and no installed package")


def add_plugin(command: argparse.ArgumentParser) -> None:
    """Give a command the flag that names plugins by their path."""
    command.add_argument("--plugin", action="append", metavar="PATH", help="load the rules of this file or folder, too")


def load_plugins(namespace: argparse.Namespace) -> tuple[str, ...]:
    """Load what ``--plugin`` names, and give the paths. Raises BadOption."""
    paths = tuple(namespace.plugin or ())
    if paths:
        from devlint.rulebook.plugins import complaint

        if reason := complaint((), paths):
            raise BadOption(f"--plugin: {reason}")
    return paths


def configurations_of(
    namespace: argparse.Namespace,
    over: Callable[[Options], Options] = lambda options: options,
    files: FileSystem = DISK,
) -> Configurations:
    """The configuration files among ``files`` that these flags let count.

    ``over`` puts what the command line says over them.
    """
    from devlint.selection.configurations import Configurations

    def without_surroundings(options: Options) -> Options:
        options = over(options)
        no_baseline = options.no_baseline or not options.baseline
        return replace(options, no_baseline=no_baseline, site_packages=options.site_packages or "ignore")

    alone = without_surroundings if namespace.isolated else over
    return Configurations(namespace.config, isolated=namespace.isolated, over=alone, files=files)


def jobs(value: str) -> int:
    """A number of processes; 0 for "auto"."""
    if value == "auto":
        return 0
    if not value.isdecimal() or int(value) < 1:
        raise argparse.ArgumentTypeError(f"{value!r} is not a number of processes")
    return int(value)
