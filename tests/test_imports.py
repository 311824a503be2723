"""What is loaded when: nobody pays for the evaluator who does not use torch, and torch is never loaded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.harness.git_repositories import git

HEAVY = ("dulwich", "libcst", "torch", "numpy", "rich", "pathspec", "pygls", "lsprotocol", "shtab", "watchfiles", "xml")
TORCH_FREE = "import os\n\n\ndef f(x):\n    return os.path.join(x, 'a')\n"


def loaded_by(code: str, cwd: Path) -> set[str]:
    """The top-level packages that are loaded once ``code`` has run."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", code], capture_output=True, text=True, check=True, cwd=cwd
    )
    return {line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.splitlines()}


@pytest.mark.parametrize(
    "code",
    [
        "import devlint",
        "import devlint.flake8_plugin",
        "import devlint.cli",
        "import devlint; assert devlint.lint(open('plain.py').read(), 'plain.py') == []",
        "from devlint.cli import main; assert main(['check', 'plain.py']) == 0",
        "from flake8.main.cli import main; assert main(['--isolated', '--select=DEV', 'plain.py']) == 0",
        "from devlint.cli import main; assert main(['rules']) == 0",
        "from devlint.cli import main; assert main(['explain', 'DEV201']) == 0",
    ],
)
def test_nothing_heavy_is_loaded(code: str, tmp_path: Path) -> None:
    (tmp_path / "plain.py").write_text(TORCH_FREE)
    loaded = loaded_by(code, tmp_path)
    assert "devlint" in loaded
    assert loaded.isdisjoint(HEAVY)


@pytest.mark.parametrize("flags", ["", "'--diff-base=HEAD'", "'--rev=HEAD'"])
def test_git_is_read_by_dulwich_where_it_is_asked_for(flags: str, tmp_path: Path) -> None:
    """What git tracks, for which the index is read, is asked by every run over an ignored file."""
    (tmp_path / "plain.py").write_text(TORCH_FREE)
    (tmp_path / ".gitignore").write_text("plain.py\n")
    git("init", "-q", ".", folder=tmp_path)
    git("add", "-f", ".", folder=tmp_path)
    git("commit", "-qm", "begin", folder=tmp_path)
    loaded = loaded_by(f"from devlint.cli import main; assert main(['check', '--isolated', {flags}]) == 0", tmp_path)
    assert "pathspec" in loaded
    assert ("dulwich" in loaded) == bool(flags)
    assert loaded.isdisjoint({"urllib3", "http", "ssl", "socket"})


def test_patterns_that_flake8_does_not_ask_for_are_not_matched(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("import torch\nx = torch.ones(3, device='cuda') + torch.ones(3)\n")
    patterns = "exclude = ['a/', '*_b.py']\nper-file-ignores = { 'c/' = ['DEV7'] }\n"
    (tmp_path / "pyproject.toml").write_text(f"[tool.devlint]\n{patterns}")
    loaded = loaded_by("from flake8.main.cli import main; assert main(['--select=DEV', 'bad.py']) == 1", tmp_path)
    assert "pathspec" not in loaded


def test_the_linter_never_loads_torch(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("import torch\nx = torch.ones(3, device='cuda') + torch.ones(3)\n")
    loaded = loaded_by("from devlint.cli import main; assert main(['check', 'bad.py']) == 1", tmp_path)
    assert "torch" not in loaded


@pytest.mark.parametrize("text", [TORCH_FREE, "import torch\nx = torch.ones(3)\n"])
def test_the_collector_is_spared_what_is_loaded_once_torch_is_used(text: str, tmp_path: Path) -> None:
    (tmp_path / "file.py").write_text(text)
    code = "import devlint, gc; devlint.lint(open('file.py').read()); print(gc.get_freeze_count() > 0, gc.isenabled())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.split() == [str(text != TORCH_FREE), "True"]


@pytest.mark.parametrize(
    "code",
    [
        "import devlint.simcuda, devlint.simcuda.pytest_plugin",
        "import devlint.simcuda.__main__ as runner; runner.parse(['--report', 'train.py'])",
    ],
)
def test_the_simulation_loads_neither_the_linter_nor_torch_before_it_runs(code: str, tmp_path: Path) -> None:
    check = "import sys; print(*(name for name in sys.modules if name.startswith(('devlint.', 'flake8', 'torch'))))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}; {check}"], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    loaded = done.stdout.split()
    assert "devlint.simcuda" in loaded
    assert [name for name in loaded if not name.startswith("devlint.simcuda")] == []
