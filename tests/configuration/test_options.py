"""Selecting and ignoring: flake8's decision, and what turns on a rule that is off by default."""

from __future__ import annotations

import argparse

import pytest
from flake8.style_guide import Decision, DecisionEngine
from hypothesis import given, settings, strategies as st

from devlint.base.diagnostic import Diagnostic, Level, Span
from devlint.base.errors import BadOption
from devlint.configuration.options import Options
from devlint.configuration.settings import add_arguments, from_arguments
from devlint.rulebook import RuleMeta, Status

ON = RuleMeta("DEV201", "bare-cuda", "", Status.ON)
THIRD = RuleMeta("DEV301", "submodule-after-move", "", Status.ON)
OFF = RuleMeta("DEV701", "hard-coded-cuda", "", Status.OFF)


def parse(*arguments: str) -> Options:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return from_arguments(parser.parse_args(arguments))


def test_without_options_the_rules_that_are_on_speak() -> None:
    assert [Options().speaks(meta) for meta in (ON, OFF)] == [True, False]


@pytest.mark.parametrize(
    ("options", "speaks"),
    [
        (Options(ignore=("E501",)), False),
        (Options(select=("DEV", "E")), False),
        (Options(extend_select=("DEV",)), False),
        (Options(enable=("DEV",)), False),
        (Options(select=("DEV2",)), False),
        (Options(select=("DEV7",)), True),
        (Options(select=("DEV701",)), True),
        (Options(select=("hard-coded-cuda",)), True),
        (Options(extend_select=("DEV70",)), True),
        (Options(enable=("DEV7",)), True),
        (Options(enable=("DEV7",), select=("DEV2",)), True),
        (Options(enable=("DEV7",), ignore=("DEV7",)), False),
        (Options(enable=("DEV7",), ignore=("DEV701",)), False),
        (Options(enable=("DEV701",), ignore=("DEV7",)), True),
        (Options(extend_select=("hard-coded-cuda",), ignore=("DEV70",)), True),
    ],
)
def test_a_rule_that_is_off_must_be_named(options: Options, speaks: bool) -> None:
    assert options.speaks(OFF) is speaks


def found(level: Level) -> Diagnostic:
    return Diagnostic("DEV201", "bare-cuda", "", Span(1, 0, 1, 1), level=level)


@pytest.mark.parametrize(
    ("options", "lowest"),
    [
        (Options(), Level.WARNING),
        (Options(level="error"), Level.ERROR),
        (Options(level="hint"), Level.HINT),
        (Options(fail_on="hint"), Level.HINT),
        (Options(level="error", fail_on="hint"), Level.ERROR),
        (Options(select=("DEV", "DEV2")), Level.WARNING),
        (Options(select=("DEV20",)), Level.WARNING),
        (Options(select=("DEV201",)), Level.HINT),
        (Options(extend_select=("bare-cuda",), level="error"), Level.HINT),
        (Options(level="hint", ignore=("DEV201",)), None),
    ],
)
def test_levels_that_are_shown(options: Options, lowest: Level | None) -> None:
    shown = [level for level in Level if options.shows(found(level))]
    assert shown == [level for level in Level if lowest is not None and level >= lowest]


def test_levels_that_fail() -> None:
    assert [Options().fails(found(level)) for level in Level] == [False, True, True]
    assert [Options(fail_on="hint").fails(found(level)) for level in Level] == [True, True, True]
    assert [Options(fail_on="error").fails(found(level)) for level in Level] == [False, False, True]


def test_levels_have_no_part_in_what_is_kept() -> None:
    assert Options(level="hint", fail_on="error").fingerprint() == Options().fingerprint()


CODES = st.lists(st.sampled_from(["D", "DEV", "DEV2", "DEV20", "DEV201", "DEV3", "E", "E501"]), max_size=3)


@given(select=CODES, ignore=CODES, extend_select=CODES, extend_ignore=CODES)
@settings(derandomize=True, max_examples=400, deadline=None)
def test_the_decision_is_flake8s(
    select: list[str], ignore: list[str], extend_select: list[str], extend_ignore: list[str]
) -> None:
    engine = DecisionEngine(
        argparse.Namespace(
            select=select or None,
            ignore=ignore or None,
            extend_select=extend_select,
            extend_ignore=extend_ignore,
            extended_default_select=["DEV"],
            extended_default_ignore=[],
        )
    )
    options = Options(tuple(select), tuple(ignore), tuple(extend_select), tuple(extend_ignore))
    assert options.speaks(ON) is (engine.decision_for(ON.code) is Decision.Selected)


def test_entries_are_split_and_put_into_capitals() -> None:
    options = parse("--select", "dev2, DEV301", "--select", "Bare-CUDA", "--ignore", "DEV701")
    assert options.select == ("DEV2", "DEV301", "bare-cuda")
    assert options.ignore == ("DEV701",)


@pytest.mark.parametrize("entry", ["E501", "DEV9", "bare_cuda", "DEV2011"])
def test_an_entry_that_names_nothing_is_refused(entry: str) -> None:
    with pytest.raises(BadOption, match=f"--extend-ignore: '{entry}' names no rule"):
        parse("--extend-ignore", entry)


def test_per_file_ignores() -> None:
    options = parse("--per-file-ignores", "tests/*.py,conf.py:DEV2,submodule-after-move setup.py:DEV")
    assert [(pattern.text, entries) for pattern, entries in options.per_file_ignores] == [
        ("tests/*.py", ("DEV2", "submodule-after-move")),
        ("conf.py", ("DEV2", "submodule-after-move")),
        ("setup.py", ("DEV",)),
    ]
    assert options.for_file("a.py") is options
    assert not options.for_file("tests/a.py").speaks(ON)
    assert not options.for_file("somewhere/conf.py").speaks(THIRD)
    assert options.for_file("other/tests/a.py").speaks(ON)
    assert not options.for_file("setup.py").speaks(THIRD)


def test_all_patterns_that_match_count() -> None:
    options = parse("--per-file-ignores", "*.py:DEV201 train.py:DEV301 !src/**:DEV7")
    assert options.for_file("src/a.py").extend_ignore == ("DEV201",)
    assert options.for_file("src/train.py").extend_ignore == ("DEV201", "DEV301")
    assert options.for_file("train.py").extend_ignore == ("DEV201", "DEV301", "DEV7")


@pytest.mark.parametrize("value", ["a.py", "a.py:", ":DEV1", "a.py:DEV1 b.py", "a.py:no-such-rule b.py:DEV1:"])
def test_per_file_ignores_that_mean_nothing_are_refused(value: str) -> None:
    with pytest.raises(BadOption, match="--per-file-ignores"):
        parse("--per-file-ignores", value)
