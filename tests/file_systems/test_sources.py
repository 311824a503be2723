"""One project through everything that files can be read from: the findings are those of the disk."""

from __future__ import annotations

import io
import json
import os
import pickle
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from devlint.base.errors import BadOption
from devlint.cli import main
from devlint.file_systems.archive import archive
from devlint.file_systems.base import DISK
from devlint.file_systems.revision import revision
from devlint.file_systems.tree import Tree
from tests.harness.git_repositories import git
from tests.project.test_project import MASKS, net, write

CELL = "import torch\\nx = torch.ones(3).cuda() + torch.ones(3)\\n"
NOTEBOOK = f'{{"nbformat": 4, "metadata": {{}}, "cells": [{{"cell_type": "code", "source": "{CELL}"}}]}}'
PROJECT = {
    "pyproject.toml": "[tool.devlint]\nextend-exclude = ['old/']\nper-file-ignores = { 'quiet.py' = ['DEV1'] }\n",
    ".gitignore": "ignored.py\n",
    "pkg/__init__.py": "from .masks import make_mask\n",
    "pkg/masks.py": MASKS,
    "pkg/net.py": net("from pkg import make_mask", "make_mask(3)"),
    "pkg/quiet.py": net("", "torch.ones(3)"),
    "pkg/old/net.py": net("", "torch.ones(3)"),
    "pkg/latin.py": "# coding: latin-1\n# \xe4\n" + net("", "torch.ones(3)"),
    "pkg/broken.py": "import torch\ndef f(:\n",
    "train.ipynb": NOTEBOOK,
    "run.py": "import torch\nfrom pkg import net\nprint(net)\n",
    "data.txt": "x\n",
}


def lay_out(folder: Path) -> None:
    for name, text in PROJECT.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("latin-1" if "latin-1" in text else "utf-8"))
    (folder / "pkg" / "linked.py").symlink_to("net.py")


def commit(folder: Path) -> None:
    git("init", folder=folder)
    git("add", "-A", "-f", folder=folder)
    git("commit", "-m", "c", folder=folder)


def zipped(folder: Path, to: Path) -> None:
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as made:
        for path in sorted(folder.rglob("*")):
            if path.is_symlink():
                link = zipfile.ZipInfo(str(path.relative_to(folder)))
                link.external_attr = 0o120777 << 16
                made.writestr(link, os.readlink(path))
            else:
                made.write(path, path.relative_to(folder))


def tarred(folder: Path, to: Path) -> None:
    with tarfile.open(to, "w:gz") as made:
        made.add(folder, ".")


def findings(capsys: pytest.CaptureFixture[str], *arguments: str, below: str = "") -> list[dict[str, object]]:
    """What a run reports, errors too, with paths from ``below``."""
    main(["check", "--output-format", "json", "--level", "hint", *arguments])
    reported = json.loads(capsys.readouterr().out)
    for note in (note for one in reported for note in one.get("notes", ()) if "path" in note):
        note["path"] = note["path"].removeprefix(below)
    return [{**one, "path": one["path"].removeprefix(below)} for one in reported]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    lay_out(folder)
    monkeypatch.chdir(folder)
    return folder


