"""``devlint init``: what it shows and writes, and that nothing that is there is lost."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from devlint.cli import main
from devlint.configuration.options import Options
from devlint.configuration.reading import configured

SOURCE = "git+https://example.org/devlint"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def init(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["init", *arguments])
    return code, *capsys.readouterr()


def files() -> dict[str, str]:
    return {str(path): path.read_text() for path in Path().rglob("*") if path.is_file()}


def test_without_write_a_diff_is_shown_and_nothing_written(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = init(capsys, "--source", SOURCE)
    assert (code, err, files()) == (0, "", {})
    for line in ("+++ devlint.toml", "+++ .pre-commit-config.yaml", "+++ .github/workflows/devlint.yml"):
        assert line in out
    assert "Nothing was written" in out


def test_what_is_written_is_read_and_a_second_run_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert init(capsys, "--write", "--source", SOURCE)[0] == 0
    assert sorted(files()) == [".github/workflows/devlint.yml", ".pre-commit-config.yaml", "devlint.toml"]
    assert configured() == Options()
    before = files()
    code, out, err = init(capsys, "--write")
    assert (code, err, files()) == (0, "", before)
    assert "configures devlint already" in out


def test_files_are_extended_and_lose_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    Path("pyproject.toml").write_text('[project]\nname = "x"')
    Path(".pre-commit-config.yaml").write_text("repos:\n  - repo: a\n    rev: 1\n\nci:\n  skip: []\n")
    os.chmod("pyproject.toml", 0o640)
    assert init(capsys, "--write", "--source", SOURCE, "configuration", "pre-commit")[0] == 0
    assert Path("pyproject.toml").read_text().startswith('[project]\nname = "x"\n\n[tool.devlint]\n')
    assert Path("pyproject.toml").stat().st_mode & 0o777 == 0o640
    lines = Path(".pre-commit-config.yaml").read_text().splitlines()
    assert lines[:3] == ["repos:", "  - repo: a", "    rev: 1"] and lines[-3:] == ["", "ci:", "  skip: []"]
    assert lines[3:5] == ["  - repo: local", "    hooks:"] and f'        additional_dependencies: ["{SOURCE}"]' in lines


def test_what_cannot_be_extended_is_said_and_the_other_parts_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    Path(".pre-commit-config.yaml").write_text("repos: []\n")
    code, _, err = init(capsys, "--write", "--source", SOURCE)
    assert code == 2 and "has no list `repos:` that can be extended" in err
    assert Path("devlint.toml").exists() and Path(".pre-commit-config.yaml").read_text() == "repos: []\n"


def test_a_link_is_not_followed(capsys: pytest.CaptureFixture[str], tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "target").write_text("")
    Path("pyproject.toml").symlink_to(outside / "target")
    Path(".github").symlink_to(outside)
    code, _, err = init(capsys, "--write", "--source", SOURCE, "configuration")
    assert code == 2 and "is no regular file" in err
    code, _, err = init(capsys, "--write", "--source", SOURCE, "workflow")
    assert code == 2 and "leads out of this folder" in err
    assert (outside / "target").read_text() == "" and not list(outside.rglob("*.yml"))


def test_other_machines_need_an_address(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("devlint.cli.init.shared_requirement", lambda: "")
    code, _, err = init(capsys, "workflow")
    assert code == 2 and "name it with `--source REQUIREMENT`" in err
    assert init(capsys, "workflow", "--source", 'a"; rm -rf "')[0] == 2
    assert init(capsys, "nothing")[0] == 2
    code, _, err = init(capsys)
    assert (code, err.count("\n")) == (0, 1) and "init: pre-commit and workflow: left out" in err


def test_the_baseline_is_written_only_if_it_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text('import torch\n\n\ndef f(x):\n    x = x.to("cuda")\n    return x + torch.ones(3)\n')
    assert init(capsys, "--write", "configuration")[0] == 0
    assert sorted(files()) == ["a.py", "devlint.toml"]
    assert init(capsys, "--write", "baseline")[0] == 0
    assert ".devlint-baseline.json" in files()
