"""Whether a case is found: the judgement from the alarms in its two files.

A rule speaks on the bug when one of its reports lies on a statement that spans a buggy line. It still speaks in the
repaired file when one lies on the same statement there: the same text in the same function or class, or anywhere
if the repair renamed that. So a rule that reports both releases alike has found nothing.

A bug can be labelled where the tensor is used and reported where it was made, with a note on the use. Such a case is
counted apart (``BY_NOTE``), not among the hits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from benchmarks.scan import Alarm, FileResult
from benchmarks.statements import Statement, Statements


class Verdict(Enum):
    """What came of one case."""

    HIT = "hit"
    OTHER_RULE = "other rule"  # reported and silent after the repair, but by a rule that does not fit
    NOT_SILENT = "not silent"  # reported before and after the repair
    BY_NOTE = "by note"  # reported elsewhere, with a note on the bug, and silent after the repair
    MISSED = "missed"
    NOT_ANALYSED = "not analysed"
    NO_FILES = "no files"


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict, the codes that spoke on the bug, and those that still speak there in the repaired file.

    ``echo`` are fitting codes that speak on statements which the repair brought into the same function: perhaps the
    repair itself, not recognised. They do not change the verdict.
    """

    verdict: Verdict
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    echo: tuple[str, ...] = ()


def judge(
    bad_source: str,
    good_source: str,
    bad_lines: Iterable[int],
    bad: FileResult,
    good: FileResult,
    fitting: frozenset[str],
) -> Judgement:
    """Judge one case from its two texts and what the linter said about them."""
    if not (bad.linted and good.linted):
        return Judgement(Verdict.NOT_ANALYSED)
    statements, repaired = Statements(bad_source), Statements(good_source)
    places = {statements.at(line) for line in bad_lines}
    before = {alarm.code for alarm in bad.alarms if alarm.statement in places}
    after = {alarm.code for alarm in good.alarms if _is_any(alarm, places, repaired.scopes)}
    old = statements.all()
    echo = {
        alarm.code
        for alarm in good.alarms
        if alarm.code in fitting
        and alarm.statement not in old
        and any(alarm.statement.scope == place.scope for place in places)
    }
    if before & fitting and not after & fitting:
        verdict = Verdict.HIT
    elif before and not after:
        verdict = Verdict.OTHER_RULE
    elif before:
        verdict = Verdict.NOT_SILENT
    else:
        noted, still = _noted(statements, bad, places), _noted(repaired, good, places)
        verdict = Verdict.BY_NOTE if noted & fitting - still else Verdict.MISSED
    return Judgement(verdict, tuple(sorted(before)), tuple(sorted(after)), tuple(sorted(echo)))


def speaks_on(source: str, lines: Iterable[int], result: FileResult) -> list[Alarm]:
    """The alarms that lie on a statement of one of ``lines``."""
    statements = Statements(source)
    places = {statements.at(line) for line in lines}
    return [alarm for alarm in result.alarms if alarm.statement in places]


def _noted(statements: Statements, result: FileResult, places: set[Statement]) -> frozenset[str]:
    """The codes of the alarms with a note on one of ``places``."""
    return frozenset(
        alarm.code for alarm in result.alarms if any(statements.at(line) in places for line in alarm.notes)
    )


def _is_any(alarm: Alarm, places: set[Statement], scopes: set[str]) -> bool:
    """Whether the alarm lies on one of ``places``, found again in a file that has ``scopes``."""
    return any(
        alarm.statement.text == place.text and (alarm.statement.scope == place.scope or place.scope not in scopes)
        for place in places
    )
