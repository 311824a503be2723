"""Builds the playground, a page that runs devlint in the browser, into a folder of files.

    python tools/playground.py OUT
    python -m http.server -d OUT 8000

Needs Node.js 20 and npm, which installs the packages of ``playground/package-lock.json`` where they are not installed.
What is written loads nothing from elsewhere.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).parent.parent
HERE = ROOT / "playground"
COMPONENT = ROOT / "devlint" / "page"
sys.path.insert(0, str(ROOT))

LEVELS = ("error", "warning", "hint")
LEFT_OUT = {"cli", "fixing", "fleet", "git", "server", "simcuda"}
"""What a page has no use for: commands, repairs, repositories, processes and the simulation."""

_FOREIGN = {".pyc", ".so", ".pyd"}


def main() -> None:
    """Build the page into the folder that the command line names."""
    parser = argparse.ArgumentParser(description="Builds the playground into a folder of files.")
    parser.add_argument("out", type=Path, help="the folder: what the playground has there is written over")
    out: Path = parser.parse_args().out
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        raise SystemExit("the playground is built with Node.js: install node and npm")
    out.mkdir(parents=True, exist_ok=True)
    installed = HERE / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < (HERE / "package-lock.json").stat().st_mtime:
        _run([npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], HERE)
    for name in ("lanes.css", "lanes.js"):
        shutil.copyfile(COMPONENT / name, out / name)
    (out / "examples.json").write_text(json.dumps({"levels": LEVELS, "examples": examples()}), encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder, "devlint.zip")
        _pack(archive)
        _run([node, str(HERE / "build.mjs"), str(out.resolve()), str(archive)], HERE)
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    print(f"{out}: {size / 1e6:.1f} MB; python -m http.server -d {out} shows it")


def examples() -> list[dict[str, object]]:
    """The programs of ``playground/examples``: name, title, text, and the lines and rules that their comments name."""
    found: list[dict[str, object]] = []
    for path in sorted((HERE / "examples").glob("*.py")):
        text = path.read_text(encoding="utf-8")
        marks = [[n, code] for n, line in enumerate(text.splitlines(), 1) for code in re.findall(r"# (DEV\d{3})", line)]
        name = path.stem.partition("_")[2]
        codes = ", ".join(str(code) for _, code in marks) or "no finding"
        title = f"{name.replace('_', ' ').capitalize()} ({codes})"
        found.append({"name": path.stem, "title": title, "text": text, "findings": marks})
    return found


def _pack(archive: Path) -> None:
    """Write devlint, what it says of itself, pathspec, and what the worker calls into one archive."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted((ROOT / "devlint").rglob("*")):
            within = path.relative_to(ROOT)
            if path.is_file() and path.suffix not in _FOREIGN and within.parts[1] not in LEFT_OUT:
                packed.write(path, within)
        packed.write(HERE / "session.py", "session.py")
        for path_in in distribution("pathspec").files or ():
            if path_in.suffix not in _FOREIGN and ".." not in path_in.parts:
                packed.write(str(path_in.locate()), str(path_in))
        try:
            metadata = distribution("devlint").read_text("METADATA")
        except PackageNotFoundError:
            return
        packed.writestr("devlint.dist-info/METADATA", metadata or "")


def _run(command: list[str], folder: Path) -> None:
    """Run a command. Raises SystemExit where it fails."""
    if subprocess.run(command, cwd=folder).returncode:
        raise SystemExit(f"{' '.join(command[:2])} failed")


if __name__ == "__main__":
    main()
