"""devlint as flake8 sees it: a real flake8 process each time, and nobody else's run is harmed."""

from __future__ import annotations

import argparse
import ast
import gc
import subprocess
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import devlint
from devlint.base.diagnostic import Diagnostic
from devlint.engine import linter
from devlint.flake8_plugin import Plugin

BAD = """\
import torch


def f():
    weight = torch.ones(3, device="cuda")
    mask = torch.ones(3)
    return weight * mask
"""
HINTED = """\
import torch


def pairwise(x: torch.Tensor) -> torch.Tensor:
    out = torch.zeros(len(x), len(x))
    for i in range(len(x)):
        out[i] = (x - x[i]).norm(dim=1)
    return out
"""
BARE = """\
import torch


def f(x: torch.Tensor):
    return x.cuda()
"""


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.py").write_text(BAD)


def flake8(*arguments: str, stdin: str | None = None, cwd: Path | None = None) -> list[str]:
    """The lines flake8 writes; it must not fail."""
    command = [sys.executable, "-m", "flake8", *arguments]
    done = subprocess.run(command, input=stdin, capture_output=True, cwd=cwd, encoding="utf-8", timeout=120)
    assert done.stderr == ""
    assert done.returncode == bool(done.stdout)
    return done.stdout.splitlines()


def codes(*arguments: str, stdin: str | None = None) -> set[str]:
    return {line.split()[1] for line in flake8(*arguments, stdin=stdin)}


def test_flake8_has_found_the_plugin() -> None:
    assert any("devlint: " in line for line in _version())


def _version() -> list[str]:
    done = subprocess.run([sys.executable, "-m", "flake8", "--version"], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_line_column_and_text() -> None:
    (line,) = flake8("--isolated", "bad.py")
    assert line.startswith("bad.py:6:12: DEV101 `")
    assert line.endswith(devlint.lint(BAD)[0].line)


def test_columns_are_code_points() -> None:
    Path("wide.py").write_text(BAD.replace("    mask", '    "é漢𝒳"; mask'), encoding="utf-8")
    (line,) = flake8("--isolated", "--select=DEV", "wide.py")
    assert line.startswith("wide.py:6:19: DEV101 ")


@pytest.mark.parametrize(("end", "column"), [("\r\n", 12), ("\r", 12), ("\n\x0c", 13)])
def test_line_ends_and_form_feeds(end: str, column: int) -> None:
    Path("ends.py").write_bytes(("\ufeff" + BAD).replace("\n", end).encode())
    (line,) = flake8("--isolated", "--select=DEV", "ends.py")
    assert line.startswith(f"ends.py:6:{column}: DEV101 ")


@pytest.mark.parametrize(
    ("comment", "silenced"),
    [
        ("# noqa", True),
        ("# noqa: DEV101", True),
        ("# noqa:DEV1,E501", True),
        ("# NOQA: E501 DEV101", True),
        ("# noqa: DEV2", False),
        ("# noqa: dev101", False),
    ],
)
def test_comments(comment: str, silenced: bool) -> None:
    Path("bad.py").write_text(BAD.replace("mask = torch.ones(3)", f"mask = torch.ones(3)  {comment}"))
    assert flake8("--isolated", "--select=DEV", "bad.py") == [] if silenced else flake8("--isolated", "bad.py")


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (["--select=DEV"], True),
        (["--select=DEV101"], True),
        (["--select=F,E"], False),
        (["--select=DEV2"], False),
        (["--ignore=DEV"], False),
        (["--ignore=E501"], True),
        (["--extend-ignore=DEV1"], False),
        (["--extend-ignore=DEV2"], True),
        (["--extend-ignore=D", "--extend-select=DEV"], True),
        (["--per-file-ignores=bad.py:DEV101"], False),
        (["--per-file-ignores=other.py:DEV101"], True),
        (["--disable-noqa"], True),
    ],
)
def test_flake8s_own_options(arguments: list[str], found: bool) -> None:
    assert codes("--isolated", *arguments, "bad.py") == ({"DEV101"} if found else set())


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ([], False),
        (["--ignore=E501"], False),
        (["--select=DEV,E"], False),
        (["--extend-select=DEV"], False),
        (["--devlint-enable=DEV1"], False),
        (["--select=DEV7"], True),
        (["--select=E,DEV701"], True),
        (["--extend-select=DEV7"], True),
        (["--extend-select=DEV701", "--ignore=E501"], True),
        (["--devlint-enable=DEV7"], True),
        (["--devlint-enable=DEV701", "--ignore=E501"], True),
        (["--devlint-enable=hard-coded-cuda"], True),
        (["--devlint-enable=DEV7", "--extend-ignore=DEV701"], False),
    ],
)
def test_a_rule_that_is_off_comes_on_when_it_is_named(arguments: list[str], found: bool) -> None:
    Path("bare.py").write_text(BARE)
    assert codes("--isolated", *arguments, "bare.py") == ({"DEV701"} if found else set())


