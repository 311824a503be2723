"""What files import is kept between runs: only what changed is read to find out what a file leads to."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from devlint.cache.imports import ImportIndex
from devlint.configuration.options import Options
from devlint.engine.workspace import Workspace
from devlint.file_systems.base import DISK, SETTLED, Disk
from tests.cache.test_cache import forget

MODULES = {
    "setup.py": "",
    "net.py": "from layers import Layer\nimport torch\n",
    "layers.py": "import torch\nfrom parts import (\n    first,\n    second,\n)\nimport os.path, sys\n",
    "parts.py": "import torch\ndef first(): pass\ndef second(): pass\n",
    "other.py": "def third(): pass\n",
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A project whose files changed a while ago, and an empty folder for the user's caches."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    forget()
    monkeypatch.setattr("devlint.file_systems.base.SETTLED", 0)
    folder = tmp_path / "project"
    folder.mkdir()
    for name, text in MODULES.items():
        (folder / name).write_text(text)
    yield folder
    monkeypatch.undo()
    forget()


def read(folder: Path, monkeypatch: pytest.MonkeyPatch, leads: str = "net.py") -> tuple[list[str], list[str]]:
    """What a new run reads of ``folder`` to know all that ``net.py`` leads to, and what the file ``leads`` leads to."""
    seen: list[str] = []
    plain = Disk.load

    def load(self: Disk, file: str, most: int) -> bytes:
        seen.append(os.path.basename(file))
        return plain(self, file, most)

    monkeypatch.setattr(Disk, "load", load)
    project = Workspace(Options()).project
    project.signature(project.file(str(folder / "net.py")))
    found = [os.path.basename(one) for one in project.leads(project.file(str(folder / leads)))]
    index = project.imports
    assert isinstance(index, ImportIndex)
    index.write()
    monkeypatch.setattr(Disk, "load", plain)
    return seen, found


def test_what_did_not_change_is_not_read_again(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(project, monkeypatch) == (["net.py", "layers.py", "parts.py"], ["layers.py"])
    assert read(project, monkeypatch) == ([], ["layers.py"])
    assert read(project, monkeypatch, "layers.py") == ([], ["parts.py"])


def test_what_changed_is_read(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = Workspace(Options()).project
    signature = before.signature(before.file(str(project / "net.py")))
    read(project, monkeypatch)
    (project / "layers.py").write_text(MODULES["layers.py"].replace("parts", "other"))
    assert read(project, monkeypatch, "layers.py") == (["layers.py", "other.py"], ["other.py"])
    after = Workspace(Options()).project
    assert after.signature(after.file(str(project / "net.py"))) != signature


def test_the_signature_is_that_of_the_texts(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read(project, monkeypatch)
    signatures = []
    for no_cache in (False, True):
        known = Workspace(Options(no_cache=no_cache)).project
        signatures.append(known.signature(known.file(str(project / "net.py"))))
        assert known.source(known.file(str(project / "parts.py"))).text == MODULES["parts.py"]
    assert signatures[0] == signatures[1]


def test_what_changed_just_now_is_read_again(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("devlint.file_systems.base.SETTLED", SETTLED * 3600)
    assert DISK.stamp(str(project / "net.py")) == ""
    expected = ["net.py", "layers.py", "parts.py"]
    assert [read(project, monkeypatch)[0] for _ in range(2)] == [expected, expected]


@pytest.mark.parametrize("kept", [None, 1, [], ["stamp"], ["stamp", 1, 2], ["stamp", "digest", [[1]]]])
def test_an_entry_of_another_shape_is_not_believed(
    kept: object, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = Workspace(Options())
    file = workspace.project.file(str(project / "net.py"))
    cache = workspace._cache(file)
    assert cache is not None
    if isinstance(kept, list) and kept:
        kept = [DISK.stamp(file), *kept[1:]]
    root = workspace.project.folders.root(os.path.dirname(file))
    cache.store(f"{root}\nimports", {"files": {file: kept}})
    assert read(project, monkeypatch)[1] == ["layers.py"]


def test_what_cannot_be_told_without_reading_has_no_stamp(tmp_path: Path) -> None:
    assert DISK.stamp(str(tmp_path)) == DISK.stamp(str(tmp_path / "none.py")) == DISK.stamp("a\0b") == ""
