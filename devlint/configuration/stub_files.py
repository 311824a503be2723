"""The user's device stubs: the files that the option ``stubs`` names, read and checked.

    stub_texts("--stubs", ("devices/",))       (("mylib", "with module(...): ..."),)

The name of a file is that of the package it describes: ``mylib.pyi``.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from devlint.base.errors import BadOption
from devlint.file_systems.base import DISK, FileSystem

SUFFIX = ".pyi"
LARGEST = 2**20
"""Bytes of a stub."""
MOST = 200
"""The stubs that are read."""


def stub_texts(
    where: str, paths: Iterable[str], folder: str = "", files: FileSystem = DISK
) -> tuple[tuple[str, str], ...]:
    """The packages and texts of the stubs at ``paths``, which are meant from ``folder``.

    ``where`` begins complaints. Raises BadOption for a path without stubs, and for a stub that cannot be read.
    """
    found: dict[str, str] = {}
    for path in paths:
        whole = os.path.join(folder, path.strip())
        inside = list(_stubs(whole, files))
        if not inside:
            raise BadOption(f"{where}: {path.strip()!r} is no {SUFFIX} file and no folder with any")
        for file in inside:
            found[os.path.basename(file).removesuffix(SUFFIX)] = _text(where, file, files)
            if len(found) > MOST:
                raise BadOption(f"{where}: more than {MOST} stubs")
    return tuple(sorted(found.items()))


def _stubs(path: str, files: FileSystem) -> Iterator[str]:
    if files.is_folder(path):
        names = (name for name, is_folder in sorted(files.entries(path).items()) if not is_folder)
        yield from (os.path.join(path, name) for name in names if name.endswith(SUFFIX))
    elif path.endswith(SUFFIX) and files.is_file(path):
        yield path


def _text(where: str, file: str, files: FileSystem) -> str:
    from devlint.stubs.reading import read

    try:
        text = files.load(file, LARGEST).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadOption(f"{where}: {file}: cannot be decoded: {error}") from None
    except (OSError, ValueError) as error:
        raise BadOption(f"{where}: {file}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    try:
        read(text, file)
    except BadOption as error:
        raise BadOption(f"{where}: {error}") from None
    return text
