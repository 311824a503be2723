"""The findings of a file beside those that its baseline knows.

    compared(found, places, entries)      Compared(new, known, gone)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from devlint.base.diagnostic import Diagnostic
from devlint.baseline.contents import Entry
from devlint.baseline.fingerprints import Place
from devlint.configuration.options import Options
from devlint.rulebook import find


@dataclass(frozen=True, slots=True)
class Compared:
    """The findings that are new, those that the baseline knows, and what of the baseline is not found any more."""

    new: tuple[Diagnostic, ...]
    known: tuple[Diagnostic, ...]
    gone: tuple[Entry, ...]


def compared(
    found: Sequence[Diagnostic],
    places: Sequence[Place],
    entries: Sequence[Entry],
    is_first: Callable[[Diagnostic], bool] = lambda d: True,
) -> Compared:
    """``found`` at ``places``, beside ``entries``; of several alike those that ``is_first`` names are known first."""
    left = Counter({one.fingerprint: one.count for one in entries})
    known: set[int] = set()
    for n in sorted(range(len(found)), key=lambda n: not is_first(found[n])):
        if left[places[n].fingerprint] > 0:
            left[places[n].fingerprint] -= 1
            known.add(n)
    gone = [replace(one, count=left[one.fingerprint]) for one in entries if left[one.fingerprint] > 0]
    return Compared(
        tuple(d for n, d in enumerate(found) if n not in known),
        tuple(d for n, d in enumerate(found) if n in known),
        tuple(gone),
    )


def is_judged(entry: Entry, options: Options) -> bool:
    """True if a run with ``options`` would find what an entry is about, were it there."""
    rule = find(entry.rule)
    return rule is None or options.speaks(rule.meta)
