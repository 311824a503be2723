"""Comments that repairs remove, and those that ``--add-ignore`` writes."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from devlint.cli import main

HEAD = "import torch\n\n\ndef f(x: torch.Tensor):\n"
LINE = "    return torch.relu(x) * torch.ones(3)"
FOUND = HEAD + LINE + "\n"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def changed(text: str, *arguments: str) -> str:
    """What a run of ``devlint check`` makes of a file, which then has nothing more to report."""
    Path("a.py").write_bytes(text.encode())
    assert main(["check", "--isolated", *arguments, "a.py"]) == 0
    assert main(["check", "--isolated", "a.py"]) == 0
    return Path("a.py").read_bytes().decode()


REMOVED = {
    "x = 1  # devlint: ignore[DEV102] why\n": "x = 1\n",
    "x = 1  # noqa: DEV102,E501\n": "x = 1  # noqa: E501\n",
    "x = 1  # noqa: E501, DEV102, W291\n": "x = 1  # noqa: E501, W291\n",
    "x = 1  # a # noqa: DEV102\n": "x = 1  # a\n",
    "x = 1  # devlint: ignore[DEV102] why # a\n": "x = 1  # a\n",
    "# devlint: ignore[DEV102]\nx = 1\n": "x = 1\n",
    "x = [\n    # devlint: ignore[DEV102]\n    1,\n]\n": "x = [\n    1,\n]\n",
    "x = 1\r\n# devlint: ignore-file[DEV102]\r\ny = 'é'  # noqa: DEV2\r\n": "x = 1\r\ny = 'é'\r\n",
    "x = 1\n# devlint: ignore-file[DEV102]": "x = 1\n",
    "if x:\n    pass\n    # devlint: ignore[DEV102]\n    y = 1\n": "if x:\n    pass\n    y = 1\n",
    FOUND.replace("(3)", "(3)  # devlint: ignore[DEV103, DEV102] why"): FOUND.replace(
        "(3)", "(3)  # devlint: ignore[DEV102] why"
    ),
}


@pytest.mark.parametrize("text", REMOVED)
def test_what_silences_nothing_is_removed(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert changed(text, "--fix") == REMOVED[text]


def test_a_repair_takes_the_comment_along_that_it_leaves_without_use(capsys: pytest.CaptureFixture[str]) -> None:
    text = HEAD + "    y = torch.ones(3)\n    return x * y + torch.relu(x) * y\n"
    assert "devlint" not in changed(text + "\n\nz = 1  # noqa: DEV102\n", "--fix", "--unsafe-fixes")


ADDED = {
    FOUND: FOUND.replace("(3)", "(3)  # devlint: ignore[DEV102] it is small"),
    FOUND.replace("(3)", "(3)  # a"): FOUND.replace("(3)", "(3)  # a  # devlint: ignore[DEV102] it is small"),
    FOUND.replace("(3)", "(3)  # devlint: ignore[bare-cuda] why"): FOUND.replace(
        "(3)", "(3)  # devlint: ignore[bare-cuda, DEV102] why"
    ),
    FOUND.replace("(3)", "(3)  # devlint: ignore[DEV102, DEV105"): FOUND.replace(
        "(3)", "(3)  # devlint: ignore[DEV102] it is small"
    ),
    FOUND.replace("(3)", "(3)  # devlint: ignore[DEV105 as it is  # noqa: E1"): FOUND.replace(
        "(3)", "(3)  # devlint: ignore[DEV102] as it is  # noqa: E1"
    ),
    FOUND.replace("(3)", "(3)  # devlint: ignore"): FOUND.replace(
        "(3)", "(3)  # devlint: ignore[DEV102] it is small"
    ),
    FOUND.replace(") * t", ") \\\n * t"): FOUND.replace(
        ") * torch.ones(3)", ") \\\n * torch.ones(3)  # devlint: ignore[DEV102] it is small"
    ),
    FOUND.replace("torch.ones(3)", "torch.ones(len('''a\nb'''))"): FOUND.replace(
        "torch.ones(3)", "torch.ones(len('''a\nb'''))  # devlint: ignore[DEV102] it is small"
    ),
    FOUND.replace("torch.ones(3)", "torch.ones(\n3)"): FOUND.replace(
        "torch.ones(3)", "torch.ones(  # devlint: ignore[DEV102] it is small\n3)"
    ),
    "\ufeff" + FOUND.replace("\n", "\r\n"): "\ufeff"
    + FOUND.replace("(3)", "(3)  # devlint: ignore[DEV102] it is small").replace("\n", "\r\n"),
    FOUND.rstrip("\n"): FOUND.replace("(3)\n", "(3)  # devlint: ignore[DEV102] it is small"),
}


@pytest.mark.parametrize("text", ADDED)
def test_what_is_found_is_silenced_by_a_comment(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--ignore=DEV201"] if "bare-cuda" in text else []
    Path("a.py").write_bytes(text.encode())
    assert main(["check", "--isolated", "--add-ignore", "it is small", *arguments, "a.py"]) == 0
    assert Path("a.py").read_bytes().decode() == ADDED[text]
    assert "ignored 1 finding in 1 file" in capsys.readouterr().out
    assert main(["check", "--isolated", *arguments, "a.py"]) == 0


def test_a_diff_writes_no_comment(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(FOUND)
    assert main(["check", "--isolated", "--add-ignore", "", "--diff", "a.py"]) == 1
    out, err = capsys.readouterr()
    assert f"+{LINE}  # devlint: ignore[DEV102]\n" in out
    assert err == "would ignore 1 finding in 1 file\n"
    assert Path("a.py").read_text() == FOUND


def test_the_rest_of_a_notebook_stays_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    lines = FOUND.splitlines(keepends=True)
    cells = [
        {"cell_type": "code", "metadata": {"a": 1}, "source": ["%matplotlib inline\n", lines[0]]},
        {"cell_type": "code", "source": lines[3:]},
        {"cell_type": "code", "source": ["# devlint: ignore[DEV102]\n", "y = 1\n", "# noqa: DEV2"]},
        {"cell_type": "code", "source": "y = 2\n# noqa: DEV2\n"},
    ]
    before = json.dumps({"nbformat": 4, "metadata": {}, "cells": cells}, indent=1)
    Path("n.ipynb").write_text(before)
    assert main(["check", "--isolated", "--add-ignore", "small", "n.ipynb"]) == 1
    after = Path("n.ipynb").read_text()
    silenced = "(3)  # devlint: ignore[DEV102] small\\n"
    assert after == before.replace("(3)\\n", silenced)
    assert main(["check", "--isolated", "--fix", "n.ipynb"]) == 0
    sources = ["".join(cell["source"]) for cell in json.loads(Path("n.ipynb").read_text())["cells"]]
    assert sources[2:] == ["y = 1", "y = 2\n"]
    assert main(["check", "--isolated", "n.ipynb"]) == 0


def test_permissions_stay(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(FOUND)
    Path("a.py").chmod(0o640)
    assert main(["check", "--isolated", "--add-ignore", "", "a.py"]) == 0
    assert Path("a.py").stat().st_mode & 0o777 == 0o640
    assert os.listdir() == ["a.py"]


@pytest.mark.parametrize("reason", ["two\nlines", "a # b", "[DEV1]", "\x1b[31m"])
def test_a_reason_that_cannot_stand_in_a_comment_is_refused(reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(FOUND)
    assert main(["check", "--isolated", "--add-ignore", reason, "a.py"]) == 2
    assert capsys.readouterr().err == "devlint: error: --add-ignore: the reason is one line without `#`\n"


@pytest.mark.parametrize("flag", ["--fix", "--disable-noqa", "--fix-only"])
def test_flags_that_contradict_it(flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--isolated", "--add-ignore", "", flag]) == 2
    assert "--add-ignore: cannot be used with --" in capsys.readouterr().err
