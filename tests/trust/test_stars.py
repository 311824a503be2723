"""Star imports in layers: each file is looked at once for each depth, however many ways lead to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from devlint.engine.projects import open_project
from devlint.project.names import Names
from devlint.project.needs import Kind
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


def test_what_stars_bring_is_found_once_for_all_that_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    count = 12
    files = {"pyproject.toml": ""}
    for number in range(count):
        stars = "".join(f"from m{other} import *\n" for other in range(number + 1, count))
        files[f"m{number}.py"] = f"import torch\n{stars}def f{number}(x): return x.cuda() + torch.ones(3)\n"
    write(tmp_path, files)
    looked: list[int] = []
    real = Names.exported
    monkeypatch.setattr(Names, "exported", lambda names: looked.append(1) or real(names))  # type: ignore[func-returns-value]
    project = open_project()
    for number in range(count):
        file = str(tmp_path / f"m{number}.py")
        project.open(Source(file, files[f"m{number}.py"]))
        for other in range(number + 1, count):
            names = project.exported(file, 0, f"m{other}")
            assert {f"f{one}" for one in range(other, count)} <= set(names)
            assert project.passed_on(file, 0, f"m{other}", "torch") == "torch"
            assert project.passed_on(file, 0, f"m{other}", f"f{count - 1}") == ""
    assert len(looked) <= count * count  # each file at each depth, whoever asks


def test_each_that_asks_depends_on_all_that_stars_lead_to(tmp_path: Path) -> None:
    files = {"pyproject.toml": "", "a.py": "from c import *\n", "b.py": "from c import *\n"}
    files |= {"c.py": "from d import *\n", "d.py": "def f(x): return x\n"}
    write(tmp_path, files)
    project = open_project()
    asked = {}
    for name in ("a", "b"):
        file = str(tmp_path / f"{name}.py")
        project.open(Source(file, files[f"{name}.py"]))
        assert project.exported(file, 0, "c") == ["f"] and project.passed_on(file, 0, "c", "f") == ""
        every = project.asked.by(file).items()
        asked[name] = {kind: {one.replace(file, "") for one in ones} for kind, ones in every}
    assert asked["a"] == asked["b"] and str(tmp_path / "d.py") in asked["a"][Kind.NAMES] & asked["a"][Kind.DEFINED]
