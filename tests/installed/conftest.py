"""A folder of installed packages, in place of those of the environment."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from devlint.installed import environment, shipped_stubs
from devlint.stubs import finding


def _forget() -> None:
    environment.distributions.cache_clear()
    shipped_stubs.shipped_stubs.cache_clear()
    for known in (finding.has_stub, finding.stub, finding.row, finding.class_called, finding.telling_names):
        known.cache_clear()


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder, empty: the only one that is searched for installed packages."""
    folder = tmp_path / "site-packages"
    folder.mkdir()
    found = (os.path.realpath(folder),)
    for module in (environment, shipped_stubs):
        monkeypatch.setattr(module, "folders", lambda: found)
    _forget()
    yield folder
    _forget()
