"""Batches of programs, each checked in one process; what came of them is kept, so that a run can be taken up again.

Program 17 of seed 1 is the same wherever and whenever it is made: its number and the seed decide everything about it.
"""

from __future__ import annotations

import ast
import json
import os
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import cache, partial
from itertools import count
from pathlib import Path
from random import Random

from benchmarks import REPOSITORY
from devlint.configuration.options import Options
from devlint.engine.batch import check
from devlint.source.files import Document
from tests.fuzz.grammar import generated
from tests.fuzz.mutations import mutant, part

SIZE = 500
TRIES = (0, 3, 3, 3)
"""How often a mutant that is no Python is made anew; such texts are refused at once, so that a few of them suffice."""
PASSED = ("clean", "findings", "refused")


@dataclass(slots=True)
class Batch:
    """What came of the programs from number ``first`` on: how many of each outcome, and which of them failed how."""

    seed: int
    first: int
    revision: str
    seconds: float = 0.0
    slowest: float = 0.0
    counts: dict[str, int] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)


@cache
def fixtures() -> tuple[str, ...]:
    """The texts that mutants are made of."""
    return tuple(path.read_text(encoding="utf-8") for path in sorted((REPOSITORY / "fixtures").rglob("*.py")))


def program(seed: int | str, number: int) -> str:
    """Program ``number`` of ``seed``: of three, two are mutants of a fixture or of a part of one, one is generated."""
    chance = Random(f"{seed}:{number}")
    kind = number % 3
    if kind == 2:
        text = generated(chance)
        return mutant(text, chance) if chance.random() < 0.3 else text
    text = chance.choice(fixtures())
    text = part(text, chance) if kind else text
    made = mutant(text, chance)
    for _ in range(chance.choice(TRIES)):
        if is_legal(made):
            break
        made = mutant(text, chance)
    return made


def legal_program(seed: int, number: int) -> str:
    """The first program that is Python among those that are made for ``number`` one after another."""
    return next(filter(is_legal, (program(f"{seed}.{attempt}", number) for attempt in count())))


def is_legal(text: str) -> bool:
    """True if ``text`` is Python, and can be written to a file."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return bool(text.encode()) and ast.parse(text) is not None
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False


def outcome_of(text: str, seconds: int, enable: tuple[str, ...] = ()) -> str:
    """What comes of a program in a word: "clean", "findings", "refused", or what failed.

    ``enable`` names rules beside those that are on by default.
    """
    try:
        options = Options(no_cache=True, no_baseline=True, timeout=seconds, enable=enable, level="hint")
        outcome = check(Document("mutant.py", text), options)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return f"raised {type(error).__name__}: {error}"
    if outcome.failures:
        return outcome.failures[0].message
    if outcome.error and not outcome.has_wrong_syntax:
        return outcome.error
    return "refused" if outcome.error or outcome.not_analysed else "findings" if outcome.found else "clean"


def checked(
    seed: int,
    first: int,
    *,
    revision: str,
    seconds: int,
    size: int = SIZE,
    made_by: Callable[[int, int], str] = program,
) -> Batch:
    """Check a batch of programs in this process, which ``made_by`` gives for the seed and their numbers."""
    counts: Counter[str] = Counter()
    made = Batch(seed, first, revision)
    begin = time.process_time()
    for number in range(first, first + size):
        text = made_by(seed, number)
        start = time.process_time()
        word = outcome_of(text, seconds, enable=() if number % 20 else ("DEV7", "DEV8"))
        made.slowest = max(made.slowest, time.process_time() - start)
        if word not in PASSED:
            made.failed[str(number)] = word
            word = "failed"
        counts[word] += 1
    made.seconds = round(time.process_time() - begin, 1)
    made.slowest = round(made.slowest, 2)
    made.counts = dict(counts)
    return made


def run(
    seed: int, programs: int, *, revision: str, seconds: int, jobs: int, kept: Path | None, legal: bool = False
) -> Iterator[Batch]:
    """Every batch of ``seed`` up to ``programs``: those that the file ``kept`` has, and the others, which it gets.

    ``legal`` is whether all programs are Python; the runs with it and without are kept in files of their own.
    """
    known = {batch.first: batch for batch in read(kept) if batch.seed == seed} if kept else {}
    yield from (batch for first, batch in known.items() if first < programs)
    left = [first for first in range(0, programs, SIZE) if first not in known]
    work = partial(
        checked, seed, revision=revision, seconds=seconds, made_by=legal_program if legal else program
    )
    if jobs < 2:
        made: Iterator[Batch] = map(work, left)
        yield from map(partial(_keep, kept), made)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from map(partial(_keep, kept), pool.map(work, left))


def read(kept: Path) -> list[Batch]:
    """The batches in a file, a line each."""
    lines = kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []
    return [Batch(**json.loads(line)) for line in lines if line.endswith("}")]


def _keep(kept: Path | None, batch: Batch) -> Batch:
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        with kept.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(batch)) + os.linesep)
    return batch
