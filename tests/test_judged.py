"""The verdicts on alarms and repairs: each belongs to a draw, and the page holds what is counted of them."""

from __future__ import annotations

import pytest

from benchmarks.judged.__main__ import ALARMS, PAGE, REPAIRS, counts, main, page, read


def test_the_page_is_made_of_the_verdicts() -> None:
    expected = page(read("draws.jsonl"), read("judged.jsonl"))
    assert PAGE.read_text(encoding="utf-8") == expected, "python -m benchmarks.judged --page"


def test_each_draw_has_verdicts_of_one_kind() -> None:
    for draw, found in counts(read("draws.jsonl"), read("judged.jsonl")).items():
        assert found and any(set(found) <= set(kind) for kind in (ALARMS, REPAIRS)), draw


def test_what_was_only_counted_is_counted() -> None:
    draw = {"draw": "a", "unlisted": {"true": 2}}
    verdicts = [{"draw": "a", "verdict": word} for word in ("true", "false")]
    assert counts([draw], verdicts) == {"a": {"true": 3, "false": 1}}


def test_the_verdicts_of_a_draw_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list", "twelfth", "--verdict", "false"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 7 and all(" false: " in line for line in lines)
