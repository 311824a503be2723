"""What repeats one thing is Python, and the evaluator has no more to do for each part of it when there are more.

python -m tests.growth            processor time and memory, which depend on the machine
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.steps import cost as steps_of
from tests.fuzz.batches import is_legal
from tests.growth import values
from tests.growth.__main__ import SHAPES
from tests.growth.measure import FACTOR, Measured, cost

PARTS = 64
FEW = 5_000  # steps that any program may take, whatever they were for half of it


def test_every_shape_is_python_and_grows() -> None:
    assert len(SHAPES) >= 150
    for name, shape in SHAPES.items():
        small, large = shape(16), shape(32)
        for text in (small, large):
            assert is_legal(text), name
        assert "torch" in small and len(large) > len(small), name


def test_a_shape_is_measured_in_a_process_of_its_own() -> None:
    one = Measured("calls", 64, 1000, 0.6, 2.4, 40)
    assert (one.fails, replace(one, seconds=0.4).fails, replace(one, factor=2.2).fails) == ("grows too fast", "", "")
    assert (replace(one, seconds=11).fails, replace(one, megabytes=501).fails) == ("too slow", "too large")
    seconds, megabytes = cost(SHAPES["functions"](4))
    assert 0 <= seconds < 5 and megabytes > 10  # of a process that was forked from one that may be large


@pytest.mark.slow
@pytest.mark.parametrize("name", values.shapes())
def test_twice_the_parts_of_a_value_take_twice_the_steps(name: str, tmp_path: Path) -> None:
    half, whole = (_steps(SHAPES[name](parts), tmp_path / "shape.py") for parts in (PARTS, 2 * PARTS))
    assert whole <= FEW or whole <= FACTOR * half


def _steps(text: str, path: Path) -> int:
    path.write_text(text, encoding="utf-8")
    found = steps_of((path, str(path)))
    assert found is not None
    return found.steps or 0
