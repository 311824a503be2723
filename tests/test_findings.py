"""The findings in current releases: their page is the one made of their programs, and a proof is no formality."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from benchmarks.findings import finding as proof
from benchmarks.findings.finding import CONFIRMED, NOT_CONFIRMED, NOT_INSTALLED, SIMULATED, Finding, Wrong
from benchmarks.findings.page import PAGE, findings, page
from benchmarks.findings.programs import program
from benchmarks.findings.stand_in import bare, stand_in

RELEASED = """
import torch

def scale(x):
    return x * torch.ones(3)

def scale_right(x):
    return x * torch.ones(3, device=x.device)

def break_everywhere(x):
    raise RuntimeError("Expected all tensors to be on the same device")

def load(path):
    return torch.load(path)

def scale_on_the_current_gpu(x):
    return x * torch.ones(3).cuda()

def chosen(index):
    return torch.device("cuda", index) if index else torch.device("cuda")
"""


@pytest.fixture
def released(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """A package of version 1.0, with a bug in line 5."""
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "core.py").write_text(RELEASED)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(proof, "version", lambda name: "1.0")
    import importlib

    monkeypatch.delitem(sys.modules, "broken.core", raising=False)
    return importlib.import_module("broken.core")


BUG = Finding("broken", "1.0", "broken/core.py:5", "DEV102", "`scale` is on the CPU")


def test_the_page_is_made_of_the_programs() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(findings()), "python -m benchmarks.findings --page"


def test_every_finding_names_a_rule_and_is_named_after_its_package() -> None:
    from devlint.rulebook import rules

    codes = {rule.meta.code for rule in rules()} | {SIMULATED}
    for found in findings():
        assert found.finding.rule in codes
        assert found.program.startswith(found.finding.package.replace("-", "_") + "_")


def test_every_finding_has_a_program() -> None:
    pytest.importorskip("torch")
    assert [found.program for found in findings() if program(found.program) is None] == []
    assert program("there_is_none") is None


def test_a_bug_is_confirmed(released: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    torch = pytest.importorskip("torch")
    assert BUG.confirm(lambda device: released.scale(torch.ones(3, device=device))) == CONFIRMED
    assert capsys.readouterr().out.startswith("confirmed: broken 1.0, broken/core.py:5: broken/core.py:5: RuntimeError")


@pytest.mark.parametrize("name", ["scale_right", "break_everywhere"])
def test_what_runs_or_never_ran_is_not(released: ModuleType, name: str) -> None:
    torch = pytest.importorskip("torch")
    assert BUG.confirm(lambda device: getattr(released, name)(torch.ones(3, device=device))) == NOT_CONFIRMED


def test_a_failure_outside_the_package_is_not(released: ModuleType) -> None:
    torch = pytest.importorskip("torch")
    assert BUG.confirm(lambda device: torch.ones(3, device=device) + torch.ones(3)) == NOT_CONFIRMED


def test_a_file_from_a_gpu_is_read_where_there_is_none(released: ModuleType, tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")

    def saved(device: object) -> Path:
        torch.save(torch.ones(3, device=device), tmp_path / "x.pt")
        return tmp_path / "x.pt"

    bug = Finding("broken", "1.0", "broken/core.py:14", "DEV501", "`load`", raises=proof.NO_GPU)
    assert bug.confirm(released.load, on_a_gpu=saved) == CONFIRMED


def test_code_for_a_gpu_works_on_the_first(released: ModuleType) -> None:
    torch = pytest.importorskip("torch")
    bug = Finding("broken", "1.0", "broken/core.py:17", "DEV207", "`ones`", device="cuda:1", works_on="cuda:0")

    def program(device: object) -> None:
        released.scale_on_the_current_gpu(torch.ones(3, device=device))

    assert bug.confirm(program) == CONFIRMED
    assert replace(bug, works_on="cpu").confirm(program) == NOT_CONFIRMED


def test_a_silent_bug_is_what_the_program_says(released: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    torch = pytest.importorskip("torch")

    def program(device: object) -> None:
        if device != torch.device("cpu") and released.chosen(0).index is None:
            raise Wrong("0 is no GPU")

    bug = Finding("broken", "1.0", "broken/core.py:20", "DEV206", "`index`", raises="no GPU")
    assert bug.confirm(program) == CONFIRMED
    assert replace(bug, raises="something else").confirm(program) == NOT_CONFIRMED
    assert "broken/core.py:20: 0 is no GPU" in capsys.readouterr().out


def test_another_version_is_as_none(released: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "version", lambda name: "1.1")
    assert BUG.confirm(released.scale) == NOT_INSTALLED


def test_a_stand_in_gives_way_to_the_real_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("not_there_at_all", "not_there_at_all.part"):
        monkeypatch.setitem(sys.modules, name, None)
        monkeypatch.delitem(sys.modules, name)
    stand_in("not_there_at_all", "part")
    import not_there_at_all.part  # type: ignore[import-not-found]

    stand_in("pathlib")
    assert sys.modules["pathlib"].Path is Path and not_there_at_all.part.anything is not None
    del sys.modules["not_there_at_all"], sys.modules["not_there_at_all.part"]


def test_a_bare_package_is_not_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "heavy" / "inner").mkdir(parents=True)
    for package in ("heavy", "heavy/inner"):
        (tmp_path / package / "__init__.py").write_text("import not_there_at_all")
    (tmp_path / "heavy" / "inner" / "core.py").write_text("found = True")
    monkeypatch.syspath_prepend(tmp_path)
    bare("heavy", "heavy.inner")
    import heavy.inner.core  # type: ignore[import-not-found]

    assert heavy.inner.core.found
    with pytest.raises(ModuleNotFoundError):
        bare("not_there_at_all")
    for name in ("heavy", "heavy.inner", "heavy.inner.core"):
        del sys.modules[name]
