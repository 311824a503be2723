"""A statement that is found in several places is one block of the format `full`, and counts as often as it is found."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from devlint.cli import main

HEAD = "import torch\n\n\n"
BAD = "def f(x: torch.Tensor):\n    return x + torch.ones(3)\n"
MESSAGE = "`torch.ones(3)` is created on the CPU but `x` may be on a GPU; use `device=x.device`"


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for variable in ("FORCE_COLOR", "GITHUB_ACTIONS"):
        monkeypatch.delenv(variable, raising=False)


def report(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["check", "--isolated", "--no-cache", *arguments]) == 1
    return capsys.readouterr().out


def write(**programs: str) -> None:
    for name, text in programs.items():
        Path(f"{name}.py").write_text(HEAD + text)


def test_a_statement_in_two_files_is_one_block(capsys: pytest.CaptureFixture[str]) -> None:
    deeper = "if True:\n" + "".join(f"    {line}\n" for line in BAD.splitlines())
    write(a=BAD, b=deeper)
    head, _, source, *_, same, place, empty, last = report(capsys).splitlines()
    assert head == f"a.py:5:16: warning: DEV102 [*] factory-without-device {MESSAGE}"
    assert source == "5 |     return x + torch.ones(3)"
    assert (same, place, empty) == ("  = the same in 1 more place:", "    b.py:6:20", "")
    assert last == "2 findings (2 warnings) in 2 files; [*] fixable: 2 with --fix"


def test_no_fold_writes_each_place(capsys: pytest.CaptureFixture[str]) -> None:
    write(a=BAD, b=BAD)
    lines = report(capsys, "--no-fold").splitlines()
    assert [line.split(" ")[0] for line in lines if MESSAGE in line] == ["a.py:5:16:", "b.py:5:16:"]
    assert lines[-1] == "2 findings (2 warnings) in 2 files; [*] fixable: 2 with --fix"
    assert not any("the same in" in line for line in lines)


def test_places_of_one_file_are_folded(capsys: pytest.CaptureFixture[str]) -> None:
    write(a="\n\n".join(BAD.replace("def f", f"def f{n}") for n in range(12)))
    lines = report(capsys).splitlines()
    same = lines.index("  = the same in 11 more places:")
    assert lines[same + 1 : -2] == [*(f"    a.py:{n}:16" for n in range(9, 45, 4)), "    … and 2 more: --no-fold"]
    assert lines[-1].startswith("12 findings (12 warnings) in 1 file")


def test_a_statement_in_500_places_takes_a_screen(capsys: pytest.CaptureFixture[str]) -> None:
    write(a="\n\n".join(BAD.replace("def f", f"def f{n}") for n in range(500)))
    lines = report(capsys).splitlines()
    assert len(lines) < 25
    assert lines[-3] == "    … and 490 more: --no-fold"
    assert lines[-1].startswith("500 findings (500 warnings) in 1 file")


@pytest.mark.parametrize(
    "other",
    [
        BAD.replace("ones(3)", "ones(4)"),  # another message
        BAD.replace("return x", "return 2 * x"),  # another line
        BAD.replace("x + torch.ones(3)", "x + torch.ones(3) + (\n        x\n    )"),
        BAD.replace("x: torch.Tensor", "x").replace("return", "x = x.cuda()\n    return"),  # another level
    ],
)
def test_what_differs_has_a_block_of_its_own(capsys: pytest.CaptureFixture[str], other: str) -> None:
    write(a=BAD, b=other)
    assert "the same in" not in report(capsys)


def test_a_statement_over_several_lines_is_compared_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    split = "def f(x: torch.Tensor):\n    y = torch.ones(\n        {},\n    )\n    return x + y\n"
    write(a=split.format("3"), b=split.format("4"), c=split.format("3"))
    lines = report(capsys).splitlines()
    assert [line.split(" ")[0] for line in lines if "DEV102" in line] == ["a.py:5:9:", "b.py:5:9:"]
    assert lines[lines.index("  = the same in 1 more place:") + 1] == "    c.py:5:9"


def test_a_place_in_a_notebook_is_that_of_its_cell(capsys: pytest.CaptureFixture[str]) -> None:
    cells = [{"cell_type": "code", "source": HEAD}, {"cell_type": "code", "source": BAD}]
    Path("note.ipynb").write_text(json.dumps({"metadata": {}, "cells": cells}))
    write(a=BAD)
    lines = report(capsys).splitlines()
    assert "    note.ipynb:cell 2:2:16" in lines


@pytest.mark.parametrize("form", ["concise", "grouped", "json", "json-lines", "github"])
def test_no_other_format_folds(capsys: pytest.CaptureFixture[str], form: str) -> None:
    write(a=BAD, b=BAD)
    written = report(capsys, f"--output-format={form}")
    assert all(written.count(name) for name in ("a.py", "b.py")) and "the same in" not in written
    assert written == report(capsys, f"--output-format={form}", "--no-fold")
