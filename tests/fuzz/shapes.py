"""Other shapes of a value as JSON holds it: each value within it in turn replaced by one of another kind.

    list(reshaped({"cells": []}))       None, True, ..., {"cells": None}, {"cells": True}, {"cells": 7}, ...
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

REPLACEMENTS: tuple[Any, ...] = (
    *(None, True, 7, -1.5, 10**400, "x", "x" * 70_000, "\ud800\0"), [], [[1]], {}, {"x": None},
)  # fmt: skip
"""What stands in the place of a value: null, true, numbers, texts, lists, objects."""

Path = tuple[str | int, ...]


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """The keys and numbers that lead to each value within ``value``, itself first."""
    yield path
    if isinstance(value, dict):
        for key, one in value.items():
            yield from places(one, (*path, key))
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from places(one, (*path, number))


def replaced(value: Any, path: Path, new: Any) -> Any:
    """A copy of ``value`` with ``new`` at ``path``."""
    if not path:
        return new
    made = copy.deepcopy(value)
    here = made
    for step in path[:-1]:
        here = here[step]
    here[path[-1]] = new
    return made


def reshaped(value: Any) -> Iterator[Any]:
    """``value`` with each value within it replaced by each other shape."""
    for path in places(value):
        for new in REPLACEMENTS:
            yield replaced(value, path, new)
