"""What a kept result depends on: an edit has those evaluated again that asked for what it changes, and no others."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from devlint.base.diagnostic import Diagnostic
from devlint.cache import folder as cache_folder
from devlint.configuration.options import Options
from devlint.engine import linter
from devlint.engine.batch import check_all
from devlint.engine.workspace import Workspace
from devlint.project.project import Project
from devlint.project.source import Source
from devlint.scout.scout import Scouted


def meets(imports: str, value: str) -> str:
    """A file that lets what it imports meet the tensor of a caller."""
    return f"import torch\n{imports}\n\n\ndef f(x):\n    return torch.relu(x) + {value}\n"


FILES = {
    "pyproject.toml": "",
    "pkg/__init__.py": "from .makes import make\n",
    "pkg/makes.py": "import torch\n\n\ndef make(n):\n    return torch.ones(n)\n",
    "pkg/passes.py": "from .makes import *\n",
    "pkg/constants.py": "import torch\n\nSTEPS = torch.arange(3)\n",
    "pkg/calls.py": meets("from .makes import make", "make(3)"),
    "pkg/package.py": meets("from . import make", "make(3)"),
    "pkg/stars.py": meets("from .passes import make", "make(3)"),
    "pkg/reads.py": meets("from .constants import STEPS", "STEPS"),
    "pkg/attribute.py": meets("import pkg", "pkg.later.make(3)"),
    "pkg/alone.py": meets("from . import calls", "torch.ones(3)"),
}


@pytest.fixture(autouse=True)
def caches(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The folder of the user's caches is empty."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("caches")))
    cache_folder.user_folder.cache_clear()
    cache_folder.secret.cache_clear()
    yield
    monkeypatch.undo()
    cache_folder.user_folder.cache_clear()
    cache_folder.secret.cache_clear()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The project, whose results are in the cache."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    found = findings(tmp_path)
    reported = {Path(path).stem for path, reports in found.items() if reports}
    assert reported == {"alone", "calls", "package", "reads", "stars"}
    return tmp_path


def findings(root: Path, options: Options | None = None) -> dict[str, tuple[Diagnostic, ...]]:
    """What is found in each file."""
    paths = sorted(map(str, root.rglob("*.py")))
    return {one.path: one.found for one in check_all(paths, options or Options(), jobs=1)}


@pytest.fixture
def evaluated(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The files that are evaluated from now on."""
    seen: set[str] = set()
    real = linter._lint

    def lint(source: object, *rest: object) -> list[Diagnostic]:
        seen.add(Path(source.file).stem)  # type: ignore[attr-defined]
        return real(source, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(linter, "_lint", lint)
    return seen


def append(name: str, text: str) -> Callable[[Path], object]:
    """An edit that adds to a file of the project."""
    return lambda root: (root / name).write_text(FILES.get(name, "") + text)


def replace(name: str, old: str, new: str) -> Callable[[Path], object]:
    """An edit that changes a file of the project."""
    assert old in FILES[name]
    return lambda root: (root / name).write_text(FILES[name].replace(old, new))


def later_appears(root: Path) -> None:
    """An edit that adds a module which a package imports, and another file reads as its attribute."""
    append("pkg/later.py", FILES["pkg/makes.py"])(root)
    append("pkg/__init__.py", "from . import later\n")(root)


EDITS: dict[str, tuple[Callable[[Path], object], set[str]]] = {
    "a comment where nobody evaluates": (append("pkg/alone.py", "# more\n"), {"alone"}),
    "a comment where others evaluate": (append("pkg/makes.py", "# more\n"), {"calls", "package", "stars"}),
    "a comment in a package": (append("pkg/__init__.py", "# more\n"), set()),
    "what a function gives": (
        replace("pkg/makes.py", "ones(n)", "ones(n, device='cuda')"),
        {"calls", "package", "stars"},
    ),
    "what a package passes on": (replace("pkg/__init__.py", "from .makes", "from .absent"), {"package"}),
    "a file that is passed on appears": (append("pkg/make.py", "import torch\n"), set()),
    "a star brings another meaning": (append("pkg/passes.py", "def make(n):\n    return n\n"), {"stars"}),
    "a constant moves": (replace("pkg/constants.py", "(3)", "(3, device='cuda')"), {"reads"}),
    "a function goes": (replace("pkg/makes.py", "def make", "def other"), {"calls", "package", "stars"}),
    "a cycle closes": (append("pkg/makes.py", "from . import calls\n"), {"calls"}),
    "a module goes": (lambda root: (root / "pkg/makes.py").unlink(), {"calls", "package", "stars"}),
    "a module breaks": (append("pkg/makes.py", "def (\n"), {"calls", "package", "stars"}),
    "a module appears that is imported elsewhere": (later_appears, {"attribute"}),
}


@pytest.mark.parametrize("name", EDITS)
def test_who_asked_for_what_changed_is_evaluated_again(name: str, root: Path, evaluated: set[str]) -> None:
    edit, expected = EDITS[name]
    edit(root)
    kept = findings(root)
    again = set(evaluated)
    assert kept == findings(root, Options(no_cache=True))
    assert expected <= again
    evaluated.clear()
    assert findings(root) == kept
    assert not evaluated - {"__init__", "passes"}  # nothing can be found in these, and nothing is kept


def test_others_are_not_evaluated_again(root: Path, evaluated: set[str]) -> None:
    for name in ("a comment where nobody evaluates", "a comment in a package", "a constant moves"):
        edit, expected = EDITS[name]
        evaluated.clear()
        edit(root)
        findings(root)
        assert evaluated - {"__init__", "passes", "constants"} == expected


def test_whose_tensors_a_file_takes_is_asked_again(root: Path) -> None:
    """They are another framework's once the file that defines them imports it, be it in the body of a function."""
    volumes, layers = root / "pkg/volumes.py", root / "pkg/layers.py"
    volumes.write_text("def load():\n    import numpy\n\n\nTensor = load()\n")
    (root / "pkg/words.py").write_text("import torch\n")
    use = "def f(y):\n    return y.cuda().relu().numpy()\n"
    layers.write_text(f"from . import words\nfrom .volumes import Tensor\n\n\n{use}")
    assert [one.code for one in findings(root)[str(layers)]] == ["DEV107"]
    volumes.write_text("def load():\n    import jax\n\n\nTensor = load()\n")
    assert not findings(root)[str(layers)]


def test_what_leaks_out_is_kept_for_one_file(root: Path) -> None:
    """A file that changed is checked without scouting again those that it imports."""
    calls = root / "pkg/calls.py"
    calls.write_text(FILES["pkg/calls.py"] + "# more\n")
    workspace = Workspace(Options())
    scouted: list[str] = []
    scout = workspace.project._scout

    def noted(project: Project[Scouted], source: Source) -> Scouted:
        scouted.append(os.path.basename(source.file))
        return scout(project, source)

    workspace.project._scout = noted
    assert len(workspace.lint(calls.read_text(), str(calls))) == 1
    assert scouted == ["calls.py"]


def test_a_file_may_have_asked_what_leaks_out_of_itself(root: Path) -> None:
    """Its entry holds the answer, where it no longer stands for the same texts, too."""
    (root / "pkg/words.py").write_text("")
    (root / "pkg/bases.py").write_text("from . import words\n\n\nclass Base:\n    pass\n")
    uses = root / "pkg/uses.py"
    uses.write_text(meets("from .bases import Base", "torch.ones(3)").replace("    return", "    Base()\n    return"))
    assert findings(root)[str(uses)]
    (root / "pkg/words.py").write_text("# more\n")
    uses.write_text(uses.read_text() + "# more\n")
    (outcome,) = check_all([str(uses)], Options(), jobs=1)
    assert outcome.was_checked
    assert outcome.found
