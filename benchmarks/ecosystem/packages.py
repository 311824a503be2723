"""The packages that are linted, and their files as a user has them installed.

A wheel is what gets installed, so all its ``.py`` files count, the tests it brings included. From a source archive
only the top-level packages count (folders with an ``__init__.py``, also under ``src/``), less those that belong to
the repository and not to the installation: ``tests``, ``docs``, ``examples``, ``benchmarks``, ``scripts``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from benchmarks.releases import newest, python_files

LISTS: dict[str, tuple[str, ...]] = {
    row["list"]: tuple(row["packages"].split())
    for row in map(json.loads, Path(__file__).with_name("lists.jsonl").read_text(encoding="utf-8").splitlines())
}
"""Names of packages, by the name of their list; a row of the file says how they were ``drawn``."""

NOT_INSTALLED = frozenset({"tests", "test", "docs", "doc", "examples", "benchmarks", "scripts"})


@dataclass(frozen=True, slots=True)
class Package:
    """A release on disk: the archive it came from and the folder that holds its Python files."""

    name: str
    archive: str
    folder: Path

    @property
    def files(self) -> list[Path]:
        """Its Python files, sorted."""
        return sorted(self.folder.rglob("*.py"))


def package(name: str, cache: Path) -> Package:
    """The newest release of ``name``, downloaded and unpacked under ``cache`` unless it is there already.

    Raises ``benchmarks.releases.Unavailable`` where the index has none.
    """
    archive = newest(name, cache / name)
    folder = cache / name / "files"
    if not folder.exists():
        part = cache / name / "files.part"
        entries = {PurePosixPath(entry): data for entry, data in python_files(archive)}
        for entry in installed(list(entries), wheel=archive.suffix == ".whl"):
            target = part / entry
            assert target.resolve().is_relative_to(part.resolve()), f"{entry} leaves the archive {archive.name}"
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(entries[entry])
        part.rename(folder)
    return Package(name, archive.name, folder)


def installed(entries: list[PurePosixPath], wheel: bool) -> list[PurePosixPath]:
    """Those of an archive's Python files that an installation puts into site-packages."""
    if wheel:
        return entries
    roots = {
        entry.parent
        for entry in entries
        if entry.name == "__init__.py"
        and (len(entry.parts) == 3 or (len(entry.parts) == 4 and entry.parts[1] == "src"))
        and entry.parent.name not in NOT_INSTALLED
    }
    return [entry for entry in entries if any(entry.is_relative_to(root) for root in roots)]
