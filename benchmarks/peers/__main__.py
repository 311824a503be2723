"""Which tool finds which of twelve common device bugs.

    python -m benchmarks.peers                 runs every tool, prints a table in Markdown
    python -m benchmarks.peers --show NAME     prints a program as it is wrong, and its line as it is right

The programs are devlint's own, with one bug each, and all run on a CPU; the line that ends with ``# right: ...`` is
wrong and says how it is mended. A tool finds a bug where it says something of the wrong program that it does not say
of the mended one; a tool that runs programs, where the wrong one fails and the mended one does not. Linters run with
all of their rules, type checkers strict and with torch installed. Each is the newest release of the package index, in
an environment under ``.bench/venvs``.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.speed.contenders import environment

PROGRAMS = Path(__file__).parent / "programs"
OTHERS = ("flake8", "ruff", "mypy", "pyrefly", "torchfix", "torch-preflight")
_WRONG = re.compile(r"^( *)(\S.*?)  # right: (.*)$", re.MULTILINE)
_SAID = re.compile(r"program\.py:\d+(?::\d+)?:?(.*)")


@dataclass(frozen=True, slots=True)
class Program:
    """A program with one bug: as it is wrong, and mended."""

    name: str
    wrong: str
    right: str


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: its name, and whether it finds fault with the program at a path, as what it says of it."""

    name: str
    says: Callable[[Path], Counter[str]]


def programs() -> list[Program]:
    """All programs, by name. Raises ValueError for one without exactly one wrong line."""
    found = []
    for path in sorted(PROGRAMS.glob("*.py")):
        text = path.read_text(encoding="utf-8")
        if len(_WRONG.findall(text)) != 1:
            raise ValueError(f"{path.name} does not mark one line")
        found.append(Program(path.stem, _WRONG.sub(r"\1\2", text), _WRONG.sub(r"\1\3", text)))
    return found


def tools() -> list[Tool]:
    """The tools, those that read programs first."""
    folder = environment("peers", *OTHERS).parent
    python = sys.executable
    linters = {
        "flake8": ["flake8", "--isolated"],
        "ruff": ["ruff", "check", "--isolated", "--select=ALL", "--output-format=concise", "--no-cache"],
        "mypy": ["mypy", "--strict", f"--python-executable={python}"],
        "pyrefly": ["pyrefly", "check", "--output-format=min-text", f"--python-interpreter-path={python}"],
        "TorchFix": ["torchfix", "--select=ALL"],
        "torch-preflight": ["torch-preflight", "check"],
    }
    commands = {name: [str(folder / command[0]), *command[1:]] for name, command in linters.items()}
    commands["devlint"] = [python, "-m", "devlint", "check", "--isolated", "--no-cache", "--output-format=concise"]
    reading = [Tool(name, lambda path, command=command: said(command, path)) for name, command in commands.items()]  # type: ignore[misc]
    return [*reading, Tool("simulated CUDA", failure)]


def said(command: list[str], path: Path) -> Counter[str]:
    """What a linter says of the program at ``path``, without the places."""
    done = subprocess.run([*command, path.name], cwd=path.parent, capture_output=True, encoding="utf-8")
    return Counter(_SAID.findall(done.stdout))


def failure(path: Path) -> Counter[str]:
    """How the program at ``path`` fails on simulated CUDA; nothing where it does not."""
    command = [sys.executable, "-m", "devlint.simcuda", path.name]
    done = subprocess.run(command, cwd=path.parent, capture_output=True, encoding="utf-8")
    return Counter([done.stderr] if done.returncode else [])


def finds(tool: Tool, program: Program, folder: Path) -> bool:
    """Whether ``tool`` says of the wrong program what it does not say of the right one."""
    path = folder / "program.py"
    path.write_text(program.wrong, encoding="utf-8")
    wrong = tool.says(path)
    path.write_text(program.right, encoding="utf-8")
    return bool(wrong - tool.says(path))


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--show", metavar="NAME", help="print one program")
    shown = parser.parse_args().show
    if shown:
        print(next(one.wrong for one in programs() if one.name == shown), end="")
        return 0
    every = tools()
    print(f"| bug | {' | '.join(tool.name for tool in every)} |")
    print(f"| --- |{' :---: |' * len(every)}")
    with tempfile.TemporaryDirectory() as folder:
        for program in programs():
            marks = ["yes" if finds(tool, program, Path(folder)) else "" for tool in every]
            print(f"| {program.name.replace('_', ' ')} | {' | '.join(marks)} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
