"""Star imports in layers: each file is looked at once for each depth, however many ways lead to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from devlint.linter import open_project
from devlint.project.names import Names
from devlint.project.source import Source
from tests.project.test_project import write

LAYERS, WIDTH = 10, 3


def test_layers_of_stars_are_looked_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {"pyproject.toml": "", "pkg/__init__.py": "", "pkg/top.py": "from .m0_0 import *\n"}
    for layer in range(LAYERS):
        stars = "".join(f"from .m{layer + 1}_{n} import *\n" for n in range(WIDTH)) if layer < LAYERS - 1 else ""
        for n in range(WIDTH):
            files[f"pkg/m{layer}_{n}.py"] = f"{stars}x{layer}_{n} = 1\n"
    write(tmp_path, files)
    looked: list[int] = []
    real = Names.exported
    monkeypatch.setattr(Names, "exported", lambda names: looked.append(1) or real(names))  # type: ignore[func-returns-value]
    project = open_project()
    top = str(tmp_path / "pkg/top.py")
    project.open(Source(top, files["pkg/top.py"]))
    names = project.exported(top, 1, "m0_0")
    assert len(names) == WIDTH * (LAYERS - 1) + 1
    assert len(looked) <= WIDTH * LAYERS
