"""The releases whose files go into a table, each unpacked in a folder of its own.

    folder("timm")              the newest release
    folder("timm==0.9.6")       this one
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from benchmarks import REPOSITORY
from benchmarks.ecosystem.packages import LISTS
from benchmarks.releases import Unavailable, newest

READ = (".py", ".ipynb", ".toml", ".cfg", ".ini")
"""Files that devlint reads, its configuration included."""
LIST = Path(__file__).with_name("releases.txt")
_BENCH = REPOSITORY / ".bench"


def large_table() -> list[str]:
    """The packages of the ecosystem's benchmark and the further releases."""
    return [*LISTS["all"], *LIST.read_text().split()]


def folder(release: str) -> Path:
    """The files of a release that devlint reads, downloaded unless they are there. Raises Unavailable."""
    name, _, version = release.partition("==")
    there = _BENCH / "table" / (f"{name}-{version}" if version else name)
    if not there.exists():
        partly = there.with_name(f"{there.name}.part")
        shutil.rmtree(partly, ignore_errors=True)
        _unpack(_archive(name, version), partly / "files")
        (partly / "files").rename(there)
        shutil.rmtree(partly, ignore_errors=True)
    return there


def _archive(name: str, version: str) -> Path:
    known = _BENCH / "packages" / name
    if not version or any(known.glob(f"*-{version}-*.whl")) or any(known.glob(f"*-{version}.tar.gz")):
        return newest(name, known)
    into = _BENCH / "table" / f"{name}-{version}.part"
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
    pip += ["--ignore-requires-python", "--no-cache-dir", "--dest", str(into), f"{name}=={version}"]
    done = subprocess.run(pip, check=False, capture_output=True, text=True)
    wheel = next(into.glob("*.whl"), None)
    if wheel is None:
        raise Unavailable(f"{name}=={version}: {done.stderr.strip()[-500:]}")
    return wheel


def _unpack(archive: Path, there: Path) -> None:
    if archive.suffix in (".whl", ".zip"):
        with zipfile.ZipFile(archive) as opened:
            opened.extractall(there, [one for one in opened.namelist() if one.endswith(READ)])
        return
    with tarfile.open(archive) as packed:
        wanted = [one for one in packed if one.isfile() and one.name.endswith(READ)]
        packed.extractall(there, wanted, filter="data")