@pytest.mark.parametrize(
    ("setting", "found"),
    [
        ("ignore = E501", set()),
        ("select = DEV,E", set()),
        ("extend-select = DEV7", {"DEV701"}),
        ("select =\n    E\n    DEV701", {"DEV701"}),
        ("devlint-enable = DEV7", {"DEV701"}),
        ("devlint_enable = DEV7\nignore = E501", {"DEV701"}),
        ("devlint-enable = DEV7\nper-file-ignores =\n    bare.py: DEV7", set()),
    ],
)
def test_configuration(setting: str, found: set[str]) -> None:
    Path("bare.py").write_text(BARE)
    Path("setup.cfg").write_text(f"[flake8]\n{setting}\n")
    assert codes("bare.py") == found


def test_hints_are_shown_when_asked_for() -> None:
    Path("bad.py").write_text(HINTED)
    assert codes("--isolated", "bad.py") == codes("--isolated", "--select=DEV", "bad.py") == set()
    assert codes("--isolated", "--devlint-level=hint", "bad.py") == {"DEV110"}
    assert codes("--isolated", "--extend-select=DEV110", "bad.py") == {"DEV110"}
    Path("setup.cfg").write_text("[flake8]\ndevlint-level = hint\n")
    assert codes("bad.py") == {"DEV110"}


def test_the_command_line_beats_the_configuration() -> None:
    Path("setup.cfg").write_text("[flake8]\nextend-ignore = DEV1\ndevlint-enable = DEV7\n")
    assert codes("bad.py") == {"DEV701"}
    assert codes("--extend-ignore=E501", "bad.py") == {"DEV101", "DEV701"}