def test_a_revision_has_the_findings_of_its_checkout(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    commit(project)
    expected = findings(capsys)
    assert expected
    for path in project.rglob("*.py"):
        path.unlink()
    assert findings(capsys, "--rev", "HEAD") == expected
    assert findings(capsys, "--rev", "HEAD", "-j", "2") == expected
    assert findings(capsys, "--rev", "HEAD", "--no-cache", "pkg") == [
        one for one in expected if str(one["path"]).startswith("pkg/")
    ]


@pytest.mark.parametrize(("name", "pack"), [("p-1.0.whl", zipped), ("p-1.0.tar.gz", tarred)])
def test_an_archive_has_the_findings_of_what_it_unpacks_to(
    name: str,
    pack: Callable[[Path, Path], None],
    project: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (project / ".gitignore").unlink()  # which only counts in a repository
    expected = findings(capsys)
    pack(project, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    assert findings(capsys, name, below=f"{name}/") == expected
    assert findings(capsys, f"{name}/pkg", below=f"{name}/") == [], "what is inside is named by the archive alone"


def test_what_is_around_an_archive_is_not_its_project(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    commit(project)
    (project / "dist").mkdir()
    (project / ".gitignore").write_text("dist/\nnet.py\n")
    inside = tmp_path / "inside"
    write(inside, {"net.py": net("from pkg import make_mask", "make_mask(3)"), "own.py": net("", "torch.ones(3)")})
    zipped(inside, project / "dist" / "x.whl")
    found = findings(capsys, "dist/x.whl", below="dist/x.whl/")
    assert [(one["path"], one["code"]) for one in found] == [("own.py", "DEV102")]


def test_what_cannot_be_done_is_said(project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    commit(project)
    (tmp_path / "broken.whl").write_bytes(b"PK\x03\x04 broken")
    (tmp_path / "broken.tar.gz").write_bytes(b"\x1f\x8b broken")
    zipped(project, tmp_path / "p.whl")
    for arguments, said in [
        (["--rev", "nowhere"], "--rev: 'nowhere' is no revision of"),
        (["--rev", "--upload-pack=x"], ""),
        (["--rev", "HEAD", "--fix"], "--rev: cannot be used with what changes files"),
        (["--rev", "HEAD", "--diff-base", "HEAD"], "--rev: cannot be used with --diff-base"),
        (["--rev", "HEAD", "nothing.py"], "nothing.py: no such file or folder"),
        ([f"{tmp_path}/p.whl", "--fix"], "is an archive, in which nothing can be changed"),
        ([f"{tmp_path}/broken.whl"], "cannot be read as an archive"),
        ([f"{tmp_path}/broken.tar.gz"], "cannot be read as an archive"),
    ]:
        with pytest.raises(SystemExit) if not said else _nothing():
            assert main(["check", *arguments]) == 2
        assert said in capsys.readouterr().err


class _nothing:
    def __enter__(self) -> None: ...
    def __exit__(self, *_: object) -> None: ...


def test_members_that_lead_out_of_an_archive_are_not_there(tmp_path: Path) -> None:
    path = tmp_path / "evil.tar.gz"
    (tmp_path / "secret.py").write_text("secret = 1\n")
    with tarfile.open(path, "w:gz") as made:
        for name, target in [
            ("../up.py", ""), ("/etc/abs.py", ""), ("a/../../up.py", ""), ("good.py", ""), ("file.py", ""),
            ("file.py/below.py", ""), ("link.py", "../secret.py"), ("abs.py", f"{tmp_path}/secret.py"),
            ("loop.py", "loop.py"), ("folder", "."), ("there.py", "folder/folder/good.py"),
        ]:  # fmt: skip
            one = tarfile.TarInfo(name)
            if target:
                one.type, one.linkname = tarfile.SYMTYPE, target
                made.addfile(one)
            else:
                one.size = 6
                made.addfile(one, io.BytesIO(b"x = 1\n"))
        made.addfile(_of_type("pipe.py", tarfile.FIFOTYPE))
    tree = archive(str(path))
    listed = sorted(str(Path(root, one).relative_to(path)) for root, _, files in tree.walk(str(path)) for one in files)
    assert listed == ["abs.py", "file.py", "good.py", "link.py", "loop.py", "there.py"]
    assert tree.load(f"{path}/there.py", 100) == b"x = 1\n"
    assert tree.real(f"{path}/there.py") == f"{path}/good.py"
    assert tree.entries(f"{path}/folder/folder")["good.py"] is False
    for name in ("abs.py", "link.py", "loop.py"):
        assert tree.raw(f"{path}/{name}", 100) is None and not tree.exists(f"{path}/{name}")


def _of_type(name: str, kind: bytes) -> tarfile.TarInfo:
    one = tarfile.TarInfo(name)
    one.type = kind
    return one


def test_an_archive_that_unpacks_to_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("devlint.file_systems.archive.MOST_BYTES", 2**20)
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("a.py", b"\0" * 2**21)
    with pytest.raises(BadOption, match="holds more than 1 MiB of code"):
        archive(str(tmp_path / "bomb.zip"))
    monkeypatch.setattr("devlint.file_systems.archive_members.MOST_UNPACKED", 2**20)
    with tarfile.open(tmp_path / "bomb.tar.gz", "w:gz") as made:
        for name in ("a.bin", "b.bin"):
            one = tarfile.TarInfo(name)
            one.size = 2**21
            made.addfile(one, io.BytesIO(b"\0" * 2**21))
    with pytest.raises(BadOption, match="unpacks to more than"):
        archive(str(tmp_path / "bomb.tar.gz"))


def test_a_tree_is_all_there_is() -> None:
    tree = Tree("/p", {"pkg/net.py": b"x = 1\n"}, folders=["empty"])
    assert tree.entries("/p") == {"pkg": True, "empty": True} and tree.entries("/p/empty") == {}
    assert tree.exists("/p/pkg/net.py") and tree.is_folder("/p/pkg") and not tree.exists("/etc")
    assert tree.is_top("/p") and not tree.is_top("/p/pkg")
    assert [root for root, _, _ in tree.walk("/p")] == ["/p", "/p/empty", "/p/pkg"]
    with pytest.raises(IsADirectoryError):
        tree.load("/p/pkg", 10)
    with pytest.raises(FileNotFoundError):
        tree.load("/p/pkg/other.py", 10)
    with pytest.raises(OSError, match="larger than"):
        tree.load("/p/pkg/net.py", 1)


def test_what_goes_to_another_process_reads_the_same(project: Path) -> None:
    commit(project)
    here = revision("HEAD")
    expected = here.text(f"{project}/pkg/masks.py", 10_000)
    there = pickle.loads(pickle.dumps(here))
    assert there.text(f"{project}/pkg/masks.py", 10_000) == expected == MASKS
    assert pickle.loads(pickle.dumps(DISK)) is DISK
    assert here.raw(f"{project}/pkg/masks.py", 10) is None, "too large"
    assert here.text(f"{project}/pkg/masks.py", 10_000) == expected, "and what comes after it is read"
