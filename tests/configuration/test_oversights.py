"""What configuration files say that reaches no reader is said in a line, and ends no run."""

from __future__ import annotations

import argparse
from itertools import product
from pathlib import Path

import pytest
from flake8.style_guide import Decision, DecisionEngine

from devlint.cli import main
from devlint.configuration.oversights import hiding_devlint, oversights


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.py").write_text("x = 1\n")


@pytest.mark.parametrize("head", ["tool.devlnt", "tool.dev-lint", "tool.develint", "tool.Devlint"])
def test_a_misspelt_section_is_said(head: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("pyproject.toml").write_text(f'[tool.ruff]\nline-length = 120\n[{head}]\nselect = ["DEV1"]\n[{head}.x]\n')
    said = f"pyproject.toml: [{head}]: unknown section, did you mean [tool.devlint]?"
    assert list(oversights()) == [said]
    assert main(["check"]) == 0
    assert capsys.readouterr().err == f"devlint: warning: {said}\n"
    for flag in ("--quiet", "--isolated"):
        assert main(["check", flag]) == 0 and not capsys.readouterr().err


def test_what_no_reader_needs_is_silent() -> None:
    Path("pyproject.toml").write_text('[tool.pylint]\n[tool.devtools]\n[tool.flake8]\nselect = ["E"]\n[tool.devlint]\n')
    assert list(oversights()) == []


def test_sections_of_other_files() -> None:
    Path("pyproject.toml").write_text('[tool.flake8]\nextend-select = ["DEV7"]\n[project]\nname = "x"\n')
    Path("setup.cfg").write_text("[metadata]\n[devlnt]\nselect = DEV1\n")
    assert list(oversights()) == [
        "pyproject.toml: [tool.flake8]: is read neither by devlint nor by flake8 alone; write [tool.devlint]",
        "setup.cfg: [devlnt]: unknown section, did you mean [devlint]?",
    ]


ENTRIES = (None, "E,F,W", "D", "DEV", "DEV1", "E,DEV701")


def test_flake8_agrees_about_what_is_hidden() -> None:
    for select, ignore, extend_select, extend_ignore in product(ENTRIES, ENTRIES, ENTRIES, (None, "DEV", "D1")):
        said = {"select": select, "ignore": ignore, "extend-select": extend_select, "extend-ignore": extend_ignore}
        lines = [f"{key} = {value}" for key, value in said.items() if value is not None]
        Path(".flake8").write_text("\n".join(["[flake8]", *lines, ""]))
        options = argparse.Namespace(extended_default_select=["C90", "DEV", "E", "F", "W"], extended_default_ignore=[])
        for key, value in said.items():
            setattr(options, key.replace("-", "_"), None if value is None else value.split(","))
        engine = DecisionEngine(options)
        shown = any(engine.decision_for(code) is Decision.Selected for code in ("DEV102", "DEV204", "DEV701"))
        assert bool(hiding_devlint()) == (not shown), said


def test_verbose_names_the_flake8_configuration_that_hides_devlint(capsys: pytest.CaptureFixture[str]) -> None:
    Path("setup.cfg").write_text("[flake8]\nselect =\n    E, F\n    W\n")
    assert main(["check"]) == 0 and not capsys.readouterr().err
    assert main(["check", "-v"]) == 0
    said = "devlint: setup.cfg: `select` leaves devlint's findings out of flake8; add `extend-select = DEV`\n"
    assert said in capsys.readouterr().err
    Path("setup.cfg").write_text("[flake8]\nselect = E,F,W\nextend-select = DEV\n")
    assert main(["check", "-v"]) == 0 and "flake8" not in capsys.readouterr().err
