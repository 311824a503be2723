"""Where the programs come from: releases of packages, and repositories at their newest commit.

    source("timm", CACHE / "packages", repositories)              # a release, as benchmarks.ecosystem has it
    source("pytorch/examples", CACHE / "packages", repositories)  # a clone under ``repositories``

A repository is looked for as ``owner/name``, ``owner/name/.git``, or ``owner+name/repo``, bare or not; its Python files
and notebooks are read from git, so no work tree is needed. Of a notebook the code cells count, joined to one text.
"""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

from benchmarks.ecosystem.packages import package
from benchmarks.releases import Unavailable
from benchmarks.scan import read
from devlint.source.notebook import BadNotebook, read_notebook

TESTS = frozenset({"tests", "test", "testing"})


@dataclass(frozen=True, slots=True)
class Source:
    """A name, a version to cite, and the texts by path."""

    name: str
    version: str
    texts: dict[str, str]


def source(name: str, packages: Path, repositories: Path) -> Source:
    """The source called ``name`` (benchmarks.releases.Unavailable where there is none)."""
    return _repository(name, repositories) if "/" in name else _release(name, packages)


def _release(name: str, packages: Path) -> Source:
    found = package(name, packages)
    texts = {}
    for path in found.files:
        if not TESTS & set(path.relative_to(found.folder).parts):
            try:
                texts[path.relative_to(found.folder).as_posix()] = read(path)
            except (SyntaxError, UnicodeDecodeError):
                continue
    return Source(name, found.archive, texts)


def _repository(name: str, repositories: Path) -> Source:
    tried = [repositories / name / ".git", repositories / name, repositories / name.replace("/", "+") / "repo"]
    clone = next((path for path in tried if (path / "HEAD").exists()), None)
    if clone is None:
        raise Unavailable(f"no clone of {name} under {repositories}")
    commit = _git(clone, "rev-parse", "HEAD").decode().strip()
    texts = {}
    for path in _git(clone, "ls-tree", "-r", "-z", "--name-only", "HEAD").decode().split("\0"):
        if path.endswith((".py", ".ipynb")) and not TESTS & set(path.split("/")):
            try:
                text = _program(path, _git(clone, "show", f"HEAD:{path}"))
            except subprocess.CalledProcessError:  # a clone may lack its largest files
                continue
            if text:
                texts[path] = text
    return Source(name, commit[:10], texts)


def _program(path: str, raw: bytes) -> str:
    """The Python in a file, "" where there is none."""
    try:
        text = raw.decode()
        return read_notebook(text).text if path.endswith(".ipynb") else text.replace("\r\n", "\n")
    except (UnicodeDecodeError, BadNotebook):
        return ""


def _git(clone: Path, *arguments: str) -> bytes:
    command = ["git", "--git-dir", str(clone), *arguments]
    return subprocess.run(command, check=True, capture_output=True).stdout
