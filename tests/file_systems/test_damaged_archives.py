"""An archive that is cut or damaged is an error, or has the findings of the whole one: never fewer."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from devlint.base.errors import BadOption
from devlint.cli import main
from devlint.file_systems.archive import archive

BUGGY = b"import torch\nx = torch.ones(3).cuda()\ny = x + torch.ones(3)\n"
FILES = {"a.txt": b"text\n", "a.py": b"a = 1\n", "d/b.py": BUGGY}


def tar(kind: int = tarfile.GNU_FORMAT, *, long: str = "") -> bytes:
    """A tar file of the files, in which the first has a name that needs several headers if ``long``."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=kind) as opened:
        for name, content in FILES.items():
            one = tarfile.TarInfo(long + name)
            one.size = len(content)
            opened.addfile(one, io.BytesIO(content))
    whole = made.getvalue()
    return whole[: -(-len(whole.rstrip(b"\0")) // 512 * 512) + 1024]  # two blocks of zeros end it


def zipped(method: int) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as opened:
        opened.comment = b"a comment"
        opened.mkdir("e") if hasattr(opened, "mkdir") else opened.writestr("e/", "")
        for name, content in FILES.items():
            opened.writestr(name, content)
    return made.getvalue()


ARCHIVES: dict[str, Callable[[], bytes]] = {
    "gnu.tar": tar,
    "gnu_long.tar": lambda: tar(long=f"{'n' * 60}/" * 3),
    "pax.tar": lambda: tar(tarfile.PAX_FORMAT, long=f"{'ñ' * 60}/" * 3),
    "ustar.tar": lambda: tar(tarfile.USTAR_FORMAT),
    "p.tar.gz": lambda: gzip.compress(tar(), mtime=0),
    "two.tgz": lambda: gzip.compress(tar()[:1300], mtime=0) + gzip.compress(tar()[1300:], mtime=0),
    "p.tar.bz2": lambda: bz2.compress(tar()),
    "two.tar.bz2": lambda: bz2.compress(tar()[:1024]) + bz2.compress(tar()[1024:]),
    "p.tar.xz": lambda: lzma.compress(tar()),
    "stored.zip": lambda: zipped(zipfile.ZIP_STORED),
    "deflated.whl": lambda: zipped(zipfile.ZIP_DEFLATED),
}


def contents(path: Path) -> dict[str, bytes] | None:
    """What an archive holds, None where it is refused."""
    try:
        tree = archive(str(path))
    except BadOption:
        return None
    names = [f"{root}/{name}" for root, _, files in tree.walk(str(path)) for name in files if name.endswith(".py")]
    return {name.removeprefix(f"{path}/"): tree.load(name, 1000) for name in names}


@pytest.mark.parametrize("name", ARCHIVES)
def test_a_cut_archive_is_refused_or_is_whole(name: str, tmp_path: Path) -> None:
    raw, path = ARCHIVES[name](), tmp_path / name
    path.write_bytes(raw)
    whole = contents(path)
    assert whole is not None and BUGGY in whole.values() and len(whole) == 2
    refused = 0
    for length in range(len(raw)):
        path.write_bytes(raw[:length])
        found = contents(path)
        assert found in (None, whole), f"cut to {length} of {len(raw)} bytes"
        refused += found is None
    assert refused > 100


def of_headers(raw: bytes) -> list[int]:
    """The places of a tar file in headers and after the last member: what members hold has no check sum."""
    with tarfile.open(fileobj=io.BytesIO(raw)) as opened:
        data = {at for one in opened for at in range(one.offset_data, one.offset_data + one.size)}
    return [at for at in range(len(raw)) if at not in data]


@pytest.mark.parametrize("name", ["ustar.tar", "p.tar.gz", "p.tar.bz2", "p.tar.xz", "stored.zip", "deflated.whl"])
def test_a_damaged_byte_is_refused_or_changes_nothing(name: str, tmp_path: Path) -> None:
    raw, path = ARCHIVES[name](), tmp_path / name
    path.write_bytes(raw)
    whole = contents(path)
    places = of_headers(raw)if name.endswith(".tar") else range(len(raw))
    for at in places:
        path.write_bytes(raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :])
        assert contents(path) in (None, whole), f"byte {at} of {len(raw)}"


def test_zeros_in_the_place_of_a_header_do_not_end_an_archive(tmp_path: Path) -> None:
    raw, path = bytearray(tar()), tmp_path / "p.tar"
    raw[1024:1536] = bytes(512)
    path.write_bytes(raw)
    assert contents(path) is None


def test_a_broken_archive_is_said_and_what_comes_after_it_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("cut.tar").write_bytes(tar()[:1500])
    Path("b.py").write_bytes(BUGGY)
    assert main(["check", "--isolated", "cut.tar", "b.py"]) == 2
    out, err = capsys.readouterr()
    assert "b.py:3:9: error: DEV101" in out and "checked 1 of 2 files" in out
    assert "cut.tar: cannot be read as an archive: a header is cut or damaged" in err


def test_members_that_have_no_place_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with zipfile.ZipFile("up.zip", "w") as made:
        for name in ("../up.py", "/abs.ipynb", "../up.txt", "a.py", "a.py/b.py", "a.py/d/", "a.py/d/c.py"):
            made.writestr(name, b"" if name.endswith("/") else BUGGY)
    assert main(["check", "--isolated", "up.zip"]) == 2
    out, err = capsys.readouterr()
    assert "up.zip/a.py:3:9: error: DEV101" in out, "a folder of its name does not take the place of a file"
    assert "checked 1 of 5 files" in out
    assert [line.removeprefix("devlint: error: up.zip: its member ") for line in err.splitlines()] == [
        "'../up.py' leads out of it", "'/abs.ipynb' leads out of it",
        "'a.py/b.py' lies below a file", "'a.py/d/c.py' lies below a file",
    ]  # fmt: skip


def test_of_members_with_one_name_the_last_counts_whatever_it_is(tmp_path: Path) -> None:
    path = tmp_path / "p.tar"
    with tarfile.open(path, "w") as made:
        for name, content in (("a.py", b"first"), ("b.py", b"b = 1\n"), ("a.py", b"second")):
            one = tarfile.TarInfo(name)
            one.size = len(content)
            made.addfile(one, io.BytesIO(content))
        link = tarfile.TarInfo("b.py")
        link.type, link.linkname = tarfile.SYMTYPE, "a.py"
        made.addfile(link)
    assert contents(path) == {"a.py": b"second", "b.py": b"second"}
