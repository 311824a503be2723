"""``--diff-base``: only what touches a line that was changed."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from devlint.cli import main

HEAD = "import torch\n\n\ndef {}(x: torch.Tensor):\n"
BAD = HEAD + "    mask = torch.ones(3)\n    y = x + 1\n    return torch.relu(y) * mask\n"


def git(*arguments: str) -> None:
    alone = {"GIT_CONFIG_GLOBAL": "nowhere", "GIT_CONFIG_NOSYSTEM": "1", "XDG_CONFIG_HOME": "nowhere"}
    who = ("-c", "user.name=a", "-c", "user.email=a@b")
    done = subprocess.run(["git", *who, *arguments], capture_output=True, text=True, env={**os.environ, **alone})
    assert done.returncode == 0, done.stderr


def notebook(*cells: str) -> str:
    return json.dumps({"cells": [{"cell_type": "code", "source": c} for c in cells], "metadata": {}, "nbformat": 4})


@pytest.fixture(autouse=True)
def _in_a_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a.py", "sub/b c.py", "sub/é.py", "moved.py"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(BAD.format("f") + BAD.format("g"))
    Path("gone.py").write_text("x = 1\n")
    Path("n.ipynb").write_text(notebook(BAD.format("f"), BAD.format("g")))
    git("init", "-q", "-b", "main", ".")
    git("add", ".")
    git("commit", "-qm", "begin")
    git("tag", "begin")


def found(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    main(["check", "--isolated", "--output-format=concise", *arguments])
    out, err = capsys.readouterr()
    assert err == ""
    return [line.partition(": DEV")[0].rpartition(":")[0] for line in out.splitlines()]


def test_only_what_touches_a_changed_line_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert found(capsys, "--diff-base=HEAD") == []
    text = BAD.format("f") + BAD.format("g")
    Path("a.py").write_text("# more\n" + text.replace("ones(3)", "ones(4)", 1))
    Path("sub/b c.py").write_text(text.replace("y = x + 1", "y = x + 2"))  # between the two places of the finding
    Path("sub/é.py").write_text(text + "++ 1\n" + BAD.format("h").rstrip("\n"))
    Path("gone.py").unlink()
    git("mv", "moved.py", "other.py")
    Path("new.py").write_text(BAD.format("k") + "# more\n" * 30)
    Path("ignored.py").write_text(BAD.format("f"))
    Path(".gitignore").write_text("ignored.py\n")
    Path("n.ipynb").write_text(notebook("%time\n1", BAD.format("f"), BAD.format("g").replace("ones", "zeros")))
    expected = ["a.py:6", "n.ipynb:cell 3:5", "new.py:5", "sub/é.py:20"]
    assert found(capsys, "--diff-base=HEAD") == expected
    git("add", ".")
    git("commit", "-qm", "second")
    assert found(capsys, "--diff-base=begin") == expected
    assert found(capsys, "--diff-base=HEAD") == []
    assert found(capsys, "--diff-base=HEAD", "ignored.py") == ["ignored.py:5"]
    os.chdir("sub")
    assert found(capsys, "--diff-base=main^", "../a.py", ".") == ["../a.py:6", "é.py:20"]


def test_a_repository_that_is_a_part_of_the_tree_is_not_asked(capsys: pytest.CaptureFixture[str]) -> None:
    git("init", "-q", "--bare", "inner")
    os.chdir("inner")
    assert main(["check", "--isolated", "--diff-base=HEAD", "."]) == 2
    assert "bareRepository" in capsys.readouterr().err


def test_what_another_branch_changed_does_not_count(capsys: pytest.CaptureFixture[str]) -> None:
    git("checkout", "-qb", "side")
    git("checkout", "-q", "main")
    Path("a.py").write_text("# more\n" + BAD.format("f").replace("ones(3)", "ones(4)"))
    git("commit", "-qam", "main goes on")
    git("checkout", "-q", "side")
    Path("gone.py").write_text(BAD.format("f").replace("ones(3)", "ones(4)"))
    assert found(capsys, "--diff-base=main") == ["gone.py:5"]


def test_a_note_touches_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    text = "import torch\n\n\nx = torch.ones(3)\ny = torch.ones(3, device='cuda')\nz = 1\nprint(x + y)\n"
    Path("a.py").write_text(text)
    git("commit", "-qam", "second")
    Path("a.py").write_text(text.replace("x = torch.ones(3)", "x = torch.ones(4)"))
    assert len(found(capsys, "--diff-base=HEAD", "a.py")) == 1
    Path("a.py").write_text(text.replace("z = 1", "z = 2"))
    assert found(capsys, "--diff-base=HEAD", "a.py") == []


NO_REVISION = "is no revision that has a commit in common with the current one"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--diff-base=nowhere"], f"'nowhere' {NO_REVISION}"),
        (["--diff-base=--output=a.py"], f"'--output=a.py' {NO_REVISION}"),
        (["--diff-base=HEAD", "--fix"], "cannot be used with what changes files"),
        (["--diff-base=HEAD", "--add-ignore="], "cannot be used with what changes files"),
    ],
)
def test_what_cannot_be_answered_ends_the_run(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "--isolated", *arguments]) == 2
    assert capsys.readouterr() == ("", f"devlint: error: --diff-base: {said}\n")


def test_outside_of_a_repository(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    assert main(["check", "--isolated", "--diff-base=HEAD", "nowhere.py"]) == 2
    assert "devlint: error: --diff-base: fatal: not a git repository" in capsys.readouterr().err


def test_broken_files_are_told_all_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text("(\n")
    git("commit", "-qam", "broken")
    assert main(["check", "--isolated", "--diff-base=HEAD"]) == 2
