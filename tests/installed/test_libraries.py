"""What a library is to the project that imports it: its functions and classes, read where they are used."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from devlint.configuration.options import Options
from devlint.engine.linter import lint
from devlint.engine.projects import open_project
from devlint.engine.workspace import Workspace
from devlint.installed import environment
from devlint.project.libraries import MOST_FILES
from devlint.reveal.answer import reveal
from devlint.source.files import Document
from tests.installed.installation import forget, install

NET = """\
import torch
from torch import nn
from .scaling import scaled

class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.fc = nn.Linear(n, n)

    def forward(self, x):
        return scaled(self.fc(x))
"""
SCALING = """\
import torch

def steps(n):
    return torch.arange(n)

def steps_beside(x):
    return torch.arange(len(x), device=x.device)

def shown(x):
    return x.detach().numpy()

def scaled(x):
    return 2 * x
"""
LIBRARY = {
    "some_lib/__init__.py": "from .scaling import *\nfrom .net import Net\n",
    "some_lib/net.py": NET,
    "some_lib/scaling.py": SCALING,
}
USE = """\
import torch
from some_lib import Net, shown, steps, steps_beside

def train():
    x = torch.rand(3, 8, device="cuda")
    net = Net(8)
    net(x)
    shown(x)
    return x + steps(8) + steps_beside(x)
"""
MENDED = """\
import torch
from some_lib import Net, shown, steps, steps_beside

def train():
    x = torch.rand(3, 8, device="cuda")
    net = Net(8).cuda()
    net(x)
    shown(x.cpu())
    return x + steps(8).to(x.device) + steps_beside(x)
