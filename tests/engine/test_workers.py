"""What is found out once, before processes share the work."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from devlint.configuration.options import Options
from devlint.engine.batch import check_all
from devlint.engine.workspace import Workspace

MAKES = "import torch\n\n\ndef make(n):\n    return torch.ones(n)\n"
MEETS = "import torch\nfrom .makes import make\n\n\ndef f(x):\n    return torch.relu(x) + make(3)\n"


@pytest.fixture
def package(tmp_path: Path) -> list[str]:
    """A package of four modules, by path, of which three have a finding; the last one is not Python."""
    texts = {"__init__": "", "makes": MAKES, "a": MEETS, "b": MEETS, "c": MEETS, "broken": "import torch\ndef f(:\n"}
    (tmp_path / "pyproject.toml").touch()
    for name, text in texts.items():
        path = tmp_path / "pkg" / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return [str(tmp_path / "pkg" / f"{name}.py") for name in texts]


def test_what_is_prepared_is_not_scouted_again(package: list[str]) -> None:
    workspace = Workspace(Options(no_cache=True))
    workspace.prepare([*package, os.path.dirname(package[0]), "missing.py"])

    workspace.project._scout = lambda project, source: pytest.fail(f"{source.file} is scouted again")
    found = [workspace.lint(Path(path).read_text(), path) for path in package if "broken" not in path]
    assert [len(one) for one in found] == [0, 0, 1, 1, 1]


@pytest.mark.parametrize("options", [Options(no_cache=True), Options()], ids=["no cache", "cache"])
def test_processes_find_what_one_finds(package: list[str], options: Options) -> None:
    alone = list(check_all(package, options, jobs=1))
    assert [len(one.found) for one in alone] == [0, 0, 1, 1, 1, 0]
    assert list(check_all(package, options, jobs=3)) == alone
    assert list(check_all(package, options, jobs=3)) == alone


def test_flake8_finds_the_same_in_processes(package: list[str], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "flake8", "--isolated", "--select=DEV", "--devlint-no-cache", "pkg"]
    alone, shared = (
        subprocess.run([*command, f"-j{jobs}"], cwd=tmp_path, capture_output=True, text=True) for jobs in (1, 3)
    )
    assert alone.stdout.count("DEV102") == 3
    assert (shared.stdout, shared.stderr) == (alone.stdout, alone.stderr)
