"""What lies in the checked tree and is no ordinary file is neither waited for, nor read, nor written through."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from devlint.cache.folder import put
from devlint.cli import main
from devlint.source import files
from devlint.source.files import Unreadable, read, regular_bytes
from tests.project.test_project import MASKS, net, write

DEVICES = ("/dev/zero", "/dev/random", "/dev/tty")
NETWORK = net("from masks import make_mask", "make_mask(3)")


def make(kind: str, path: Path) -> None:
    """Put something at ``path`` that is no ordinary file."""
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "loop":
        path.symlink_to(path.name)
    elif kind == "large":
        with path.open("wb") as file:
            file.truncate(1 << 40)
    else:
        path.symlink_to(kind)


IRREGULAR = ("pipe", "folder", "loop", "large", "missing.py", *DEVICES)


@pytest.mark.parametrize("kind", IRREGULAR)
def test_only_regular_files_are_opened(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(kind, tmp_path / "x.py")
    opened = []
    monkeypatch.setattr(os, "open", lambda *arguments: opened.append(arguments))
    with pytest.raises(OSError, match=r"."):
        regular_bytes(str(tmp_path / "x.py"), files.LARGEST)
    with pytest.raises(Unreadable):
        read(str(tmp_path / "x.py"))
    assert not opened, "opening may wait for ever"


@pytest.mark.parametrize("front", ["devlint", "flake8"])
def test_what_lies_beside_a_file_stops_nothing(front: str, tmp_path: Path) -> None:
    """What is imported, scripts of the same folder and configuration files are met without being named."""
    write(tmp_path, {"pkg/net.py": NETWORK, "pkg/other/masks.py": MASKS})
    for place in ("masks.py", "masks", "run.py", "pyproject.toml", "setup.cfg"):
        make("pipe", tmp_path / "pkg" / place)
    make("/dev/zero", tmp_path / "pkg" / "zeros.py")
    command = [sys.executable, "-m", front, *(["check"] if front == "devlint" else ["--isolated"]), "net.py"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(command, cwd=tmp_path / "pkg", capture_output=True, text=True, timeout=60, env=environment)
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 1)


def test_a_folder_tells_what_it_could_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    elsewhere = tmp_path / "elsewhere.py"
    elsewhere.write_text(net("", "torch.ones(3)"))
    tree = tmp_path / "tree"
    write(tree, {"net.py": net("", "torch.ones(3)"), "shared.py": "x = 1\n"})
    make("pipe", tree / "pipe.py")
    (tree / "inner.py").symlink_to("shared.py")
    (tree / "outer.py").symlink_to(elsewhere)
    monkeypatch.chdir(tree)
    assert main(["check", "."]) == 2
    out, err = capsys.readouterr()
    assert out.count("DEV102") == 1 and "checked 2 of 3 files" in out
    assert "pipe.py: is no regular file" in err and "outer.py" not in err


def test_links_out_of_a_folder_are_passed_over_and_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"elsewhere/a.py": net("", "torch.ones(3)"), "tree/net.py": "x = 1\n", "tree/sub/b.py": "x = 1\n"})
    tree = tmp_path / "tree"
    links = {"outer.py": "../elsewhere/a.py", "gone.py": "../elsewhere/gone.py", "out": "../elsewhere"}
    for name, target in {**links, "inner.py": "net.py", "in": "sub"}.items():
        (tree / name).symlink_to(target)
    monkeypatch.chdir(tree)
    assert main(["check"]) == 0
    assert capsys.readouterr() == ("no findings in 2 files; 3 links out of the folder passed over\n", "")
    assert main(["check", "outer.py"]) == 1
    assert main(["check", "../tree/out"]) == 1


def test_a_folder_that_cannot_be_searched_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": "x = 1\n", "secret/b.py": "x = 1\n"})
    real = os.scandir

    def scandir(path: str) -> object:
        if str(path).endswith("secret"):
            raise PermissionError(13, "Permission denied", path)
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    monkeypatch.chdir(tmp_path)
    assert main(["check", "."]) == 2
    assert "secret: cannot be searched: Permission denied" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["CACHEDIR.TAG", ".gitignore", "pruned"])
def test_the_cache_writes_through_no_link(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tree may hold the folder that its configuration names, with links in it."""
    tree, target = tmp_path / "tree", tmp_path / "target"
    write(tree, {"net.py": net("", "torch.ones(3)"), "pyproject.toml": "[tool.devlint]\ncache-dir = '.cache'\n"})
    (tree / ".cache").mkdir()
    (tree / ".cache" / name).symlink_to(target)
    monkeypatch.chdir(tree)
    for text in (None, "mine"):
        if text:
            target.write_text(text)
            os.utime(target, (0, 0))
        assert main(["check", "."]) == 1
        assert target.read_text() == text if text else not target.exists()


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(str(tmp_path / "a"), "one")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="space"):
        put(str(tmp_path / "a"), "two")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a", "one")]


BAD_PATHS = ["~/x", "../x", "/tmp/x", "a/../../x", "linked/x", "\x00", "x\ny", "a" * 5000]


@pytest.mark.parametrize("path", BAD_PATHS)
def test_no_configuration_makes_a_run_write_outside_its_tree(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = tmp_path / "tree"
    outside = tmp_path / "outside"
    outside.mkdir()
    quoted = "".join(f"\\u{ord(c):04x}" for c in path)
    write(tree, {"net.py": net("", "torch.ones(3)"), "pyproject.toml": f'[tool.devlint]\ncache-dir = "{quoted}"\n'})
    (tree / "linked").symlink_to(outside)
    before = sorted(tmp_path.iterdir())
    monkeypatch.chdir(tree)
    assert main(["check", "."]) in (1, 2)
    out, err = capsys.readouterr()
    assert "Traceback" not in err and err.count("\n") <= 1
    assert (sorted(tmp_path.iterdir()), list(outside.iterdir())) == (before, [])
    assert out.count("DEV102") == 1 or err.startswith("devlint: error: pyproject.toml: tool.devlint.cache-dir")


@pytest.mark.parametrize(
    "text",
    ["x = " + "[" * 100_000, "x = " + "9" * 100_000, "\n".join(f"[{'a.' * n}b]" for n in range(300)), "#" * (1 << 21)],
    ids=["nest", "number", "tables", "size"],
)
def test_a_configuration_that_costs_too_much_is_refused_in_one_line(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": "x = 1\n", "pyproject.toml": f"# devlint\n{text}\n"})
    monkeypatch.chdir(tmp_path)
    code = main(["check", "a.py"])
    err = capsys.readouterr().err
    assert (code, err) == (0, "") or code == 2 and err.startswith("devlint: error: pyproject.toml: ")
    assert err.count("\n") <= 1
