"""The tools that are measured, each in an environment of its own, and the commands that run them.

Environments lie under .bench/venvs and hold what their name says: ``flake8`` flake8 and no plugin, ``devlint`` the
checkout under test, installed as a user would, ``compiled`` the same with its evaluator compiled, ``bugbear``
flake8-bugbear, ``torchfix`` TorchFix. All run flake8 with ``--isolated``, so that no configuration comes between, and
with as many processes as were asked for. ``devlint again`` finds its results in the cache, which the round that is not
counted has filled; the others keep none.

The peers run by themselves, each with its defaults and without a cache: linters for PyTorch (TorchFix,
torch-preflight), a linter for all of Python (pylint), and type checkers (mypy, pyrefly), which have no torch to read.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from benchmarks import CACHE

PARSE = """
import ast, pathlib, sys, warnings
warnings.simplefilter("ignore")
for name in sys.argv[1:]:
    path = pathlib.Path(name)
    for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
        try:
            ast.parse(file.read_bytes())
        except SyntaxError:
            pass
"""


def environment(name: str, *requirements: str, renew: bool = False, compiled: bool = False) -> Path:
    """The Python of the environment ``name``, made with ``requirements`` unless it is there.

    ``renew`` installs the requirements again (without their dependencies) where it is, and ``compiled`` says so to
    devlint's build.
    """
    folder = CACHE / "venvs" / name
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    pip = [str(python), "-m", "pip", "install", "--quiet", "--quiet"]
    variables = {**os.environ, "DEVLINT_COMPILE": "1" if compiled else "0"}
    if not (folder / "complete").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        subprocess.run([*pip, *requirements], check=True, env=variables)
        (folder / "complete").touch()
    elif renew:
        subprocess.run([*pip, "--force-reinstall", "--no-deps", *requirements], check=True, env=variables)
    return python


PEERS = {
    "torchfix": ["torchfix", "--select=ALL"],
    "torch-preflight": ["torch-preflight", "check"],
    "pylint": ["pylint", "--exit-zero"],
    "mypy": ["mypy", "--ignore-missing-imports", f"--cache-dir={os.devnull}"],
    "pyrefly": ["pyrefly", "check", "--output-format=min-text"],
}
"""The peers, by the names of their distributions: the arguments that they are run with."""


def peers() -> dict[str, list[str]]:
    """Name and command of each peer, to which the paths to read are appended."""
    found = {}
    for name, (program, *arguments) in PEERS.items():
        python = environment(name, name)
        found[f"{name} alone"] = [str(python.with_name(program)), *arguments]
    return found


def commands(
    tree: Path, jobs: int = 1, *, compiled: bool = False, bugbear: bool = False, torchfix: bool = False
) -> dict[str, list[str]]:
    """Name and command of each contender, in ``jobs`` processes, to which the paths to read are appended."""
    plain = str(environment("flake8", "flake8"))
    devlint = str(environment("devlint", str(tree), renew=True))
    flake8 = ["-m", "flake8", "--isolated", "--exit-zero", "-j", str(jobs)]
    found = {
        "ast.parse": [plain, "-c", PARSE],
        "flake8": [plain, *flake8],
        "flake8 + devlint": [devlint, *flake8, "--devlint-no-cache"],
        "flake8 + devlint again": [devlint, *flake8],
        "devlint alone": [devlint, "-m", "devlint", "check", "-j", str(jobs), "--no-cache"],
    }
    if compiled:
        python = str(environment("compiled", str(tree), renew=True, compiled=True))
        found["flake8 + devlint compiled"] = [python, *flake8, "--devlint-no-cache"]
    if bugbear:
        found["flake8 + bugbear"] = [str(environment("bugbear", "flake8-bugbear")), *flake8]
    if torchfix:
        found["flake8 + TorchFix"] = [str(environment("torchfix", "torchfix")), *flake8]
    return found


def versions(command: list[str]) -> str:
    """The versions that ``command``'s environment holds of the packages that matter, on one line."""
    python = Path(command[0]).with_name("python")
    script = (
        "import importlib.metadata as m, platform\n"
        "print('Python', platform.python_version(), *("
        "f'{d.name} {d.version}' for d in m.distributions() if d.name.lower() in {names}))"
    ).replace("{names}", repr({"flake8", "devlint", "flake8-bugbear", *PEERS}))
    done = subprocess.run([python, "-c", script], check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.strip()
