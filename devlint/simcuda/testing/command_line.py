"""Sizes of memory and options with a value that may be left out, as the runner and the pytest plugin are given them."""

from __future__ import annotations

import re
from collections.abc import Mapping

TABLE = "-"
"""The file of a report that is printed only."""
_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([KMGT]?)(?:iB|B)?", re.IGNORECASE)


def parse_size(text: str) -> int:
    """The bytes of ``16GiB``, ``500 MB`` (of 1024 bytes each) or ``4096``. Raises ValueError."""
    found = _SIZE.fullmatch(text.strip())
    size = int(float(found[1]) * 1024 ** " KMGT".index(found[2].upper() or " ")) if found else 0
    if not size:
        raise ValueError(f"{text!r} is no size of memory, as 16GiB is")
    return size


def complete(arguments: list[str], values: Mapping[str, str]) -> list[str]:
    """*arguments*, with a value at each option whose value is left out, so that it takes no path for one."""
    return [f"{word}={values[word]}" if word in values else word for word in arguments]
