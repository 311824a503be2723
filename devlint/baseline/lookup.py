"""Which baseline counts for a file: the one that the options name, or else the nearest ``.devlint-baseline.json``.

    path_for("src/net.py", options)      "/home/me/project/.devlint-baseline.json", or "" where there is none
    baseline_for("src/net.py", options)

Without such a file nothing else of this package is imported.
"""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from devlint.base.errors import BadOption
from devlint.configuration.reading import folders
from devlint.file_systems.base import DISK, FileSystem

if TYPE_CHECKING:
    from devlint.baseline.contents import Baseline
    from devlint.configuration.options import Options

NAME = ".devlint-baseline.json"


def path_for(path: str, options: Options, files: FileSystem = DISK) -> str:
    """The absolute path of the baseline that counts for the file ``path``, "" where none does."""
    if options.no_baseline:
        return ""
    if options.baseline:
        return os.path.abspath(options.baseline)
    for folder in folders(os.path.dirname(os.path.abspath(path))):
        found = os.path.join(folder, NAME)
        if files.is_file(found):
            return found
    return ""


def baseline_for(path: str, options: Options, files: FileSystem = DISK) -> Baseline | None:
    """The baseline that counts for the file ``path``, None where none does. Raises BadOption for one that is broken.

    One that the options name is read from ``files``, too.
    """
    found = path_for(path, options, files)
    if not found:
        return None
    if files is DISK:
        return read_regular(found)
    from devlint.baseline.contents import read

    return read(found, files=files)


def read_regular(path: str) -> Baseline:
    """The baseline at an absolute path. Raises BadOption where there is none, or no regular file."""
    from devlint.baseline.contents import read

    try:
        there = os.stat(path)
    except OSError as error:
        advice = "; `devlint baseline` writes it" if isinstance(error, FileNotFoundError) else ""
        raise BadOption(f"{path}: cannot be read: {error.strerror or error}{advice}") from None
    if not stat.S_ISREG(there.st_mode):
        raise BadOption(f"{path}: is no file")
    return read(path, there.st_mtime_ns, there.st_size)
