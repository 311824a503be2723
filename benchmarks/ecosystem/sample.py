"""A random sample of alarms, written out for reading: place, rule, message, the lines around it, room for a verdict.

The sample is drawn from the different alarms (rule and text of the statement), each represented by its first
occurrence, so that the same seed on the same releases gives the same sample.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.ecosystem.count import INTERNAL_ERROR, Scanned
from benchmarks.scan import Alarm, read

CONTEXT = 3


@dataclass(frozen=True, slots=True)
class Place:
    """An alarm and where it lies: the release, the path inside it, the file on disk."""

    archive: str
    path: str
    file: Path
    alarm: Alarm


def places(scanned: Sequence[Scanned]) -> list[Place]:
    """Every alarm with its place, in order of package, path and line."""
    return [
        Place(s.package.archive, file.path.relative_to(s.package.folder).as_posix(), file.path, alarm)
        for s in scanned
        for file in s.files
        for alarm in file.alarms
        if alarm.code != INTERNAL_ERROR
    ]


def draw(candidates: Sequence[Place], size: int, seed: int) -> list[Place]:
    """At most ``size`` different alarms, at random but always the same for a seed, in order of place."""
    first: dict[tuple[str, str], Place] = {}
    for place in candidates:
        first.setdefault((place.alarm.code, place.alarm.statement.text), place)
    different = list(first.values())
    chosen = random.Random(seed).sample(range(len(different)), min(size, len(different)))
    return [different[index] for index in sorted(chosen)]


def page(chosen: Sequence[Place]) -> str:
    """The sample as Markdown, to be judged: true, harmless or false, with a reason."""
    return "\n".join(_entry(number, place) for number, place in enumerate(chosen, 1))


def _entry(number: int, place: Place) -> str:
    alarm, lines = place.alarm, read(place.file).split("\n")
    start = max(alarm.line - 1 - CONTEXT, 0)
    around = "\n".join(
        f"{n:>5} {'>' if n == alarm.line else ' '} {text}"
        for n, text in enumerate(lines[start : alarm.line + CONTEXT], start + 1)
    )
    return (
        f"## {number}. {alarm.code} {alarm.name}\n\n{place.archive}: {place.path}:{alarm.line}:{alarm.column + 1}\n"
        f"in `{alarm.statement.scope or 'module'}`: {alarm.message}\n\n```python\n{around}\n```\n\nverdict:\nreason:\n"
    )
