"""``bad.fixed.py``: it is what the repairs make of ``bad.py``, it stays, and it runs on GPUs and on the CPU."""

from __future__ import annotations

from pathlib import Path

import pytest

from devlint.base.diagnostic import Safety
from devlint.fixing.passes import repair
from devlint.rulebook import rules
from tests.fixing import fixed
from tests.harness.marks import Exercise, fixture_files, read
from tests.harness.repairs import findings

SOURCES = fixed.sources()
FIXED = [path for path in SOURCES if fixed.target(path).exists()]
FAILING = {
    "bad_function_that_is_not_called": "the answer, which is right then, is looked up in a dict that lacks it",
    "bad_mean_of_losses": "`np.mean` of a list is evaluated only where the words of the function speak of CUDA",
    "bad_set_after_it_was_asked": "the simulated GPUs are there whatever the environment says",
}
"""Programs that still fail on GPUs, and why."""
DIFFERENT = {
    "bad_size_of_the_module": "the weights of a layer that moves to `__init__` are drawn there, at another time",
}
"""Programs that give something else on the CPU after their repairs, and why."""


def ids(path: Path) -> str:
    return path.parent.name


def mended() -> list[Exercise]:
    """The bad functions of the fixtures that reach nothing that is still found after the repairs."""
    found = []
    for path in FIXED:
        left = {one.name: one for one in read(fixed.target(path)).exercises}
        found += [one for one in read(path).exercises if one.is_bad and not left[one.name].reports]
    return found


MENDED = mended()
RUNNING = [one for one in MENDED if "simulator" in one.machines]


def text(exercise: Exercise) -> str:
    return fixed.target(exercise.path).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", SOURCES, ids=ids)
def test_it_is_what_the_repairs_make(path: Path) -> None:
    there = fixed.target(path)
    assert (there.read_text(encoding="utf-8") if there.exists() else "") == fixed.fixed(path)


@pytest.mark.parametrize("path", FIXED, ids=ids)
def test_repairing_it_again_changes_nothing(path: Path) -> None:
    before = fixed.without_marks(fixed.target(path).read_text(encoding="utf-8"))
    assert repair(before, lambda text: findings(path, text), frozenset(Safety)).text == before


def test_each_rule_that_repairs_has_one_and_no_fixture_counts_it() -> None:
    repairing = {rule.package.rpartition(".")[2] for rule in rules() if rule.meta.fix is not None}
    assert {path.parent.name for path in FIXED} == repairing & {path.parent.name for path in SOURCES}
    assert not {fixed.target(path) for path in FIXED} & set(fixture_files())


@pytest.mark.parametrize("exercise", RUNNING, ids=lambda exercise: exercise.id)
def test_a_repaired_function_runs_on_gpus(exercise: Exercise) -> None:
    torch = pytest.importorskip("torch")
    from devlint.simcuda import simulated_cuda
    from tests.harness.exercise import run

    with simulated_cuda(devices=2):
        outcome = run(exercise, torch.device("cuda:1"), text(exercise))
    if exercise.name in FAILING:
        assert outcome.kind != "passed"
    else:
        assert outcome.kind == "passed", str(outcome)


@pytest.mark.parametrize("exercise", RUNNING, ids=lambda exercise: exercise.id)
def test_a_repaired_function_gives_the_same_on_the_cpu(exercise: Exercise) -> None:
    pytest.importorskip("torch")
    from tests.fixing.results import difference
    from tests.harness.exercise import NO_CUDA, run
    from tests.harness.machines import HOST

    before, after = run(exercise, HOST), run(exercise, HOST, text(exercise))
    if before.kind != "passed":
        assert NO_CUDA.search(before.message) or any(one.kind == "always raises" for one in exercise.failures)
        assert after.kind == "passed" or NO_CUDA.search(after.message), str(after)
    else:
        assert after.kind == "passed", str(after)
        assert bool(difference(before.value, after.value)) == (exercise.name in DIFFERENT)
