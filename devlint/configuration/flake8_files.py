"""The files that flake8 reads: what they say to devlint in the section ``[flake8]``.

    check_flake8_files(None, [])        raises BadOption for a key such as `devlint-levle`
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from devlint.base.errors import BadOption
from devlint.configuration.reading import (
    FLAKE8_FILE,
    LARGEST,
    folders,
    ini_section,
    plain_key,
    refuse_sections_of_flake8,
    shown_path,
    suggestion_for,
)
from devlint.configuration.settings import TABLE, Row
from devlint.file_systems.base import DISK

FLAKE8_NAMES = ("setup.cfg", "tox.ini", FLAKE8_FILE)
"""The files that may hold a section for flake8, in the order in which it looks for them."""


def check_flake8_files(config: str | None, appended: Sequence[str]) -> None:
    """Judge what is said to devlint in the section ``[flake8]`` of the files that flake8 reads.

    ``config`` and ``appended`` are its options of that name. flake8 itself passes over keys that it does not know, and
    does not say where a value came from. Raises BadOption, naming file and key.
    """
    rows = {row.flake8_flag.lstrip("-"): row for row in TABLE if row.registered}
    nearest = [config] if config is not None else [os.path.join(f, n) for f in folders(".") for n in FLAKE8_NAMES]
    for path in nearest:
        if _check_flake8_file(path, rows):
            break
    for path in appended:
        _check_flake8_file(path, rows)


def _check_flake8_file(path: str, rows: Mapping[str, Row]) -> bool:
    """Judge one file; whether it has a section for flake8."""
    shown = shown_path(path)
    if os.path.basename(path) == FLAKE8_FILE:
        refuse_sections_of_flake8(path)
    try:
        section = ini_section(shown, DISK.load(path, LARGEST).decode("utf-8"), "flake8")
    except (OSError, ValueError):  # which is flake8's to tell
        return False
    for key, value in sorted((section or {}).items(), key=lambda item: "plugins" not in item[0]):  # as in `_options`
        if not key.startswith("devlint"):
            continue
        row = rows.get(key.replace("_", "-"))
        if row is None:
            raise BadOption(f"{shown}: flake8.{plain_key(key)}: unknown key{suggestion_for(key, rows)}")
        row.kind.from_text(f"{shown}: flake8.{key}", value)
    return section is not None
