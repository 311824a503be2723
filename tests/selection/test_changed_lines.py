"""``--diff-base``: only what touches a line that was changed."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from devlint.cli import main
from tests.harness.git_repositories import git

HEAD = "import torch\n\n\ndef {}(x: torch.Tensor):\n"
BAD = HEAD + "    mask = torch.ones(3)\n    y = x + 1\n    return torch.relu(y) * mask\n"


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


def test_a_bare_repository_that_is_a_part_of_the_tree_is_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    git("init", "-q", "--bare", "inner")
    Path("inner/a.py").write_text(BAD.format("f"))
    os.chdir("inner")
    assert found(capsys, "--diff-base=begin", ".", "../a.py") == ["a.py:5"]


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


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--diff-base=nowhere"], "'nowhere' is no revision of {here}"),
        (["--diff-base=--output=a.py"], "'--output=a.py' is no revision of {here}"),
        (["--diff-base=@{u}"], "'@{{u}}' is no revision of {here}; name a commit, branch or tag, with ~ and ^ at most"),
        (["--diff-base="], "'' is no revision of {here}"),
        (["--diff-base=other"], "'other' has no commit in common with the current one"),
        (["--diff-base=HEAD", "--fix"], "cannot be used with what changes files"),
        (["--diff-base=HEAD", "--add-ignore="], "cannot be used with what changes files"),
    ],
)
def test_what_cannot_be_answered_ends_the_run(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    git("tag", "other", git("commit-tree", "HEAD^{tree}", "-m", "no parent"))
    assert main(["check", "--isolated", *arguments]) == 2
    said = said.format(here=os.path.realpath("."))
    assert capsys.readouterr() == ("", f"devlint: error: --diff-base: {said}\n")


def test_outside_of_a_repository(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    assert main(["check", "--isolated", "--diff-base=HEAD", "nowhere.py"]) == 2
    assert "devlint: error: --diff-base: / lies in no git repository" in capsys.readouterr().err


def test_broken_files_are_told_all_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text("(\n")
    git("commit", "-qam", "broken")
    assert main(["check", "--isolated", "--diff-base=HEAD"]) == 2


def test_ends_of_lines_do_not_count(capsys: pytest.CaptureFixture[str]) -> None:
    text = BAD.format("f") + BAD.format("g")
    Path("a.py").write_bytes(text.replace("\n", "\r\n").encode())
    assert found(capsys, "--diff-base=HEAD", "a.py") == []
    Path("a.py").write_bytes(text.replace("ones(3)", "ones(4)", 1).replace("\n", "\r\n").encode())
    assert found(capsys, "--diff-base=HEAD", "a.py") == ["a.py:5"]


def test_a_file_keeps_its_lines_where_it_goes(capsys: pytest.CaptureFixture[str]) -> None:
    for number, name in enumerate(("one", "two", "three")):
        Path(f"{name}.py").write_text(f"# {name}\n" * 9 + BAD.format(name) + BAD.format(f"{name}_{number}"))
    git("add", ".")
    git("commit", "-qm", "second")
    Path("there").mkdir()
    for name in ("one", "two", "three"):
        text = Path(f"{name}.py").read_text()
        git("mv", f"{name}.py", f"there/{name}_.py")
        Path(f"there/{name}_.py").write_text("# more\n" + text.replace("ones(3)", "ones(4)", 1))
    Path("there/copy.py").write_text("# other\n" * 40 + BAD.format("f"))
    git("add", ".")
    expected = ["there/copy.py:45", *(f"there/{name}_.py:15" for name in ("one", "three", "two"))]
    assert found(capsys, "--diff-base=HEAD", "there") == expected


@pytest.mark.parametrize("version", ["2", "3", "4"])
def test_versions_of_the_index(version: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("new.py").write_text(BAD.format("f"))
    git("add", "-N", "new.py")  # which version 3 is made for
    git("update-index", "--index-version", version)
    git("update-index", "--skip-worktree", "gone.py")
    assert found(capsys, "--diff-base=HEAD") == ["new.py:5"]


def test_a_split_index_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    git("update-index", "--split-index")
    assert main(["check", "--isolated", "--diff-base=HEAD"]) == 2
    assert "git update-index --no-split-index" in capsys.readouterr().err


def test_a_missing_object_costs_the_file_that_needs_it(capsys: pytest.CaptureFixture[str]) -> None:
    blob = git("rev-parse", "HEAD:gone.py")
    Path(".git/objects", blob[:2], blob[2:]).unlink()
    Path("gone.py").write_text(BAD.format("f"))
    Path("a.py").write_text("# more\n" + BAD.format("f").replace("ones", "zeros"))
    assert main(["check", "--isolated", "--diff-base=HEAD", "--output-format=concise"]) == 2
    out, err = capsys.readouterr()
    assert "a.py:6" in out
    assert f"gone.py: cannot be compared for --diff-base: the object {blob} is missing" in err
    assert "nothing is fetched" in err