"""
FOUND = ["DEV101 9", "DEV107 8", "DEV310 6"]


def found(
    folder: Path, text: str = USE, options: Options | None = None, files: Mapping[str, str] | None = None
) -> list[str]:
    """The rule and line of each finding in ``text``, a file of a project that holds ``files`` beside it."""
    (folder / "project").mkdir(exist_ok=True)
    for path, beside in {"pyproject.toml": "", **(files or {})}.items():
        file = folder / "project" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(beside, encoding="utf-8")
    return sorted(f"{d.code} {d.span.line}" for d in lint(text, str(folder / "project" / "use.py"), options))


@pytest.fixture
def library(site: Path) -> Path:
    """The folder with a library in it."""
    install(site, "some-lib", LIBRARY, version="2.1")
    return site


@pytest.mark.usefixtures("library")
def test_what_a_library_does_is_found_by_its_source(tmp_path: Path) -> None:
    assert found(tmp_path) == FOUND
    assert found(tmp_path, MENDED) == []


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    "importing",
    ["import some_lib as lib", "import some_lib.scaling as lib", "from some_lib import scaling as lib"],
)
def test_modules_of_a_library_are_followed(tmp_path: Path, importing: str) -> None:
    text = f"import torch\n{importing}\n\ndef f():\n    return torch.rand(3, device='cuda') + lib.steps(3)\n"
    assert found(tmp_path, text) == ["DEV101 5"]


def test_nothing_is_found_without_the_library(tmp_path: Path, site: Path) -> None:
    assert found(tmp_path) == []


@pytest.mark.usefixtures("library")
def test_nothing_is_read_that_is_not_to_be_read(tmp_path: Path) -> None:
    assert found(tmp_path, options=Options(site_packages="ignore")) == []


def test_nothing_of_a_library_is_imported(tmp_path: Path, site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {**LIBRARY, "some_lib/__init__.py": LIBRARY["some_lib/__init__.py"] + "raise SystemExit('imported')\n"}
    install(site, "some-lib", files)
    monkeypatch.syspath_prepend(str(site))
    assert found(tmp_path) == FOUND
    assert "some_lib" not in sys.modules


@pytest.mark.usefixtures("library")
def test_a_finding_says_what_was_read(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    notes = {d.code: [n.message for n in d.notes] for d in lint(USE, str(tmp_path / "use.py"))}
    assert "`steps` is read in the source of some-lib 2.1" in notes["DEV101"]
    assert "`shown` is read in the source of some-lib 2.1" in notes["DEV107"]
    assert "`Net` is read in the source of some-lib 2.1" in notes["DEV310"]


@pytest.mark.usefixtures("library")
def test_reveal_names_the_library(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    answer = reveal(Document(str(tmp_path / "use.py"), USE), None, Options())
    assert any(
        "`steps(8)`: tensor, CPU (here: without a device); by the source of some-lib 2.1" in line
        for line in answer.text()
    )
    assert {one["library"] for one in answer.json()["expressions"]} == {None, "some-lib 2.1"}


@pytest.mark.usefixtures("library")
def test_a_module_of_the_project_comes_first(tmp_path: Path) -> None:
    own = "def steps(n): return n\ndef steps_beside(x): return x\ndef shown(x): return x\nclass Net: pass\n"
    assert found(tmp_path, files={"some_lib.py": own}) == []
    (tmp_path / "project" / "some_lib.py").unlink()
    assert found(tmp_path, files={"some_lib/__init__.py": "from .elsewhere import *\n"}) == []


@pytest.mark.usefixtures("library")
def test_a_folder_that_is_no_package_does_not_hide_a_library(tmp_path: Path) -> None:
    assert found(tmp_path, files={"some_lib/log.txt": ""}) == FOUND


def test_nothing_is_reported_in_a_library(tmp_path: Path, site: Path) -> None:
    wrong = "import torch\nx = torch.rand(3, device='cuda') + torch.rand(3)\ndef f(x):\n    return x.cuda().numpy()\n"
    install(site, "some-lib", {"some_lib.py": wrong})
    assert found(tmp_path, "import torch\nfrom some_lib import f, x\ntorch.rand(3)\nprint(f, x)\n") == []


@pytest.mark.parametrize(
    ("about", "extra", "name"),
    [
        ("Summary: nothing of it", "", "some_lib"),
        ("Requires-Dist: torch", "some_lib/fast.cpython-311-x86_64-linux-gnu.so,,", "some_lib"),
        ("Requires-Dist: torch", "", "einops"),
        ("Requires-Dist: torch", "", "sklearn"),
        ("Requires-Dist: torch", "", "speechbrain"),
    ],
)
def test_libraries_that_are_not_read(tmp_path: Path, site: Path, about: str, extra: str, name: str) -> None:
    install(site, name, {f"{name}/__init__.py": SCALING}, about=about, extra=extra)
    text = f"import torch\nfrom {name} import steps\n\ndef f():\n    return torch.rand(3, device='cuda') + steps(3)\n"
    assert found(tmp_path, text) == []


def test_a_library_that_leads_to_too_many_modules_is_not_read(tmp_path: Path, site: Path) -> None:
    parts = {f"some_lib/part{i}.py": f"from . import part{i + 1}\n" for i in range(MOST_FILES + 1)}
    files = {**LIBRARY, **parts, f"some_lib/part{MOST_FILES + 1}.py": ""}
    files["some_lib/__init__.py"] += "from . import part0\n"
    install(site, "some-lib", files)
    assert found(tmp_path) == ["DEV310 6"]  # nothing that a star brings
    text = "import torch\nfrom some_lib.scaling import steps\nx = torch.rand(3, device='cuda') + steps(3)\n"
    assert found(tmp_path, text) == ["DEV101 3"]


def test_a_library_of_ten_thousand_modules_is_not_searched(tmp_path: Path, site: Path) -> None:
    extra = "\n".join(f"some_lib/many/part{i}.py,sha256=x,1" for i in range(10_000))
    install(site, "some-lib", LIBRARY, extra=extra)
    opened: list[str] = []
    original = environment.distributions().owner("some_lib")
    assert original is not None
    text_of = type(original).text

    def counting(self: object, file: str) -> str:
        opened.append(file)
        return text_of(self, file)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(original), "text", counting)
        assert found(tmp_path) == FOUND
    assert set(opened) == set(LIBRARY)


@pytest.mark.parametrize("text", ["def steps(:\n", "\0", "# coding: nonsense\n", "(" * 5000])
def test_a_broken_library_is_unknown(tmp_path: Path, site: Path, text: str) -> None:
    install(site, "some-lib", {**LIBRARY, "some_lib/scaling.py": text})
    assert found(tmp_path) in ([], ["DEV310 6"])


def test_modules_that_import_each_other_are_the_same_in_any_order(tmp_path: Path, site: Path) -> None:
    files = {
        "some_lib/__init__.py": "from .a import one\nfrom .b import two\n",
        "some_lib/a.py": "import torch\nfrom . import b\ndef one(n):\n    return torch.ones(n)\n",
        "some_lib/b.py": "import torch\nfrom . import a\ndef two(n):\n    return a.one(n)\n",
    }
    install(site, "some-lib", files)
    (tmp_path / "pyproject.toml").touch()
    head = "import torch\nx = torch.rand(3, device='cuda')\n"
    texts = {name: f"{head}from some_lib import {name}\nx + {name}(3)\n" for name in ("one", "two")}
    results = []
    for order in (["one", "two"], ["two", "one"]):
        project = open_project()
        results.append({n: lint(texts[n], str(tmp_path / f"{n}.py"), project=project) for n in order})
    assert results[0] == results[1]
    assert results[0]["one"]


def test_another_version_of_a_library_is_seen_by_the_cache(tmp_path: Path, site: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    options = Options(cache_dir=str(tmp_path / "cache"))
    path = str(tmp_path / "use.py")

    def checked() -> list[str]:
        forget()
        return sorted(f"{d.code} {d.span.line}" for d in Workspace(options).lint(USE, path))

    assert checked() == []
    install(site, "some-lib", LIBRARY)
    assert checked() == FOUND
    assert checked() == FOUND
    for name in os.listdir(site / "some_lib-1.0.dist-info"):
        (site / "some_lib-1.0.dist-info" / name).unlink()
    (site / "some_lib-1.0.dist-info").rmdir()
    mended = {**LIBRARY, "some_lib/scaling.py": SCALING.replace("arange(n)", "arange(n, device='cuda')")}
    install(site, "some-lib", mended, version="1.1")
    assert checked() == sorted({*FOUND} - {"DEV101 9"})


@pytest.mark.usefixtures("library")
def test_a_kept_result_reads_nothing_of_a_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pyproject.toml").touch()
    options = Options(cache_dir=str(tmp_path / "cache"))
    first = Workspace(options).lint(USE, str(tmp_path / "use.py"))
    owner = environment.distributions().owner("some_lib")
    monkeypatch.setattr(type(owner), "text", lambda self, file: pytest.fail(f"{file} is read"))
    assert Workspace(options).lint(USE, str(tmp_path / "use.py")) == first != []


def test_the_annotation_of_a_result_outranks_a_guess(tmp_path: Path, site: Path) -> None:
    code = "import numpy as np\nimport torch\n\ndef heat(x) -> np.ndarray:\n    return heat(torch.relu(x))\n"
    install(site, "some-lib", {"some_lib.py": code})
    text = "import torch\nfrom some_lib import heat\nimport matplotlib.pyplot as plt\n\n"
    text += "def show():\n    seen = heat(torch.rand(3, device='cuda'))\n    seen = seen[0, :]\n    plt.imshow(seen)\n"
    assert found(tmp_path, text) == []
