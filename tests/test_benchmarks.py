"""The benchmarks' own judgement, on small made-up files: statements, verdicts, uniqueness, what counts as installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.field.cases import load_cases, load_traps
from benchmarks.field.categories import FITTING
from benchmarks.field.score import Judgement, Verdict, judge
from benchmarks.scan import Alarm, FileResult
from benchmarks.statements import Statement, Statements

SOURCE = """\
@decorated(
    1
)
def f(
    x,
):
    # a comment
    y = g(
        x,  # the input
        1,
    )
    if (
        y
    ): return y
    else:
        for i in y: pass
    try:
        z = 1
    except ValueError as e:
        z = '''a
b'''
class C:
    def m(self): return 2
"""


@pytest.mark.parametrize(
    ("line", "scope", "text"),
    [
        (2, "", "@decorated(1)\ndef f(x):\n    ..."),
        (5, "", "@decorated(1)\ndef f(x):\n    ..."),
        (7, "f", "# a comment"),
        (8, "f", "y = g(x, 1)"),
        (10, "f", "y = g(x, 1)"),
        (13, "f", "if y:\n    ..."),
        (14, "f", "return y"),
        (15, "f", "else:"),
        (16, "f", "pass"),
        (17, "f", "try"),
        (18, "f", "z = 1"),
        (21, "f", "z = 'a\\nb'"),
        (23, "C.m", "return 2"),
        (99, "C.m", ""),
    ],
)
def test_a_line_belongs_to_the_innermost_statement_or_header(line: int, scope: str, text: str) -> None:
    found = Statements(SOURCE).at(line)
    assert (found.scope, found.text.strip()) == (scope, text)


def test_the_text_of_a_statement_survives_reformatting() -> None:
    before = Statements("def f():\n    x = g('a', 1)\n").at(2)
    after = Statements('# new\n\ndef f():\n    x = g(\n        "a",\n        1,  # why\n    )\n').at(6)
    assert before == after


BAD = """\
def f(x):
    m = torch.ones(3)
    return x + m
"""


def linted(source: str, *found: tuple[str, int]) -> FileResult:
    statements = Statements(source)
    alarms = (Alarm(code, "name", "message", line, 0, statements.at(line)) for code, line in found)
    return FileResult(Path("x.py"), source.count("\n"), "linted", 0.0, tuple(alarms))


def verdict(good: str, bad_found: list[tuple[str, int]], good_found: list[tuple[str, int]]) -> Judgement:
    return judge(BAD, good, [2], linted(BAD, *bad_found), linted(good, *good_found), frozenset({"DEV101", "DEV102"}))


REPAIRED = BAD.replace("ones(3)", "ones(3, device=x.device)")


def test_a_fitting_rule_that_falls_silent_is_a_hit() -> None:
    assert verdict(REPAIRED, [("DEV102", 2)], []) == Judgement(Verdict.HIT, ("DEV102",))


def test_nothing_on_the_buggy_statement_is_a_miss() -> None:
    assert verdict(REPAIRED, [("DEV102", 3)], []).verdict is Verdict.MISSED


def test_a_rule_that_does_not_fit_is_told_apart() -> None:
    assert verdict(REPAIRED, [("DEV302", 2)], []).verdict is Verdict.OTHER_RULE


def test_a_rule_that_still_speaks_on_the_same_text_is_no_hit() -> None:
    elsewhere = BAD.replace("x + m", "x + m.to(x.device)")  # repaired at the use, the factory is as it was
    assert verdict("\n\n" + elsewhere, [("DEV102", 2)], [("DEV102", 4)]).verdict is Verdict.NOT_SILENT


def test_the_same_text_in_another_function_is_another_place() -> None:
    good = REPAIRED + BAD.replace("def f", "def other")
    assert verdict(good, [("DEV102", 2)], [("DEV102", 5)]).verdict is Verdict.HIT


def test_the_same_text_in_the_renamed_function_is_the_same_place() -> None:
    good = BAD.replace("def f", "def renamed")
    assert verdict(good, [("DEV102", 2)], [("DEV102", 2)]).verdict is Verdict.NOT_SILENT


def test_an_alarm_on_the_repair_itself_is_shown() -> None:
    found = verdict(REPAIRED, [("DEV102", 2)], [("DEV102", 2)])
    assert (found.verdict, found.echo) == (Verdict.HIT, ("DEV102",))


def test_what_is_not_analysed_is_not_scored() -> None:
    refused = FileResult(Path("x.py"), 3, "not analysed: no", 0.0)
    assert judge(BAD, REPAIRED, [2], refused, linted(REPAIRED), frozenset()).verdict is Verdict.NOT_ANALYSED


def test_the_committed_cases_are_complete() -> None:
    cases = load_cases()
    assert len(cases) == len({case.id for case in cases}) == 379
    assert sum(case.counted and case.release is not None for case in cases) == 157
    assert {case.category for case in cases} == set(FITTING)
    assert len(load_traps()) == 20
    assert all(case.bad_lines for case in cases)


def test_statements_are_values() -> None:
    assert Statement("f", "pass") in Statements("def f():\n    pass\n").all()
