"""The current folder is what is checked: nothing that devlint starts imports from it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.project.test_project import net

ROOT = Path(__file__).parents[2]
NAMES = (
    "devlint", "random", "json", "pickle", "struct", "tempfile", "multiprocessing", "concurrent", "asyncio", "signal",
    "queue", "torch", "pathspec", "libcst", "tomli", "flake8", "pyarrow", "dask", "distributed", "pygls", "lsprotocol",
    "runner", "sitecustomize", "usercustomize", "conftest", "setup", "__main__", "__init__",
)  # fmt: skip


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A folder in which each of these modules leaves a file where it is imported."""
    folder = tmp_path / "tree"
    folder.mkdir()
    spring = f"open({str(tmp_path / 'SPRUNG')!r}, 'a').write(__name__ + '\\n')\n"
    for name in NAMES:
        if name in ("devlint", "multiprocessing", "concurrent", "pyarrow"):
            (folder / name).mkdir()
            (folder / name / "__init__.py").write_text(spring)
        else:
            (folder / f"{name}.py").write_text(spring)
    (folder / "more.pth").write_text(f"import sys; {spring}")
    (folder / "devlint-9.dist-info").mkdir()
    (folder / "devlint-9.dist-info" / "entry_points.txt").write_text(
        "[devlint.rules]\nx = random\n[flake8.extension]\nX = random:X\n"
    )
    for number in range(3):
        (folder / f"net{number}.py").write_text(net("", "torch.ones(3)"))
    return folder


def run(folder: Path, code: str, *arguments: str, path: str = "") -> subprocess.CompletedProcess[str]:
    """``code`` in a process that does not look into the current folder itself, as the command ``devlint`` does not."""
    begin = f"import sys; sys.path[:] = [{str(ROOT)!r}, *filter(None, sys.path)]\n{code}"
    return subprocess.run(
        [sys.executable, "-c", begin, *arguments], cwd=folder, capture_output=True, text=True, timeout=120,
        env={**os.environ, "PYTHONPATH": path}, stdin=subprocess.DEVNULL,
    )  # fmt: skip


def sprung(folder: Path) -> str:
    mark = folder.parent / "SPRUNG"
    return mark.read_text() if mark.exists() else ""


CHECK = "from devlint.cli import main; sys.exit(main())"
STARTED_ANEW = """
import multiprocessing
if __name__ == "__main__":
    from devlint.engine import batch
    batch._can_fork = lambda: False
    multiprocessing.set_start_method("{}")
    from devlint.cli import main
    sys.exit(main())
"""


def test_the_traps_work(trap: Path) -> None:
    subprocess.run([sys.executable, "-c", "import random, json, devlint"], cwd=trap, check=True)
    assert sprung(trap).split() == ["random", "json", "devlint"]


@pytest.mark.parametrize("arguments", [["-j1"], ["-j2"], ["-j2", "--isolated"], ["--fix", "--diff"]], ids=" ".join)
def test_checks(arguments: list[str], trap: Path) -> None:
    done = run(trap, CHECK, "check", *arguments)
    assert "3 findings" in done.stdout or "--diff" in arguments, done.stderr
    assert sprung(trap) == ""


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_processes_that_are_started_anew(method: str, trap: Path) -> None:
    """As where nothing can be forked: on macOS and Windows, or beside threads."""
    done = run(trap, STARTED_ANEW.format(method), "check", "-j2")
    assert "3 findings" in done.stdout, done.stderr
    assert sprung(trap) == ""


def test_python_with_a_module(trap: Path) -> None:
    """``python -m devlint``, where no folder ``devlint`` stands in front of it."""
    (trap / "devlint" / "__init__.py").unlink()
    (trap / "devlint").rmdir()
    for name in ("runpy", "pkgutil", "__main__"):  # which Python itself imports, before devlint is there
        (trap / f"{name}.py").unlink(missing_ok=True)
    done = subprocess.run(
        [sys.executable, "-m", "devlint", "check", "-j2"], cwd=trap, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert "3 findings" in done.stdout, done.stderr
    assert sprung(trap) == "", "but for what Python imports before devlint"


def test_the_process_of_the_fleet(trap: Path) -> None:
    code = """
import os
from devlint.fleet.checker import Checker
from devlint.fleet.request import FleetOptions
text = open("net0.py", "rb").read()
open("../spool", "wb").write(text)
with Checker(FleetOptions()) as checker:
    for row in checker.check("me/net", "../spool", {"a.py": (0, len(text))}):
        print(row)
"""
    done = run(trap, code)
    assert "DEV102" in done.stdout, done.stderr
    assert sprung(trap) == ""


def test_the_process_of_the_server(trap: Path) -> None:
    code = """
import asyncio
from devlint.configuration.options import Options
from devlint.source.files import read
from devlint.server.process import Process
from devlint.server.questions import Check, Checked
async def ask():
    process = Process({})
    print(await process.ask(Check(read("net0.py"), Options()), Checked))
    process.kill()
asyncio.run(ask())
"""
    done = run(trap, code)
    assert "DEV102" in done.stdout, done.stderr
    assert sprung(trap) == ""


@pytest.mark.slow
def test_a_run_of_the_fleet(trap: Path) -> None:
    """With the workers of Dask, which are started anew."""
    table = """
import pyarrow as pa, pyarrow.parquet as pq
rows = pa.table({"repository": ["r"], "path": ["a.py"], "content": [open("net0.py", "rb").read()]})
pq.write_table(rows, "../in.parquet")
"""
    assert run(trap, table).returncode == 0
    done = run(trap, CHECK, "fleet", "../in.parquet", "../out", "--workers", "2")
    assert done.returncode in (0, 1), done.stderr
    assert any((trap.parent / "out").rglob("*.parquet")), done.stderr
    assert sprung(trap) == ""
