"""A baseline hides what was there, wherever it moves to, and nothing else; in the command line and in flake8."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from flake8.main.cli import main as run_flake8

from devlint.baseline.fingerprints import places
from devlint.cli import main
from devlint.engine.linter import lint
from devlint.flake8_plugin import Plugin

NAME = ".devlint-baseline.json"
HEAD = "import torch\n\n\n"
FIRST = "def first(x: torch.Tensor):\n    mask = torch.ones(3)\n    return torch.relu(x) * mask\n\n\n"
METHOD = "class Net:\n    def second(self, x: torch.Tensor):\n        "
SECOND = METHOD + "return torch.relu(x) + torch.zeros(\n            3)\n\n\n"
AGAIN = FIRST.replace("    return", "    kept = torch.relu(x) * mask\n    mask = torch.ones(3)\n    return kept,")
HINT = "def filled(x: torch.Tensor):\n    out = torch.zeros(9, 9)\n    out[0] = x[0]\n    return out\n"
TWICE = "def twice(x: torch.Tensor):\n    return torch.relu(x) + torch.zeros(3), torch.relu(x) - torch.zeros(3)\n\n\n"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Plugin, "options", Plugin.options)
    monkeypatch.setattr(Plugin, "configured", Plugin.configured)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str], list[str]]:
    code = main(arguments)
    out, err = capsys.readouterr()
    return code, out.splitlines(), err.splitlines()


def reported(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[int]:
    """The lines of a.py that are reported, in both front ends."""
    main(("check", "--output-format=json", *arguments, "a.py"))
    ours = [one["line"] for one in json.loads(capsys.readouterr().out)]
    run_flake8(["-j1", "--select=DEV", "a.py"])
    assert [int(line.split(":")[1]) for line in capsys.readouterr().out.splitlines()] == ours
    return ours


def test_what_is_known_is_not_reported_wherever_it_moves(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(HEAD + FIRST + SECOND + TWICE)
    assert len(reported(capsys)) == 4
    assert run(capsys, "baseline") == (0, [f"{NAME}: 4 findings in 1 file, 4 of them new, 0 gone"], [])
    assert reported(capsys) == []
    code, out, err = run(capsys, "check")
    assert (code, out, err) == (0, ["no findings in 1 file; 4 findings of the baseline not shown"], [])
    moved = SECOND.replace("torch.zeros(\n            3)", "torch.zeros(3)  # small")
    Path("a.py").write_text("# more\n" + HEAD + TWICE + moved + FIRST.replace("):\n", "):\n    x = x + 1\n"))
    assert reported(capsys) == []
    assert len(reported_by_us(capsys, "--no-baseline")) == 4
    assert len(reported_by_us(capsys, "--isolated")) == 4


def reported_by_us(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[int]:
    main(("check", "--output-format=json", *arguments, "a.py"))
    return [one["line"] for one in json.loads(capsys.readouterr().out)]


PLANTED = {
    "in another function": (HEAD + FIRST + FIRST.replace("first", "third"), [10]),
    "once more": (HEAD + TWICE.replace("zeros(3)\n", "zeros(3), torch.relu(x) / torch.ones(4)\n"), [5, 5, 5]),
    "the same again": (HEAD + AGAIN, [7]),
    "another rule": (HEAD + FIRST.replace("    return", "    x.cuda()\n    return"), [6]),
}


@pytest.mark.parametrize("case", PLANTED)
def test_what_is_new_is_reported(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    text, lines = PLANTED[case]
    Path("a.py").write_text(HEAD + (TWICE if "twice" in text else FIRST))
    run(capsys, "baseline")
    Path("a.py").write_text(text)
    assert reported(capsys, "--extend-select=DEV2") == lines


def test_what_is_gone_is_said_and_pruned(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(HEAD + FIRST + TWICE + SECOND)
    Path("b.py").write_text(HEAD + FIRST)
    run(capsys, "baseline")
    Path("a.py").write_text(HEAD + FIRST + TWICE)
    Path("b.py").unlink()
    said = "of the baseline gone, see `devlint baseline --prune`"
    assert run(capsys, "check")[::2] == (0, [f"2 findings {said}"])
    assert run(capsys, "check", "--select=DEV7")[2] == [f"1 finding {said}"]
    Path("a.py").write_text(HEAD + FIRST + TWICE + SECOND.replace("Net", "Other"))
    assert run(capsys, "baseline", "--prune") == (0, [f"{NAME}: took out 2 findings, 3 findings left"], [])
    assert reported(capsys) == [15]
    before = Path(NAME).read_bytes()
    assert run(capsys, "baseline", "--prune") == (0, [f"{NAME}: took out 0 findings, 3 findings left"], [])
    assert run(capsys, "baseline", "--select=DEV7")[1] == [f"{NAME}: 3 findings in 1 file, 0 of them new, 0 gone"]
    assert Path(NAME).read_bytes() == before
    assert run(capsys, "baseline")[1] == [f"{NAME}: 4 findings in 1 file, 1 of them new, 0 gone"]


def test_a_file_that_cannot_be_checked_keeps_what_is_known_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(HEAD + FIRST)
    run(capsys, "baseline")
    Path("a.py").write_text(HEAD + FIRST + "(")
    capsys.readouterr()
    code, out, err = run(capsys, "baseline")
    assert (code, out, len(err)) == (2, [f"{NAME}: 1 finding in 1 file, 0 of them new, 0 gone"], 1)
    Path("a.py").write_text(HEAD + FIRST)
    assert reported(capsys) == []


def test_which_baseline_counts(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("one", "two"):
        Path(folder).mkdir()
        Path(folder, "a.py").write_text(HEAD + FIRST)
    monkeypatch.chdir("one")
    assert run(capsys, "baseline")[0] == 0
    assert reported(capsys) == []
    monkeypatch.chdir("..")
    code, out, _ = run(capsys, "check", "--output-format=concise", "one", "two")
    assert (code, [line.partition(":")[0] for line in out]) == (1, ["two/a.py"])
    assert run(capsys, "baseline", "two", "--baseline=known.json")[1][0].startswith("known.json: 1 finding ")
    assert run(capsys, "check", "--baseline=known.json", "two")[0] == 0
    Path("two/pyproject.toml").write_text("[tool.devlint]\nbaseline = '../known.json'\n")
    assert run(capsys, "check", "two", "one")[0] == 0
    monkeypatch.chdir("two")
    assert reported(capsys) == []
    os.unlink("../known.json")
    code, out, (said,) = run(capsys, "check")
    assert (code, out) == (2, [])
    assert said.endswith("known.json: cannot be read: No such file or directory; `devlint baseline` writes it")


BROKEN = {
    "": "is no baseline of devlint: Expecting value: line 1 column 1 (char 0)",
    "[]": "is no baseline of devlint: it is written otherwise",
    "{}": "is no baseline of devlint: it is written otherwise",
    '{"version": 2, "findings": {}}': "is a baseline of version 2, and this devlint knows version 1",
    '{"version": 1, "findings": {"a.py": [{"rule": "DEV102"}]}}': "is no baseline of devlint: it is written otherwise",
    '{"version": 1, "findings": {"a.py": 1}}': "is no baseline of devlint: it is written otherwise",
    "[" * 100_000: "is no baseline of devlint: ",
    "\xff": "is no baseline of devlint: ",
}


@pytest.mark.parametrize("text", BROKEN, ids=range(len(BROKEN)))
def test_a_baseline_that_is_broken_hides_nothing_and_ends_the_run(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("a.py").write_text(HEAD + FIRST)
    Path(NAME).write_bytes(text.encode("latin-1"))
    for command in (["check"], ["baseline"], ["baseline", "--prune"]):
        code, out, err = run(capsys, *command)
        assert (code, out, len(err)) == (2, [], 1)
        assert f"{NAME}: {BROKEN[text]}" in err[0]
    assert run_flake8(["-j1", "a.py"]) == 1
    assert f"{NAME}: {BROKEN[text]}" in capsys.readouterr().out
    assert Path(NAME).read_bytes() == text.encode("latin-1")


def test_a_broken_baseline_of_a_folder_below_is_told_in_flake8(capsys: pytest.CaptureFixture[str]) -> None:
    Path("sub").mkdir()
    Path("sub/a.py").write_text(HEAD + FIRST)
    Path("sub", NAME).write_text("{")
    assert run_flake8(["-j1", "--select=DEV", "sub"]) == 1
    assert " DEV000 devlint failed on this file: BadOption: " in capsys.readouterr().out


def test_a_project_cannot_choose_where_else_a_baseline_is_made(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("sub").mkdir()
    Path("sub/a.py").write_text(HEAD + FIRST)
    Path("sub/devlint.toml").write_text("baseline = '../elsewhere.json'\n")
    monkeypatch.chdir("sub")
    code, out, (said,) = run(capsys, "baseline")
    assert (code, out, os.path.exists("../elsewhere.json")) == (2, [], False)
    assert said.endswith("elsewhere.json: is outside of the current folder; `--baseline` may be")
    assert run(capsys, "baseline", "--baseline=../elsewhere.json")[0] == 0
    assert run(capsys, "baseline")[1] == ["../elsewhere.json: 1 finding in 1 file, 0 of them new, 0 gone"]
    os.unlink("../elsewhere.json")
    os.mkfifo("../elsewhere.json")
    for command in ("check", "baseline"):
        assert run(capsys, command)[2][0].endswith("elsewhere.json: is no file")


def test_prune_leaves_what_is_below_the_level_shown(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text("import torch\n\n\ndef f(n: int):\n    return torch.ones(n).to('cuda')\n\n\n" + HINT)
    assert run(capsys, "baseline", "--level=hint")[0] == 0
    before = Path(NAME).read_bytes()
    assert b"DEV" in before
    assert run(capsys, "baseline", "--prune")[1][0].startswith(f"{NAME}: took out 0 findings")
    assert Path(NAME).read_bytes() == before


def test_prune_needs_a_baseline(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "baseline", "--prune")[0] == 2


def test_noqa_takes_nothing_from_the_baseline(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(HEAD + FIRST)
    run(capsys, "baseline")
    Path("a.py").write_text(HEAD + AGAIN.replace("torch.ones(3)", "torch.ones(3)  # noqa: DEV102", 1))
    assert reported(capsys) == []


def test_a_notebook(capsys: pytest.CaptureFixture[str]) -> None:
    def write(*cells: str) -> None:
        content = [{"cell_type": "code", "source": cell} for cell in cells]
        Path("n.ipynb").write_text(json.dumps({"cells": content, "metadata": {}, "nbformat": 4}))

    write(HEAD, "%time\n" + FIRST)
    assert run(capsys, "baseline")[1] == [f"{NAME}: 1 finding in 1 file, 1 of them new, 0 gone"]
    write(HEAD, "a = 1\n!ls", FIRST)
    assert run(capsys, "check")[0] == 0
    write(HEAD, FIRST, SECOND)
    assert len(run(capsys, "check", "--output-format=concise")[1]) == 1


def test_the_place_of_a_finding() -> None:
    text = HEAD + "class A:\n    def f(self, x: torch.Tensor):\n        é = 1; return torch.relu(x) * torch.ones(3)\n"
    (place,) = places(lint(text), text)
    assert (place.function, place.statement) == ("A.f", "return torch.relu(x) * torch.ones(3)")
    text = HEAD + "@torch.no_grad()\ndef f(x: torch.Tensor):\n    for y in torch.relu(x) * torch.ones(3):\n        y\n"
    (place,) = places(lint(text), text)
    assert (place.function, place.statement) == ("f", "for y in torch.relu(x) * torch.ones(3):")
