"""A sample of the programs of ``benchmarks.generated``: what one of a batch was moved away from is found.

python -m benchmarks.generated          all of them
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from benchmarks.generated.__main__ import Judgement, measure
from benchmarks.generated.bugs import BUGS
from benchmarks.generated.programs import PLACES, SCRIPT, draw, programs
from benchmarks.generated.runs import judgement, run
from benchmarks.generated.spellings import SPELLINGS

SIZE = 60


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> list[Judgement]:
    sample = [one for one in draw(seed=11, size=SIZE) if not judgement(one)]
    return measure(sample, tmp_path_factory.mktemp("generated"), jobs=1)


def test_a_run_confirms_the_programs(judged: list[Judgement]) -> None:
    assert len(judged) > 0.95 * SIZE


def test_the_mistake_is_found(judged: list[Judgement]) -> None:
    assert [one.program for one in judged if not one.found] == []


def test_the_repaired_program_is_silent(judged: list[Judgement]) -> None:
    assert [(one.program.good, one.alarms) for one in judged if one.alarms] == []


@pytest.mark.exhaustive
def test_every_program_is_python_and_differs_from_its_twin() -> None:
    made = list(programs(seed=3))
    assert len(made) == len(BUGS) * len(SPELLINGS) * len(PLACES)
    for one in made:
        assert one.bad != one.good
        for text in (*one.bad.values(), *one.good.values()):
            ast.parse(text)


def test_the_same_seed_makes_the_same_programs() -> None:
    assert draw(5, 20) == draw(5, 20) != draw(6, 20)


def test_a_run_says_how_a_program_ends(tmp_path: Path) -> None:
    assert run({SCRIPT: "import torch\ntorch.ones(3)\n"}) == ""
    assert "same device" in run({SCRIPT: "import torch\ntorch.ones(3).cuda() + torch.ones(3)\n"})
