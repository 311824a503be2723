"""The tables of what was measured."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from benchmarks.repairs.measure import WRONG, Judged, Tried


def row(name: str, results: Mapping[tuple[str, int], Judged | None]) -> list[object]:
    """One package: its files and texts, what was planted, tried and came of it, and the CPU seconds."""
    judged = [one for one in results.values() if one is not None]
    repairs = [repair for one in judged for repair in one.repairs]
    applied = [one for one in repairs if not one.reason]
    wrong = [sum(one.wrong.get(kind, 0) for one in judged) for kind in WRONG]
    safe = sum(one.safety == "safe" for one in repairs)
    return [
        name, len({path for path, _ in results}), len(judged), sum(one.planted for one in judged), len(repairs), safe,
        len(applied), len(repairs) - len(applied), sum(one.as_published for one in applied if one.planted), *wrong,
        sum(one.seconds for one in judged),
    ]  # fmt: skip


def by_rule(repairs: Sequence[Tried]) -> list[list[object]]:
    """A row for each rule: tried, of these about planted bugs, applied, taken back, and as the author wrote it."""
    rows: list[list[object]] = []
    for code in sorted({one.code for one in repairs}):
        own = [one for one in repairs if one.code == code]
        back, same = sum(bool(one.reason) for one in own), sum(one.as_published and bool(one.planted) for one in own)
        rows.append([code, len(own), sum(bool(one.planted) for one in own), len(own) - back, back, same])
    return rows


def reasons(repairs: Iterable[Tried]) -> list[list[object]]:
    """Why repairs were taken back, without the lines, the most frequent reason first."""
    found = Counter(re.sub(r" in line \d+", "", one.reason) for one in repairs if one.reason)
    return [[reason, count] for reason, count in found.most_common()]
