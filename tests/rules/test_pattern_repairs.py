"""What pattern rules report is mostly no failure: their fixtures run before their repairs and have to run after."""

from __future__ import annotations

import pytest

from devlint.rulebook import rules
from tests.harness.marks import Exercise, fixture_files, read
from tests.harness.repairs import repaired

PATTERNS = {rule.package.rpartition(".")[2] for rule in rules() if rule.pattern and rule.meta.fix is not None}
FILES = [path for path in fixture_files() if path.parent.name in PATTERNS and path.stem.startswith("bad")]
EXERCISES = [exercise for path in FILES for exercise in read(path).exercises]


def test_every_rule_with_repairs_repairs_something() -> None:
    codes = {path.parent.name: {one.code for one in repaired(path).fixed} for path in FILES}
    assert all(folder[:6].upper() in codes[folder] for folder in PATTERNS)
    assert not any(repaired(path).taken_back for path in FILES)


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)
def test_a_repaired_program_runs_where_it_ran(exercise: Exercise) -> None:
    torch = pytest.importorskip("torch")
    from devlint.simcuda import simulated_cuda
    from tests.harness.exercise import run
    from tests.harness.machines import HOST

    text = repaired(exercise.path).text
    before, after = run(exercise, HOST), run(exercise, HOST, text)
    assert after.kind == before.kind, str(after)
    with simulated_cuda(devices=2):
        before, after = (run(exercise, torch.device("cuda:1"), one) for one in (None, text))
    assert after.kind in (before.kind, "passed"), str(after)
