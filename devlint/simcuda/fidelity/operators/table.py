"""The table of a comparison: for each question how many trials agree, and how the others differ.

print(markdown(rows(here, there)))
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from devlint.simcuda.fidelity.operators.comparison import UNTOLD, Kind, kind_of, shared, undecided
from devlint.simcuda.fidelity.operators.reasons import reason_of
from devlint.simcuda.fidelity.operators.record import Record

QUESTIONS = {
    "all tensors on the device": re.compile(r"/all$"),
    "one tensor on another device": re.compile(r"/[-+]"),
    "the same, in place": re.compile(r"/inplace "),
    "`out=` on another device": re.compile(r"/out$"),
    "each dtype": re.compile(r"^dtype "),
    "synchronisations counted": re.compile(r"/syncs$"),
}
def question_of(key: str) -> str | None:
    """The question that a trial answers."""
    return next((question for question, pattern in QUESTIONS.items() if pattern.search(key)), None)


def rows(here: Record, there: Record) -> dict[str, Counter[str]]:
    """For each question, how many trials are the same, raise in other words, have a reason, or differ without one."""
    found: dict[str, Counter[str]] = {question: Counter() for question in QUESTIONS}
    for operator, key, mine, other in shared(here, there):
        question = question_of(key)
        if question is not None:
            found[question]["trials"] += 1
            found[question][_column(operator, key, mine, other)] += 1
    return found


def _column(operator: str, key: str, mine: str, other: str) -> str:
    kind = kind_of(key, mine, other)
    if kind is None:
        return "same"
    if undecided(mine) or undecided(other):
        return "refused"
    if reason_of(operator, key, kind, other):
        return "reason"
    return "words" if kind in (Kind.WORDS, Kind.TYPE) else "differ"


def values(here: Record) -> Counter[str]:
    """How many operators, and how many dtypes of these, have the values and gradients of the CPU."""
    found: Counter[str] = Counter()
    for operator, outcomes in here.outcomes.items():
        for key, outcome in outcomes.items():
            if key.startswith("values "):
                found["trials"] += 1
                reason = reason_of(operator, key, Kind.VALUES, outcome)
                found["same" if outcome.endswith("samples agree") else "reason" if reason else "differ"] += 1
    return found


COLUMNS = ("trials", "same", "words", "reason", "refused", "differ")
HEADS = ("trials", "the same", "raises in other words", "known reason", "refused", "differ")


def markdown(found: dict[str, Counter[str]]) -> str:
    """The table as Markdown."""
    lines = [f"| question | {' | '.join(HEADS)} |", f"|---|{'---|' * len(HEADS)}"]
    for question, counted in found.items():
        if counted["trials"]:
            lines.append(f"| {question} | {' | '.join(f'{counted[column]:,}' for column in COLUMNS)} |")
    return "\n".join(lines)


def unexplained(here: Record, there: Record) -> Iterable[dict[str, Any]]:
    """The trials that differ without a reason, those that raise on both sides last."""
    found = []
    for operator, key, mine, other in shared(here, there):
        column = _column(operator, key, mine, other)
        if question_of(key) and key not in UNTOLD and column in ("differ", "words"):
            found.append({"operator": operator, "trial": key, "here": mine, "there": other, "column": column})
    for operator, outcomes in here.outcomes.items():
        for key, outcome in outcomes.items():
            differs = key.startswith("values ") and not outcome.endswith("samples agree")
            if differs and reason_of(operator, key, Kind.VALUES, outcome) is None:
                found.append({"operator": operator, "trial": key, "here": outcome, "there": "", "column": "differ"})
    return sorted(found, key=lambda row: str(row["column"]))


def reasons(here: Record, there: Record) -> Counter[str]:
    """How many trials have each reason."""
    found: Counter[str] = Counter()
    for operator, key, mine, other in shared(here, there):
        kind = kind_of(key, mine, other)
        if kind is not None and question_of(key) and _column(operator, key, mine, other) == "reason":
            found[reason_of(operator, key, kind, other) or ""] += 1
    for operator, outcomes in here.outcomes.items():
        for key, outcome in outcomes.items():
            differs = key.startswith("values ") and not outcome.endswith("samples agree")
            if differs and (reason := reason_of(operator, key, Kind.VALUES, outcome)):
                found[reason] += 1
    return found
