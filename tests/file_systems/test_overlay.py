"""Texts over the disk, and what a project forgets when one of its files changes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from devlint.configuration.options import Options
from devlint.engine.linter import lint
from devlint.engine.projects import open_project
from devlint.file_systems.base import DISK
from devlint.file_systems.overlay import Overlay
from devlint.project.source import Source
from tests.project.test_project import MASKS, net, write

PROJECT = {
    "pyproject.toml": "",
    "pkg/__init__.py": "from .masks import make_mask\n",
    "pkg/masks.py": MASKS,
    "pkg/between.py": "from .masks import make_mask, add\n\ndef wide(n):\n    return make_mask(n)\n",
    "pkg/net.py": net("from .between import wide", "wide(3)"),
    "pkg/other.py": net("from pkg import make_mask", "make_mask(3)"),
    "pkg/alone.py": net("", "torch.ones(3)"),
    "run.py": "import torch\nfrom pkg import net, other\n",
}
CHANGES = {
    "pkg/masks.py": [MASKS, MASKS.replace("n, n)", "n, n, device='cuda')"), MASKS.replace("make_mask", "mask"), ""],
    "pkg/between.py": [PROJECT["pkg/between.py"], "def wide(n):\n    return n\n", "from .net import Net as wide\n"],
    "pkg/net.py": [PROJECT["pkg/net.py"], net("from .masks import make_mask", "make_mask(3)"), "def broken(:\n"],
    "pkg/__init__.py": [PROJECT["pkg/__init__.py"], "def make_mask(n):\n    return n\n", ""],
    "run.py": [PROJECT["run.py"], "import torch\nfrom pkg import net\ntorch.set_default_device('cuda')\n"],
}


def test_an_overlay_lies_over_the_disk(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": "a = 1\n", "b.py": "b = 1\n"})
    files = Overlay({f"{tmp_path}/a.py": "# coding: latin-1\nä = '€'\n", f"{tmp_path}/new.py": ""})
    assert files.text(f"{tmp_path}/a.py", 100) == "# coding: latin-1\nä = '€'\n"
    assert files.text(f"{tmp_path}/a.py", 10) == ""
    assert files.text(f"{tmp_path}/b.py", 100) == DISK.text(f"{tmp_path}/b.py", 100) == "b = 1\n"
    assert files.text(f"{tmp_path}/c.py", 100) == ""
    assert files.entries(str(tmp_path)) == {"a.py": False, "b.py": False, "new.py": False}
    assert files.exists(f"{tmp_path}/new.py") and not files.exists(f"{tmp_path}/c.py")


def test_what_is_imported_is_read_from_the_overlay(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": "", "masks.py": "def make_mask(n):\n    return n\n"})
    text, path = net("from masks import make_mask", "make_mask(3)"), str(tmp_path / "net.py")
    texts: dict[str, str] = {}
    project = open_project(files=Overlay(texts))
    assert lint(text, path, project=project) == []
    texts[str(tmp_path / "masks.py")] = MASKS
    assert lint(text, path, project=project) == [], "what is remembered counts until it is forgotten"
    project.forget(str(tmp_path / "masks.py"))
    assert [(d.code, d.span.line) for d in lint(text, path, project=project)] == [("DEV102", 12)]


def test_what_a_change_does_not_reach_is_not_evaluated_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from devlint.engine import projects

    evaluated: list[str] = []
    real = projects._summarise

    def summarise(project: object, source: Source, *rest: object) -> None:
        evaluated.append(Path(source.file).name)
        real(project, source, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(projects, "_summarise", summarise)
    write(tmp_path, PROJECT)
    project = open_project()
    path = tmp_path / "pkg/net.py"
    for number in range(3):
        lint(path.read_text() + f"# {number}\n", str(path), project=project)
    assert sorted(evaluated) == ["between.py", "masks.py"]
    project.forget(str(tmp_path / "pkg/between.py"))
    lint(path.read_text(), str(path), project=project)
    assert sorted(evaluated) == ["between.py", "between.py", "masks.py"]


@pytest.mark.parametrize("seed", range(6))
def test_a_project_that_has_seen_changes_finds_what_a_new_one_does(seed: int, tmp_path: Path) -> None:
    write(tmp_path, PROJECT)
    chance = random.Random(seed)
    texts = {str(tmp_path / name): text for name, text in PROJECT.items()}
    project = open_project(Options(), Overlay(texts))
    seen = set()
    for _ in range(40):
        changed = chance.choice(list(CHANGES))
        texts[str(tmp_path / changed)] = chance.choice(CHANGES[changed])
        project.forget(str(tmp_path / changed))
        for name in chance.sample(["net", "other", "alone", "masks"], 2):
            path = str(tmp_path / f"pkg/{name}.py")
            if "broken(:" in texts[path]:
                continue
            warm = lint(texts[path], path, project=project)
            assert warm == lint(texts[path], path, project=open_project(Options(), Overlay(texts))), (changed, name)
            seen.add(tuple((d.code, d.span) for d in warm))
    assert len(seen) > 2
