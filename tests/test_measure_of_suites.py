"""How the tests of public suites are judged, on made-up records of a run on the CPU and one on simulated CUDA."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from benchmarks.simcuda.suites import comparison
from benchmarks.simcuda.suites.catalogue import SUITES, Suite
from benchmarks.simcuda.suites.comparison import Judged, compare
from benchmarks.simcuda.suites.recorder.suite_recorder import described, normal
from benchmarks.simcuda.suites.runs import TOGETHER, files_of
from benchmarks.simcuda.suites.verdicts import ANY, VERDICTS, Verdict


def ended(test: str, outcome: str, error: str = "", **more: Any) -> list[dict[str, Any]]:
    return [{"begins": test}, {"test": test, "outcome": outcome, "error": error, "uses": 0, **more}]


def judged(plain: list[list[dict[str, Any]]], simulated: list[list[dict[str, Any]]]) -> dict[str, Judged]:
    found = compare("suite", itertools.chain(*plain), list(itertools.chain(*simulated)))
    return {one.test: one for one in found}


def kinds(plain: list[list[dict[str, Any]]], simulated: list[list[dict[str, Any]]]) -> dict[str, str]:
    return {name: one.kind for name, one in judged(plain, simulated).items()}


def test_a_test_is_matched_with_its_variant_on_the_cpu() -> None:
    plain = [ended("t[cpu-2]", "passed"), ended("t[cuda-2]", "skipped")]
    plain += [ended("u[cpu]", "passed"), ended("v", "passed")]
    simulated = [ended("t[cpu-2]", "passed"), ended("t[cuda-2]", "failed", "E"), ended("u[cuda:0]", "passed")]
    simulated.append([{"end": 1}])
    assert kinds(plain, simulated) == {
        "t[cpu-2]": "agrees", "t[cuda-2]": "disagrees", "u[cuda:0]": "agrees", "v": "disagrees",
    }  # fmt: skip
    assert normal("t[cuda0-cudagraph-cuda]") == "t[cpu-cudagraph-cpu]"


@pytest.mark.parametrize(
    ("plain", "simulated", "kind"),
    [
        (ended("t", "skipped"), ended("t", "passed"), "runs with CUDA only"),
        (ended("t", "skipped"), ended("t", "skipped"), "not run"),
        (ended("t", "passed"), ended("t", "skipped", "Skipped: of the CPU"), "skips itself on CUDA"),
        (ended("t", "failed", "E"), ended("t", "failed", "E"), "fails on both"),
        (ended("t", "passed"), ended("t", "failed", "Failed: Timeout of a test"), "too long"),
        (ended("t", "passed"), ended("t", "failed", "E", refused=True), "refused"),
        (ended("t", "passed"), ended("t", "passed") + ended("t", "failed", "in teardown")[1:], "disagrees"),
        (ended("t", "passed"), [{"begins": "t"}], "disagrees"),
        (ended("t", "passed"), [{"end": "ended after 9 s"}], "too long"),
        (ended("t", "passed"), [{"end": 3}], "too long"),
        (ended("t", "passed"), [{"end": 0}], "disagrees"),
        (ended("t", "passed"), [{"collecting": "t.py", "error": "ImportError"}, {"end": 2}], "disagrees"),
    ],
)
def test_what_becomes_of_a_test(plain: list[dict[str, Any]], simulated: list[dict[str, Any]], kind: str) -> None:
    assert kinds([plain], [simulated]) == {"t": kind}


def test_a_verdict_is_of_one_suite_test_and_error(monkeypatch: pytest.MonkeyPatch) -> None:
    verdict = Verdict("suite", r"::test_a\b", "two devices", comparison.LIBRARY, "net.py:3 makes it on the CPU")
    monkeypatch.setattr(comparison, "VERDICTS", (verdict,))
    plain = [ended(name, "passed") for name in ("f::test_a[1]", "f::test_ab", "f::test_a")]
    simulated = [
        ended("f::test_a[1]", "failed", "two devices"), ended("f::test_ab", "failed", "two devices"),
        ended("f::test_a", "failed", "another"),
    ]  # fmt: skip
    found = judged(plain, simulated)
    assert (found["f::test_a[1]"].kind, found["f::test_a[1]"].why) == ("library", "net.py:3 makes it on the CPU")
    assert found["f::test_ab"].kind == found["f::test_a"].kind == "disagrees"


def test_every_verdict_is_of_a_suite_that_is_run_and_gives_a_reason() -> None:
    for verdict in VERDICTS:
        assert verdict.suite in (*SUITES, ANY)
        assert verdict.kind in (comparison.LIBRARY, comparison.MACHINE, comparison.CHANCE)
        assert verdict.test and verdict.error and verdict.why


def test_a_draw_of_files_is_the_same_each_time(tmp_path: Path) -> None:
    for number in range(30):
        (tmp_path / f"test_{number:02}.py").touch()
    suite = Suite("o/n", "r", "1", folders=(), tests=("test_*.py",), without=("test_0*.py",), files=18)
    groups = files_of(suite, tmp_path)
    assert groups == files_of(suite, tmp_path) and [len(group) for group in groups] == [TOGETHER, TOGETHER, 2]
    assert not any(name.startswith("test_0") for group in groups for name in group)
    assert files_of(suite, tmp_path, part=2) == groups[::2]


def test_an_error_is_described_by_its_lines_and_whether_it_is_a_refusal() -> None:
    class NotSimulated(RuntimeError): ...

    try:
        try:
            raise NotSimulated("simulated CUDA does not run it")
        except NotSimulated:
            raise ValueError("cannot") from None
    except ValueError as error:
        told = described(error)
    assert (told["error"], told["refused"]) == ("ValueError: cannot", True)
    assert told["line"] == told["own"] and told["own"].startswith("tests/test_measure_of_suites.py:")
    assert told["line"].endswith('raise ValueError("cannot") from None')
