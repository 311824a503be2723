"""The harness catches what it is there to catch."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.harness import evidence
from tests.harness.marks import Exercise, MarkError, Report, read
from tests.prove import record, table
from tests.test_fixtures import difference

torch = pytest.importorskip("torch")

from tests.harness.exercise import Outcome, judge, run  # noqa: E402 - it needs torch

HEAD = "import torch\n\n\n"
SUM = HEAD + "def bad_sum(x):\n    return x.t() + torch.ones(8, 4)  # DEV102: 20; raises: the same device\n"
HOST = torch.device("cpu")
META = torch.device("meta")  # stands in for an accelerator: mixing it with the CPU raises, on any machine


def written(tmp_path: Path, text: str, name: str = "bad.py") -> Path:
    path = tmp_path / "dev102_example" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def only(path: Path) -> Exercise:
    (exercise,) = read(path).exercises
    return exercise


def test_marks_are_read(tmp_path: Path) -> None:
    exercise = only(written(tmp_path, SUM))
    assert exercise.reports == (Report(5, 20, "DEV102"),)
    assert [(claim.line, claim.kind, claim.words) for claim in exercise.failures] == [(5, "raises", "the same device")]
    assert exercise.parameters == ("x",)


def test_several_reports_stand_on_one_line(tmp_path: Path) -> None:
    path = written(tmp_path, SUM.replace("DEV102: 20;", "DEV102: 20; DEV101: 5;"))
    assert read(path).reports == (Report(5, 5, "DEV101"), Report(5, 20, "DEV102"))


def test_a_report_in_a_helper_belongs_to_the_functions_that_reach_it(tmp_path: Path) -> None:
    text = HEAD + (
        "def ones():\n    return torch.ones(8, 4)  # DEV102: 12\n\n\n"
        "def middle():\n    return ones()\n\n\n"
        "def bad_sum(x):\n    return x.t() + middle()  # raises: device\n"
    )
    assert only(written(tmp_path, text)).reports == (Report(5, 12, "DEV102"),)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (SUM.replace("DEV102: 20", "DEV102 19"), "not a mark"),
        (SUM.replace("DEV102: 20; ", ""), "claims no report"),
        (SUM.replace("bad_sum", "ok_sum"), "wrong file"),
        (SUM + "\n\nNOBODY = torch.ones(3)  # DEV109: 1\n", "no function exercises"),
    ],
)
def test_a_bad_claim_is_refused(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(MarkError, match=words):
        read(written(tmp_path, text))


def test_a_report_in_good_code_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MarkError, match="good code"):
        read(written(tmp_path, SUM.replace("bad_", "ok_"), "ok.py"))


def test_a_missing_and_an_extra_diagnostic_are_both_told() -> None:
    marked, found = (Report(5, 20, "DEV102"), Report(7, 1, "DEV102")), [Report(5, 12, "DEV102"), Report(7, 1, "DEV102")]
    assert difference(Path("bad.py"), marked, found) == [
        "bad.py:5:20: DEV102 is marked but not reported",
        "bad.py:5:12: DEV102 is reported but not marked",
    ]


def test_a_bad_function_that_fails_as_marked_is_accepted(tmp_path: Path) -> None:
    exercise = only(written(tmp_path, SUM.replace("the same device", "expected device meta")))
    outcome = run(exercise, META)
    assert outcome.line == 5
    assert judge(exercise, outcome, accelerated=True) is None
    assert judge(exercise, run(exercise, HOST), accelerated=False) is None


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("torch.ones(8, 4)", "1", "must fail"),  # does not fail
        ("the same device", "other words", "other words"),  # fails with other words
        ("    return x.t()", "    y = x.t() + torch.ones(8, 4)\n    return y", "must fail on line 6"),  # elsewhere
        ("torch.ones(8, 4)", "undefined", "NameError"),  # fails for another reason
    ],
)
def test_a_bad_function_that_does_not_fail_as_marked_is_caught(tmp_path: Path, old: str, new: str, words: str) -> None:
    exercise = only(written(tmp_path, SUM.replace(old, new)))
    complaint = judge(exercise, run(exercise, META), accelerated=True)
    assert complaint is not None
    assert words in complaint


def test_without_a_claim_the_reported_line_must_fail_with_words_about_devices(tmp_path: Path) -> None:
    exercise = only(written(tmp_path, SUM.replace("; raises: the same device", "")))
    assert judge(exercise, run(exercise, META), accelerated=True) is None
    unrelated = Outcome("ValueError", "too many values", 5, True)
    assert judge(exercise, unrelated, accelerated=True) is not None


def test_a_bad_function_that_fails_on_the_cpu_is_caught(tmp_path: Path) -> None:
    exercise = only(written(tmp_path, SUM.replace("ones(8, 4)", "ones(8, 5)")))
    assert judge(exercise, run(exercise, HOST), accelerated=False) is not None
    declared = only(written(tmp_path, SUM.replace("ones(8, 4)", "ones(8, 5)").replace("raises", "always raises")))
    assert "must fail" in (judge(declared, run(declared, HOST), accelerated=False) or "")


def test_a_function_that_names_cuda_may_fail_where_there_is_none(tmp_path: Path) -> None:
    exercise = only(written(tmp_path, SUM.replace("torch.ones(8, 4)", "torch.ones(8, 4).cuda()")))
    if not torch.cuda.is_available():
        assert judge(exercise, run(exercise, HOST), accelerated=False) is None


def test_a_silent_bug_is_an_assert_of_the_fixture_that_breaks(tmp_path: Path) -> None:
    text = HEAD + (
        "def bad_keeps_to_the_host(x):\n    y = x * 1  # DEV102: 5\n"
        "    assert y.device.type == 'cpu'  # breaks: the result is on the host\n"
    )
    exercise = only(written(tmp_path, text))
    assert judge(exercise, run(exercise, META), accelerated=True) is None
    assert judge(exercise, run(exercise, HOST), accelerated=False) is None
    from_torch = Outcome("AssertionError", "Torch not compiled with CUDA enabled", 6, raised_here=False)
    assert judge(exercise, from_torch, accelerated=True) is not None


def test_good_code_that_fails_is_caught_on_both_machines(tmp_path: Path) -> None:
    exercise = only(written(tmp_path, HEAD + "def ok_sum(x):\n    return x + torch.ones(3, 3, 3)\n", "ok.py"))
    assert judge(exercise, run(exercise, META), accelerated=True) is not None
    assert judge(exercise, run(exercise, HOST), accelerated=False) is not None


def test_an_unknown_input_is_a_mistake_in_the_fixture(tmp_path: Path) -> None:
    exercise = only(written(tmp_path, SUM.replace("(x)", "(nobody)").replace("x.t()", "nobody.t()")))
    with pytest.raises(MarkError, match=r"bad\.py:4: no input called 'nobody': see tests/fixture_inputs\.py"):
        run(exercise, HOST)


def test_one_rule_is_tested_alone() -> None:
    collected = subprocess.run(
        [sys.executable, "-m", "pytest", "--rule", "dev103", "--collect-only", "-q", "-p", "no:cacheprovider"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    names = [line for line in collected.splitlines() if "::" in line]
    assert {name.partition("::")[0] for name in names} == {"tests/test_fixtures.py", "tests/rules/test_rule_pages.py"}
    assert len(names) > 50
    assert all("dev103" in name.lower() for name in names)


def test_evidence_goes_stale_with_the_text_it_reaches(tmp_path: Path) -> None:
    text = HEAD + (
        "def ones():\n    return torch.ones(8, 4)  # DEV102: 12\n\n\ndef other():\n    return 1\n\n\n"
        "def bad_sum(x):\n    return x.t() + ones()  # raises: device\n"
    )
    path = written(tmp_path, text)
    exercise, kept = only(path), tmp_path / "evidence.json"
    assert evidence.standing(exercise, evidence.recall(kept)) == "missing"
    evidence.keep({exercise.id: evidence.Record(exercise.fingerprint, "2.13.0", "a GPU", 1, "as claimed")}, kept)
    assert evidence.standing(exercise, evidence.recall(kept)) == "proved"
    path.write_text(text.replace("return 1", "return 2"), encoding="utf-8")
    assert evidence.standing(only(path), evidence.recall(kept)) == "proved"
    path.write_text(text.replace("ones(8, 4)", "zeros(8, 4)"), encoding="utf-8")
    assert evidence.standing(only(path), evidence.recall(kept)) == "stale"


def test_the_table_counts_marks_once(tmp_path: Path) -> None:
    text = SUM + "\n\ndef bad_known(x):  # unproved: the framework is not installed\n    x.cpu() + x  # DEV103: 5\n"
    fixture = read(written(tmp_path, text))
    proved, refuted = table([fixture], {}, {}), table([fixture], {fixture.exercises[0].id: "it passed"}, {})
    assert proved[1].split() == ["dev102_example", "2", "1", "0", "0", "1", "0", "1", "0"]
    assert refuted[1].split() == ["dev102_example", "2", "0", "0", "0", "1", "0", "1", "0"]


def test_where_a_function_can_run(tmp_path: Path) -> None:
    anywhere = only(written(tmp_path, SUM))
    hardware = only(written(tmp_path, SUM.replace("(x):", "(x):  # hardware only: NCCL needs a GPU")))
    nowhere = only(written(tmp_path, SUM.replace("(x):", "(x):  # unproved: the framework is not installed")))
    assert anywhere.machines == {"host", "simulator", "hardware"}
    assert hardware.machines == {"hardware"}
    assert nowhere.machines == set()


def test_nothing_is_recorded_without_a_gpu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    kept = tmp_path / "evidence.json"
    assert record(read(written(tmp_path, SUM)).exercises, kept) == 2
    assert not kept.exists()


def test_a_simulated_run_is_recorded_and_proves(tmp_path: Path) -> None:
    """The simulator stands in for hardware, to see the machinery work; its file is thrown away."""
    from devlint.simcuda import simulated_cuda

    kept = tmp_path / "evidence.json"
    wrong = SUM + "\n\ndef bad_nothing(x):\n    return x.t() + 1  # DEV102: 20\n"
    fixture = read(written(tmp_path, wrong))
    with simulated_cuda(devices=2):
        assert record(fixture.exercises, kept) == 0
    records = evidence.recall(kept)
    assert [evidence.standing(exercise, records) for exercise in fixture.exercises] == ["proved", "refuted"]
    assert table([fixture], {}, records)[1].split() == ["dev102_example", "2", "2", "1", "0", "0", "1", "0", "0"]
    with simulated_cuda(devices=1):
        assert record(fixture.exercises, tmp_path / "one.json") == 0
    assert list(evidence.recall(tmp_path / "one.json")) == [fixture.exercises[0].id]