def test_a_bad_value_of_our_option_is_told_in_one_line() -> None:
    command = [sys.executable, "-m", "flake8", "--isolated", "--devlint-enable=DEV", "bad.py"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1
    assert "--devlint-enable: 'DEV' is not a code like DEV7 or DEV701" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_standard_input_as_editors_use_it() -> None:
    (line,) = flake8("--isolated", "-", stdin=BAD)
    assert line.startswith("stdin:6:12: DEV101 ")
    (line,) = flake8("--isolated", "--stdin-display-name=pkg/train.py", "-", stdin=BAD)
    assert line.startswith("pkg/train.py:6:12: DEV101 ")
    Path("setup.cfg").write_text("[flake8]\nper-file-ignores = train.py:DEV\n")
    assert flake8("--stdin-display-name=pkg/train.py", "-", stdin=BAD) == []


def test_several_processes() -> None:
    for number in range(12):
        Path(f"m{number:02}.py").write_text(BAD if number % 2 else BARE)
    arguments = ["--isolated", "--devlint-enable=DEV7", "."]
    found = flake8("-j1", *arguments)
    assert len(found) == 2 * 7 + 6
    assert flake8("-j2", *arguments) == found


def test_the_working_directory_changes_no_finding(tmp_path: Path) -> None:
    path = str(tmp_path / "bad.py")
    assert flake8("--isolated", path) == flake8("--isolated", path, cwd=Path("/"))


def test_what_flake8_says_of_other_matters_is_unchanged() -> None:
    Path("bad.py").write_text(BAD.replace("    mask", "    import os\n    mask"))
    Path("syntax.py").write_text("def f(:\n")
    assert codes("--isolated") == {"F401", "DEV101", "E999"}


def test_notebooks_are_not_ours_under_flake8() -> None:
    Path("nb.ipynb").write_text('{"cells": [{"cell_type": "code", "source": "import torch"}]}')
    assert flake8("--isolated", "--select=DEV", "nb.ipynb") == []


def test_a_cell_that_an_editor_sends_under_the_name_of_its_notebook_is_read() -> None:
    (line,) = flake8("--isolated", "--select=DEV", "--stdin-display-name", "nb.ipynb", "-", stdin=BAD)
    assert line.startswith("nb.ipynb:6:12: DEV101 ")


# The plugin by itself


def run(source: str, filename: str = "a.py") -> list[tuple[int, int, str, type]]:
    return list(Plugin(ast.parse(source), source.splitlines(keepends=True), filename).run())


def test_it_never_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> list[Diagnostic]:
        raise RecursionError("too\ndeep")

    monkeypatch.setattr(linter, "lint", fail)
    ((line, column, text, kind),) = run("import torch\n")
    assert (line, column, kind) == (1, 0, Plugin)
    assert text.startswith("DEV000 devlint failed on this file: RecursionError: too deep (test_flake8_contract.py:")


@pytest.mark.parametrize(
    ("chosen", "shown"),
    [({}, True), ({"select": ["DEV"]}, True), ({"select": ["DEV1"]}, False), ({"ignore": ["DEV000"]}, False),
     ({"select": ["F"], "extend_select": ["DEV000"]}, True), ({"extend_ignore": ["D"]}, False)],
)  # fmt: skip
def test_a_failure_that_flake8_would_drop_is_said_on_standard_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], chosen: dict[str, list[str]], shown: bool
) -> None:
    def fail(*_: Any, **__: Any) -> list[Diagnostic]:
        raise KeyError("x")

    monkeypatch.setattr(linter, "lint", fail)
    monkeypatch.setattr(Plugin, "options", argparse.Namespace(devlint_enable=[], **chosen))
    assert len(run("import torch\n")) == 1
    said = capsys.readouterr().err
    assert (said == "") is shown
    assert shown or said.startswith("devlint: error: a.py: devlint failed on this file: KeyError")


def test_what_cannot_be_analysed_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> list[Diagnostic]:
        raise linter.NotAnalysed("no")

    monkeypatch.setattr(linter, "lint", refuse)
    assert run("x = 1\n") == []


def test_options_set_after_the_plugin_has_seen_them_count(monkeypatch: pytest.MonkeyPatch) -> None:
    namespace = argparse.Namespace(select=None, devlint_enable=[])
    monkeypatch.setattr(Plugin, "options", Plugin.options)
    Plugin.parse_options(None, namespace, [])
    assert run(BARE) == []
    namespace.select = ["DEV7"]
    assert [text[:6] for _, _, text, _ in run(BARE)] == ["DEV701"]


@pytest.mark.parametrize(
    ("file", "module", "times"), [("bin/flake8", "", 1), ("", "flake8.__main__", 1), ("app.py", "", 0)]
)
def test_only_what_flake8_itself_has_loaded_is_kept_from_the_collector(
    monkeypatch: pytest.MonkeyPatch, file: str, module: str, times: int
) -> None:
    program = ModuleType("__main__")
    program.__file__ = file
    program.__spec__ = ModuleSpec(module, None) if module else None
    frozen: list[int] = []
    monkeypatch.setitem(sys.modules, "__main__", program)
    monkeypatch.setattr(gc, "freeze", lambda: frozen.append(1))
    for name in ("options", "configured", "workspace"):
        monkeypatch.setattr(Plugin, name, getattr(Plugin, name))
    Plugin.parse_options(None, argparse.Namespace(select=None, extend_select=None), None)
    assert len(frozen) == times
