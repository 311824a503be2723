"""Mutated and generated programs and inputs: each seed gives the same, and none makes devlint fail.

python -m tests.fuzz --programs 20000 --legal --seed 1     any number of them
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from tests.fuzz.batches import PASSED, SIZE, checked, is_legal, program, run
from tests.fuzz.inputs import made, outcome_of
from tests.fuzz.ways import differences


def test_programs_are_the_same_each_time_and_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    assert program(1, 17) == program(1, 17) != program(1, 18)
    assert sum(is_legal(program(1, number)) for number in range(60)) > 40
    batch = checked(1, 0, revision="r", seconds=5, size=12)
    assert sum(batch.counts.values()) == 12 and batch.failed == {}
    kept = tmp_path / "kept.jsonl"
    kept.write_text(json.dumps(asdict(batch)) + "\n" + '{"seed": 1, "fi')
    assert list(run(1, SIZE, revision="r", seconds=5, jobs=1, kept=kept)) == [batch]


@pytest.mark.slow
def test_no_program_makes_devlint_fail() -> None:
    batch = checked(1, 1, revision="", seconds=60, size=100)
    assert batch.failed == {} and sum(batch.counts.values()) == 100
    assert batch.counts["findings"] and batch.counts["clean"]


@pytest.mark.slow
def test_no_input_makes_devlint_fail() -> None:
    assert [number for number in range(100) if outcome_of(made(1, number)) not in PASSED] == []


@pytest.mark.slow
def test_each_way_of_checking_finds_the_same() -> None:
    found, compared = differences(1, 20)
    assert found == [] and compared > 10
