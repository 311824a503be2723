"""Every reason for silence, found by walking the rooms of the domain: for pages, tests and ``devlint reveal``.

A run that lints has no use for it, since it imports every module of the domain.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

from devlint.devices.facts.reason import Reason

ROOMS = ("patterns", "evidence", "checks", "semantics", "silence")
"""Where reasons are defined, those that others import from before the others."""

MOST_SENTENCES = 5
"""So many sentences make one point of a page."""

_BORROWS = "devlint.devices.silence.pipeline"
"""Has the reasons of others by import."""


def all_reasons() -> tuple[Reason, ...]:
    """Every reason, those of one module beside each other."""
    return tuple(reason for group in groups() for reason in group)


def groups() -> list[tuple[Reason, ...]]:
    """The reasons of each module that defines some."""
    known: set[int] = set()
    found: list[tuple[Reason, ...]] = []
    for name in _modules():
        values = vars(importlib.import_module(name)).values()
        own = tuple(one for one in values if isinstance(one, Reason) and id(one) not in known)
        known.update(map(id, own))
        if own:
            found.append(own)
    return found


def points(code: str) -> list[str]:
    """What the page of the rule ``code`` says of its reasons: a sentence for each, those of one module in one point.

    More than ``MOST_SENTENCES`` are parted evenly.
    """
    found: list[str] = []
    for group in groups():
        sentences = list(dict.fromkeys(reason.sentence for reason in group if code in reason.rules))
        parts = -(-len(sentences) // MOST_SENTENCES)
        for part in range(parts):
            start, end = (len(sentences) * number // parts for number in (part, part + 1))
            found.append(" ".join(sentences[start:end]))
    return found


def _modules() -> Iterator[str]:
    for room in ROOMS:
        package = importlib.import_module(f"devlint.devices.{room}")
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not info.ispkg and info.name != _BORROWS:
                yield info.name
