"""The files of a suite at its revision, from a clone that is made or that lies there, and the packages that it needs.

The parts of a tree that are run are unpacked; nothing of it is built or installed.
"""

from __future__ import annotations

import io
import subprocess
import sys
import sysconfig
import tarfile
import venv
from collections.abc import Iterable
from pathlib import Path

from benchmarks.simcuda.suites.catalogue import REQUIREMENTS, WITHOUT_DEPENDENCIES, Suite


class Unavailable(Exception):
    """A suite cannot be had."""


def repository(suite: Suite, kept: Path, clones: Path | None) -> Path:
    """A git directory that has the suite's revision: in *clones*, or a clone of its own in *kept*."""
    name = suite.repository.replace("/", "+")
    for known in (clones / name / "repo", clones / name) if clones else ():
        if (known / "HEAD").exists():
            return known
    own = kept / "clones" / name
    if not own.exists():
        address = f"https://github.com/{suite.repository}"
        _run(["git", "clone", "--quiet", "--bare", "--filter=blob:none", address, str(own)])
    return own


def tree(name: str, suite: Suite, kept: Path, clones: Path | None) -> Path:
    """The folder with what is unpacked of a suite. Raises Unavailable."""
    into = kept / "trees" / f"{name}-{suite.revision[:12]}"
    if not into.exists():
        packed = _run(["git", "-C", str(repository(suite, kept, clones)), "archive", suite.revision, *suite.folders])
        part = into.with_suffix(".part")
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(part, filter="data")
        part.rename(into)
    return into


def environment(suites: Iterable[Suite], kept: Path) -> Path:
    """The interpreter of an environment that has what the suites need, and the rest from the running interpreter."""
    folder = kept / "environment"
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        shared = folder / "lib" / version / "site-packages" / "shared.pth"
        shared.write_text(sysconfig.get_paths()["purelib"] + "\n")
    needed = [*REQUIREMENTS, *sorted({one for suite in suites for one in suite.requirements})]
    done = folder / "installed.txt"
    if not done.exists() or not set(needed) <= set(done.read_text().splitlines()):
        here = folder / "constraints.txt"
        fixed = ("torch", "numpy", "pytest")
        here.write_text("\n".join(f"{package}=={_version(python, package)}" for package in fixed))
        pip = [str(python), "-m", "pip", "install", "--quiet"]
        _run([*pip, "--constraint", str(here), *needed])
        _run([*pip, "--no-deps", *WITHOUT_DEPENDENCIES])
        done.write_text("\n".join(needed))
    return python


def _version(python: Path, package: str) -> str:
    code = f"import importlib.metadata as m; print(m.version('{package}').partition('+')[0])"
    return _run([str(python), "-c", code]).decode().strip()


def _run(command: list[str]) -> bytes:
    done = subprocess.run(command, check=False, capture_output=True)
    if done.returncode:
        raise Unavailable(f"{' '.join(command)[:100]}: {done.stderr.decode(errors='replace').strip()[-500:]}")
    return done.stdout
