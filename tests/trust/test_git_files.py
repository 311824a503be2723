"""A repository that came with a tree may be damaged, or made to be dear: it costs a sentence."""

from __future__ import annotations

import random
import shutil
import struct
import subprocess
import time
import tracemalloc
import zlib
from pathlib import Path

import pytest

from devlint.cli import main
from devlint.git.errors import GitError
from devlint.git.repository import Repository
from tests.harness.git_repositories import git
from tests.project.test_project import net
from tests.trust.test_files import make

BAD = net("", "torch.ones(3)")


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("plain") / "work"
    folder.mkdir()
    git("init", "-q", folder=folder)
    for number in range(3):
        (folder / "net.py").write_text("".join(f"x{n} = {n}\n" for n in range(100 + number)))
        git("add", ".", folder=folder)
        git("commit", "-qm", str(number), folder=folder)
    git("gc", "-q", folder=folder)
    (folder / "loose.py").write_text("y = 1\n")
    git("add", ".", folder=folder)
    git("commit", "-qm", "loose", folder=folder)
    (folder / "net.py").write_text(BAD)
    return folder


@pytest.fixture
def folder(plain: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(plain, tmp_path / "work")
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path / "work"


def run(capsys: pytest.CaptureFixture[str]) -> list[int]:
    """The exit codes of a check by changes and of one of a revision; no error without a sentence."""
    codes = []
    for flags in (["--diff-base=HEAD~2"], ["--rev=HEAD~1"]):
        codes.append(main(["check", "--isolated", "--no-cache", "-j1", *flags]))
        err = capsys.readouterr().err
        assert "Traceback" not in err
        assert (codes[-1] == 2) == ("error: " in err), err
    return codes


PLACES = (
    ".git", ".git/HEAD", ".git/config", ".git/commondir", ".git/index", ".git/packed-refs", ".git/refs/heads/main",
    ".git/shallow", ".git/objects/info/alternates", ".git/objects/pack", "PACK.idx", "PACK.pack", "LOOSE",
)  # fmt: skip
UNREAD = {".git/index": [2, 0], ".git/packed-refs": [1, 0]}
"""What ``--rev`` has no need of, or neither flag here."""


def place(folder: Path, name: str) -> Path:
    """Where something of the repository lies that has another name in each."""
    if name == "LOOSE":
        head = git("rev-parse", "HEAD", folder=folder)
        return folder / ".git/objects" / head[:2] / head[2:]
    if name.startswith("PACK"):
        return next((folder / ".git/objects/pack").glob(f"*{name[4:]}"))
    return folder / name


@pytest.mark.parametrize("kind", ["pipe", "loop", "large", "/dev/zero"])
@pytest.mark.parametrize("name", PLACES)
def test_what_is_no_ordinary_file_is_not_opened(
    name: str, kind: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = place(folder, name)
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    make(kind, path)
    assert run(capsys) == UNREAD.get(name, [2, 2])


@pytest.mark.parametrize(
    "name", [name for name in PLACES if name not in (".git", ".git/commondir", ".git/objects/pack")]
)
def test_damaged_files(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Bytes that are changed, missing or added: a sentence, or what an undamaged repository gives."""
    path = place(folder, name)
    raw = path.read_bytes() if path.exists() else b""
    path.parent.mkdir(exist_ok=True)
    if path.exists():
        path.chmod(0o644)
    chosen = random.Random(name)
    for number in range(25):
        data = bytearray(raw)
        for _ in range(chosen.choice((1, 1, 4))):
            at = chosen.randint(0, len(data))
            data[at : at + chosen.choice((0, 1, 1, 20))] = chosen.randbytes(chosen.choice((0, 1, 1, 20)))
        path.write_bytes(bytes(data) if number else b"")
        for code in run(capsys):
            assert code in (0, 1, 2), number


BOMB = zlib.compress(bytes(10**8), 9)


def add_pack(folder: Path, *entries: tuple[int, int, bytes, bytes]) -> list[str]:
    """A pack of objects, each by kind, stated size, what it differs from and bytes, which BOMB is compressed.

    Their names are 0101..., 0202...
    """
    names = [bytes([number]) * 20 for number in range(1, len(entries) + 1)]
    body, offsets = b"PACK" + struct.pack(">II", 2, len(entries)), []
    for kind, size, base, raw in entries:
        offsets.append(len(body))
        numbers = [kind << 4 | size & 15]
        while size := size >> (7 if len(numbers) > 1 else 4):
            numbers[-1] |= 128
            numbers.append(size & 127)
        body += bytes(numbers) + base + (raw if raw is BOMB else zlib.compress(raw))
    index = b"\377tOc" + struct.pack(">I", 2)
    index += struct.pack(">256I", *(sum(name[0] <= n for name in names) for n in range(256)))
    index += b"".join(names) + bytes(4 * len(names)) + struct.pack(f">{len(names)}I", *offsets) + bytes(40)
    pack = folder / ".git/objects/pack/pack-made"
    pack.with_suffix(".idx").write_bytes(index)
    pack.with_suffix(".pack").write_bytes(body + bytes(20))
    return [name.hex() for name in names]


BLOB, BY_OFFSET, BY_NAME = 3, 6, 7


def test_differences_that_go_round_in_a_circle(folder: Path) -> None:
    """Each object of a pack is the difference of the other one, or of itself."""
    other, same = (BY_NAME, 3, b"\2" * 20, b"\1\1\0"), (BY_NAME, 3, b"\1" * 20, b"\1\1\0")
    for entries in ((other, same), (same,), ((BY_OFFSET, 3, b"\0", b"\1\1\0"),)):
        names = add_pack(folder, *entries)
        with pytest.raises(GitError, match="is damaged"):
            Repository.of(str(folder)).objects.read(names[0], "blob")


LARGE = b"\xff\xff\xff\xff\x0f"
"""A size of four gigabytes, as differences have it."""
WRONG = (b"", b"\2\1\1x", b"\1\1", b"\1\2\1x", b"\1\1\0", b"\1\1\2xy", b"\1\1\x91\5", b"\xff" * 20)


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ([(BLOB, 1000, b"", BOMB)], "damaged"),
        ([(BLOB, 10**9, b"", BOMB)], "larger"),
        ([(BLOB, 2**62, b"", b"")], "larger"),
        ([(BY_NAME, 108, b"\2" * 20, b"\1" + LARGE + b"\x90\1" * 51), (BLOB, 1, b"", b"x")], "larger"),
        ([(BY_NAME, 10**9, b"\2" * 20, BOMB), (BLOB, 1, b"", b"x")], "larger"),
        *([[(BY_NAME, len(wrong), b"\2" * 20, wrong), (BLOB, 1, b"", b"x")], "damaged"] for wrong in WRONG),
    ],
)
def test_what_grows_when_it_is_read(entries: list[tuple[int, int, bytes, bytes]], said: str, folder: Path) -> None:
    """Sizes are known before anything is unpacked."""
    names = add_pack(folder, *entries)
    objects = Repository.of(str(folder)).objects
    tracemalloc.start()
    try:
        with pytest.raises((GitError, OSError), match=said):
            objects.read(names[0], "blob")
        assert tracemalloc.get_traced_memory()[1] < 10**7
    finally:
        tracemalloc.stop()


def test_a_loose_object_that_grows_when_it_is_read(folder: Path) -> None:
    path = folder / ".git/objects/11" / ("1" * 38)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(BOMB)
    with pytest.raises(OSError, match="larger"):
        Repository.of(str(folder)).objects.read("1" * 40, "blob", 1000)


def test_a_tree_that_names_one_tree_many_times(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Ten folders, in each the same ten, and so on, thirty times: no end without a limit."""
    blob = git("rev-parse", "HEAD:loose.py", folder=folder)
    (folder.parent / "tree").write_text(f"100644 blob {blob}\tx.py\n")
    name = ""
    for _ in range(30):
        lines = "".join(f"040000 tree {name}\t{n}\n" for n in range(10)) if name else f"100644 blob {blob}\tx.py\n"
        name = _tree(lines, folder)
    commit = git("commit-tree", name, "-m", "x", folder=folder)
    before = time.process_time()
    assert main(["check", "--isolated", f"--rev={commit}"]) == 2
    assert "too many files" in capsys.readouterr().err
    assert time.process_time() - before < 10


def _tree(lines: str, folder: Path) -> str:
    done = subprocess.run(["git", "mktree"], cwd=folder, input=lines, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_names_that_lead_out_of_a_tree(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blob = git("rev-parse", "HEAD:loose.py", folder=folder)
    for name in ("..", "a/b"):
        raw = f"100644 {name}\0".encode() + bytes.fromhex(blob)
        (folder.parent / "raw").write_bytes(raw)
        tree = git("hash-object", "-t", "tree", "-w", "--literally", str(folder.parent / "raw"), folder=folder)
        commit = git("commit-tree", tree, "-m", "x", folder=folder)
        assert main(["check", "--isolated", f"--rev={commit}"]) == 2
        assert f"the tree {tree} is damaged" in capsys.readouterr().err


def test_an_object_with_the_name_of_another_is_not_believed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    head = place(folder, "LOOSE")
    head.chmod(0o644)
    parent = git("rev-parse", "HEAD~1", folder=folder)
    tree = git("rev-parse", "HEAD~1^{tree}", folder=folder)
    raw = f"tree {tree}\nparent {parent}\ncommitter a <a@b> 1 +0000\n\nx".encode()
    head.write_bytes(zlib.compress(b"commit %d\0" % len(raw) + raw))
    assert main(["check", "--isolated", "--rev=HEAD"]) == 2
    assert "is damaged" in capsys.readouterr().err


def test_texts_that_differ_everywhere_take_no_longer_than_their_size_allows() -> None:
    from devlint.git.line_changes import changed_lines

    chosen = random.Random(3)
    costs = []
    for size in (5_000, 20_000):
        old, new = ([str(chosen.randint(0, 300)) for _ in range(size)] for _ in range(2))
        before = time.process_time()
        changed_lines(old, new)
        costs.append(time.process_time() - before)
    assert costs[1] < 8 * costs[0] + 0.5, costs
