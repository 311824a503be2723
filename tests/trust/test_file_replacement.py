"""A file is replaced as a whole or not at all."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from devlint.base.file_replacement import clear_leftovers, replacement
from devlint.cli import main
from tests.project.test_project import net


def test_the_file_is_replaced_under_the_permissions_that_are_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("before")
    with replacement(str(path), 0o640) as file:
        file.write(b"after")
        assert path.read_text() == "before"
    assert path.read_text() == "after"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_failure_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("before")

    def cancelled() -> None:
        with replacement(str(path)) as file:
            file.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cancelled()
    assert path.read_text() == "before"
    assert os.listdir(tmp_path) == ["file"]


def test_a_link_is_replaced_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_text("before")
    path = tmp_path / "link"
    path.symlink_to(tmp_path / "elsewhere")
    with replacement(str(path)) as file:
        file.write(b"after")
    assert not path.is_symlink()
    assert (tmp_path / "elsewhere").read_text() == "before"


KILLED = """
import os, signal, sys
from devlint.base.file_replacement import replacement
with replacement("net.py") as file:
    file.write(b"half")
    file.flush()
    print("written", flush=True)
    if sys.argv[1] == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    sys.stdin.read()
"""


def test_the_next_repair_clears_what_a_killed_one_has_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "net.py").write_text(net("", "torch.ones(3)"))
    command = [sys.executable, "-c", KILLED]
    assert subprocess.run([*command, "die"], capture_output=True, check=False).returncode == -signal.SIGKILL
    (left,) = tmp_path.glob(".devlint-*.tmp")
    with subprocess.Popen([*command, "live"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None and other.stdout.readline() == b"written\n"
        (live,) = set(tmp_path.glob(".devlint-*.tmp")) - {left}
        (tmp_path / ".devlint-12345678.tmp").symlink_to("net.py")
        (tmp_path / ".devlint-notes.tmp").write_text("the user's")
        main(["check", "--isolated", "--fix", "--diff"])
        assert left.exists(), "a diff changes nothing"
        main(["check", "--isolated", "--fix", "--unsafe-fixes"])
        assert "device=" in (tmp_path / "net.py").read_text()
        assert sorted(path.name for path in tmp_path.glob(".devlint-*")) == sorted(
            [live.name, ".devlint-12345678.tmp", ".devlint-notes.tmp"]
        )
        other.communicate(b"")
    assert (tmp_path / "net.py").read_text() == "half", "the other process went on"
    clear_leftovers(str(tmp_path / "nowhere"))


def test_a_repair_keeps_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "net.py"
    path.write_text("# a long comment\n" + net("", "torch.ones(3)"))
    path.chmod(0o640)
    (tmp_path / "other.txt").hardlink_to(path)
    main(["check", "--isolated", "--fix", "--unsafe-fixes"])
    assert path.samefile(tmp_path / "other.txt")
    assert "device=" in (tmp_path / "other.txt").read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert len(os.listdir(tmp_path)) == 2
