"""A file is replaced as a whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from devlint.file_replacement import replacement


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
