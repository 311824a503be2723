"""Where ``devlint check`` reads files: on the disk, in archives that it is given, or in a git revision."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

from devlint.base.errors import BadOption
from devlint.file_systems.base import DISK

if TYPE_CHECKING:
    from devlint.file_systems.base import FileSystem


def add_arguments(parser: argparse._ActionsContainer) -> None:
    """Give a command the flag."""
    parser.add_argument("--rev", metavar="REV", help="check what a git revision holds, without a checkout")


def of(namespace: argparse.Namespace, *, writes: bool) -> FileSystem:
    """The files that the flags and paths mean. Raises BadOption; ``writes`` says that files would be changed."""
    if namespace.rev is not None:
        for flag, is_given in (("--watch", namespace.watch), ("--diff-base", namespace.diff_base is not None)):
            if is_given:
                raise BadOption(f"--rev: cannot be used with {flag}")
        if writes:
            raise BadOption("--rev: cannot be used with what changes files")
        from devlint.file_systems.revision import revision

        return revision(namespace.rev)
    if not any(map(_may_be_archive, namespace.paths)):
        return DISK
    from devlint.file_systems.archive import archive_or_reason, is_archive
    from devlint.file_systems.mounts import Mounts

    given = [path for path in namespace.paths if is_archive(path) and os.path.isfile(path)]
    if given and writes:
        raise BadOption(f"{given[0]}: is an archive, in which nothing can be changed")
    return Mounts(DISK, {os.path.abspath(path): archive_or_reason(path) for path in given}) if given else DISK


def _may_be_archive(path: str) -> bool:
    """False for most paths, without looking at how all archives are called."""
    return not path.endswith((".py", ".ipynb")) and os.path.isfile(path)
