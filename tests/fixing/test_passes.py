"""Which repairs are made together, and what is done with those that do not hold: with a lint that finds words."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from devlint.base.diagnostic import Diagnostic, Level, Remedy, RemedyKind, Safety, Span
from devlint.fixing.passes import repair

EVERYTHING = frozenset(Safety)


def lint(*rules: tuple[str, str, str], hints: str = "") -> Callable[[str], list[Diagnostic]]:
    """A lint that finds words, each with a code and what takes its place, "" where it cannot be repaired.

    Those of the code ``hints`` are hints, the others warnings.
    """

    def found(text: str) -> list[Diagnostic]:
        texts.append(text)
        result = []
        for number, line in enumerate(text.split("\n"), 1):
            for word, code, new in rules:
                for match in re.finditer(rf"\b{word}\b", line):
                    at = Span(number, match.start(), number, match.end())
                    remedy = Remedy(RemedyKind.REPLACEMENT, at, new) if new else None
                    level = Level.HINT if code == hints else Level.WARNING
                    result.append(Diagnostic(code, "word", word, at, remedy=remedy, level=level))
        return result

    texts: list[str] = []
    found.texts = texts  # type: ignore[attr-defined]
    return found


def functions(*bodies: str) -> str:
    return "\n\n".join(f"def f{number}():\n    return {body}" for number, body in enumerate(bodies)) + "\n"


def test_what_does_not_hold_costs_the_others_no_new_lint() -> None:
    check = lint(("good", "DEV001", "fine"), ("bad", "DEV002", "worse"), ("worse", "DEV003", ""))
    result = repair(functions("good", "good", "bad", "good", "good"), check, EVERYTHING)
    assert result.text == functions("fine", "fine", "bad", "fine", "fine")
    assert [one.finding.message for one in result.taken_back] == ["bad"]
    assert result.taken_back[0].reason == "DEV003 would be found in line 8"
    assert len(set(check.texts)) == 3  # type: ignore[attr-defined]  # as it is, all repaired, and without the bad one


def test_what_did_not_hold_is_tried_again_in_another_text() -> None:
    def check(text: str) -> list[Diagnostic]:
        """`late(...)` can be repaired once nothing inside is `early`."""
        found = lint(("early", "DEV002", "made"))(text)
        if "late(" in text:
            whole = Remedy(RemedyKind.REPLACEMENT, Span(2, 4, 4, 5), "fine(early)" if found else "fine(made)")
            found.insert(0, Diagnostic("DEV001", "late", "late", Span(2, 4, 2, 8), remedy=whole))
        elif found:
            found.append(Diagnostic("DEV003", "order", "order", Span(1, 0, 1, 1)))
        return found

    result = repair("def f():\n    late(\n        early\n    )\n", check, EVERYTHING)
    assert result.text == "def f():\n    fine(made)\n"
    assert not result.taken_back and not result.left


def test_a_second_run_changes_nothing_of_equal_lines() -> None:
    check = lint(("bad", "DEV001", "worse"), ("worse", "DEV002", ""))
    result = repair(functions("bad", "bad", "bad"), check, EVERYTHING)
    assert result.text == functions("bad", "bad", "bad") and len(result.left) == 3


def test_a_new_hint_does_not_undo_the_repair_of_a_warning() -> None:
    rules = ("bad", "DEV001", "fixed"), ("fixed", "DEV002", "")
    result = repair(functions("bad", "good"), lint(*rules, hints="DEV002"), EVERYTHING)
    assert result.text == functions("fixed", "good") and not result.taken_back
    assert [(one.code, one.level) for one in result.left] == [("DEV002", Level.HINT)]
    assert [one.finding.code for one in repair(functions("bad"), lint(*rules), EVERYTHING).taken_back] == ["DEV001"]


def test_a_new_hint_undoes_the_repair_of_a_hint_and_no_other() -> None:
    def check(text: str) -> list[Diagnostic]:
        hints = lint(("weak", "DEV003", "fixed"), ("fixed", "DEV002", ""))(text)
        return lint(("bad", "DEV001", "fixed"))(text) + [replace(one, level=Level.HINT) for one in hints]

    result = repair(functions("bad", "weak"), check, EVERYTHING)
    assert result.text == functions("fixed", "weak")
    assert [one.finding.code for one in result.taken_back] == ["DEV003"]
