"""A folder of installed packages, in place of those of the environment."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from devlint.installed import environment, shipped_stubs
from tests.installed.installation import forget


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder, empty: the only one that is searched for installed packages."""
    folder = tmp_path / "site-packages"
    folder.mkdir()
    found = (os.path.realpath(folder),)
    for module in (environment, shipped_stubs):
        monkeypatch.setattr(module, "folders", lambda: found)
    forget()
    yield folder
    forget()
