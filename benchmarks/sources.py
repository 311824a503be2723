"""Whether archives and git revisions have the findings of the trees that they unpack to.

    python -m benchmarks.sources [--wheels N] [--sdists N] [--repository DIR --revisions REV ...]

The newest wheels and source archives of some packages are checked as they are, and unpacked; revisions of a
repository with ``--rev``, and checked out in a clone. All levels and pattern rules are on. The exit status is 1 if one
differs.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

from benchmarks import REPOSITORY
from benchmarks.releases import fetch, newest, newest_source

WHEELS = (
    "torchmetrics", "timm", "kornia", "gpytorch", "botorch", "captum", "skorch", "flair", "open-clip-torch",
    "pytorch-forecasting",
)  # fmt: skip
SDISTS = (
    "torchmetrics", "skorch", "gpytorch", "linear-operator", "botorch", "captum", "torchdiffeq", "einops", "litgpt",
    "pytorch-ignite",
)  # fmt: skip
Findings = list[dict[str, object]]


def main(arguments: list[str] | None = None) -> int:
    """The exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sources", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--wheels", type=int, default=len(WHEELS), metavar="N")
    parser.add_argument("--sdists", type=int, default=len(SDISTS), metavar="N")
    parser.add_argument("--repository", type=Path, default=REPOSITORY, metavar="DIR")
    parser.add_argument("--revisions", nargs="*", default=[], metavar="REV")
    chosen = parser.parse_args(arguments)
    packages = REPOSITORY / ".bench" / "packages"
    archives = [newest(name, packages / name) for name in WHEELS[: chosen.wheels]]
    archives += [_source(name, REPOSITORY / ".bench" / "sources" / name) for name in SDISTS[: chosen.sdists]]
    differ = 0
    with tempfile.TemporaryDirectory() as folder:
        for archive in archives:
            below = Path(folder, archive.name)
            _unpack(archive, below)
            differ += _compare(archive.name, check(Path(folder), str(archive)), check(below, "."), f"{archive}/")
            shutil.rmtree(below)
        for revision in chosen.revisions:
            clone = Path(folder, "clone")
            _git("clone", "--quiet", "--shared", "--no-checkout", str(chosen.repository), str(clone))
            _git("-C", str(clone), "checkout", "--quiet", revision)
            differ += _compare(revision, check(chosen.repository, ".", "--rev", revision), check(clone, "."))
            shutil.rmtree(clone)
    return 1 if differ else 0


def _source(package: str, folder: Path) -> Path:
    """The newest source archive of ``package``, downloaded into ``folder`` unless one is there."""
    there = sorted(folder.glob("*.tar.gz"))
    if there:
        return there[0]
    name = newest_source(package)
    assert name is not None, f"{package} has no source archive"
    return fetch(package, name, folder)


def _unpack(archive: Path, folder: Path) -> None:
    if archive.suffix in {".whl", ".zip"}:
        with zipfile.ZipFile(archive) as opened:
            opened.extractall(folder)
    else:
        with tarfile.open(archive) as opened_tar:
            opened_tar.extractall(folder, filter="data")


def _git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], check=True)


def check(folder: Path, *arguments: str) -> Findings:
    """The findings, and what could not be checked, of a run in ``folder``."""
    options = ["--output-format", "json", "--level", "hint", "--extend-select", "DEV7,DEV8", "--no-cache", "-q"]
    path = os.pathsep.join(filter(None, (str(REPOSITORY), os.environ.get("PYTHONPATH"))))
    # The devlint that a folder may hold is not the one that is meant.
    run = "import sys; del sys.path[0]; from devlint.cli import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", run, "check", *options, *arguments],
        cwd=folder, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True,
    )  # fmt: skip
    if not done.stdout:
        raise SystemExit(f"{' '.join(arguments)}: {done.stderr}")
    found: Findings = json.loads(done.stdout)
    return found


def _compare(name: str, there: Findings, unpacked: Findings, below: str = "") -> bool:
    """Print how many findings there are, and those that differ."""
    seen = [{**one, "path": str(one["path"]).removeprefix(below)} for one in there]
    differ = [one for one in seen if one not in unpacked] + [one for one in unpacked if one not in seen]
    print(f"{name}: {len(unpacked)} entries, {len(differ)} differ", flush=True)
    for one in differ[:5]:
        print(f"    {one['path']}:{one.get('line')} {one.get('code')} {one.get('message')}")
    return bool(differ)


if __name__ == "__main__":
    sys.exit(main())
