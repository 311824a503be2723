"""The texts of a package that are repaired: its files as they are, and with bugs planted.

    for one in texts(folder, files, 3, seed=0):
        one.number, one.text                 # number 0 is the file itself, 1 to 3 have bugs
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from benchmarks.repairs.measure import Judged, judge, opened, text_of
from benchmarks.repairs.planting import rounds
from benchmarks.repairs.state import State


class Text(NamedTuple):
    """One text in the place of a file; ``published`` is that of the file, ``bugs`` are the planted ones by line."""

    file: Path
    path: str
    number: int
    text: str
    published: str
    bugs: Mapping[int, tuple[str, ...]]


def texts(folder: Path, paths: Iterable[Path], count: int, seed: int, *, published: bool = True) -> Iterator[Text]:
    """All files as they are, then, in an order that ``seed`` decides, with bugs planted in ``count`` rounds.

    Without ``published``, the files as they are are left out.
    """
    files = [(path, path.relative_to(folder).as_posix()) for path in paths]
    for file, path in files if published else ():
        text = text_of(file)
        if text is not None and "torch" in text:
            yield Text(file, path, 0, text, text, {})
    random.Random(seed).shuffle(files)
    for file, path in files:
        text = text_of(file) if count else None
        if text is not None and "torch" in text:
            for number, planted in enumerate(rounds(path, text, count, seed), start=1):
                yield Text(file, path, number, planted.text, text, planted.bugs)


def measure(
    folder: Path, paths: Iterable[Path], state: State, count: int, seed: int, limit: int, *, published: bool = True
) -> None:
    """Repair the texts that ``state`` does not have yet, until it has ``limit`` repairs."""
    project, before, tried = opened(), "", len(state.repairs)
    for one in texts(folder, paths, count, seed, published=published):
        if one.number and one.path != before and tried >= limit:
            return
        before = one.path
        if (one.path, one.number) in state:
            continue
        judged: Judged | None = judge(one.file, one.text, project, one.published, one.bugs)
        state.add(one.path, one.number, judged)
        tried += len(judged.repairs) if judged else 0
