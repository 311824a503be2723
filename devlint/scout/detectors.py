"""Detectors: they find facts for one rule by the shape of the code alone, beside those of the evaluator.

    rules/dev208_global_rank/__init__.py     WORDS = ("get_rank", "RANK")     wakes the detector
    rules/dev208_global_rank/__init__.py     def keeps(unit: Unit, file: Outline) -> bool: ...
    rules/dev208_global_rank/facts.py        class GlobalRank(Fact): ...
    rules/dev208_global_rank/detect.py       def detect(file: AnalyzedFile) -> Iterator[GlobalRank]: ...

A rule that is a package with a module ``detect`` has a detector; no list of them is kept. Its package names the
``WORDS`` that wake it: ``detect`` is imported for files with one of these only, or for all where there are none. The
package may define ``keeps(unit, file)``: which functions the scout has to keep, so that the detector sees them. It is
asked in files that wake the detector, of functions that the evaluator has no reason to look at, and what it keeps is
read and not evaluated. Without it, the scout keeps the functions that hold one of ``WORDS``; ``keeps = None`` says that
the evaluator's own reasons suffice. ``evaluates(unit, file)``, which few define, says which functions it has to run.

The scout imports the packages of all rules, so these import nothing but the scout. It does not know which rules are
off, and keeps the same functions whether they are or not.

What a detector finds and its rule alone reads is a fact of the package, in ``facts``; what the evaluator finds, or what
two rules read, lies in ``devlint.devices.facts``.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar

if TYPE_CHECKING:
    from devlint.devices.analyzed_file import AnalyzedFile
    from devlint.devices.facts.operations import Fact
    from devlint.scout.outline import Outline
    from devlint.scout.units import Unit

    F = TypeVar("F", bound=Fact)


Choice: TypeAlias = "Callable[[Unit, Outline], bool]"
"""Which functions of a file are chosen."""


@dataclass(frozen=True, slots=True)
class Detector:
    """The detector of one rule: the package of the rule, the words that wake it, and what the scout keeps for it."""

    package: str
    words: tuple[str, ...]
    keeps: Choice | None
    evaluates: Choice | None = None

    def is_triggered_by(self, text: str) -> bool:
        """True if ``text``, that of a file, holds one of the words; also if there are none."""
        return not self.words or any(word in text for word in self.words)

    def detect(self, file: AnalyzedFile) -> Iterator[Fact]:
        """What the detector finds in ``file``."""
        found: Iterator[Fact] = importlib.import_module(f"{self.package}.detect").detect(file)
        return found


@cache
def detectors() -> tuple[Detector, ...]:
    """The detectors of all rules, by code. Loads neither the rules nor what they import."""
    rules = importlib.import_module("devlint.rules")
    found = []
    for info in sorted(pkgutil.iter_modules(rules.__path__), key=lambda info: info.name):
        folders = [Path(path, info.name) for path in rules.__path__] if info.ispkg else []
        if any(next(folder.glob("detect.*"), None) is not None for folder in folders):
            found.append(_detector(f"{rules.__name__}.{info.name}"))
    return tuple(found)


def choices(text: str) -> tuple[tuple[Choice, ...], tuple[Choice, ...]]:
    """Which functions of a file, by its ``text``, have to be evaluated for a rule, and which read for a detector."""
    triggered = [one for one in detectors() if one.is_triggered_by(text)]
    evaluated = (one.evaluates for one in triggered if one.evaluates is not None)
    return tuple(evaluated), tuple(one.keeps for one in triggered if one.keeps is not None)


def _detector(package: str) -> Detector:
    package_module = importlib.import_module(package)
    words: tuple[str, ...] = package_module.WORDS
    keeps: Choice | None = getattr(package_module, "keeps", _holding(words))
    return Detector(package, words, keeps, getattr(package_module, "evaluates", None))


def _holding(words: tuple[str, ...]) -> Choice:
    """What keeps the functions that hold one of ``words``."""

    def keeps(unit: Unit, file: Outline) -> bool:
        text = file.text(unit)
        return any(word in text for word in words)

    return keeps
