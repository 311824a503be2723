"""Imports inside the user's own project are followed, to what they bring and no further."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from devlint.base.diagnostic import Level
from devlint.configuration.options import Options
from devlint.engine.linter import lint
from devlint.engine.projects import open_project
from devlint.project.folders import Folders
from devlint.project.graph import Graph
from devlint.project.imports import imports
from devlint.project.names import names_of
from devlint.project.resolve import Import, Resolver, Target
from devlint.project.source import Source
from tests.harness import marks

MASKS = """\
import torch

TABLE = torch.arange(10)

def make_mask(n):
    return torch.ones(n, n)

def to_device(x, device):
    return x.to(device)

def add(a, b):
    return a + b
"""
NET = """\
import torch
from torch import nn
{imported}

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3, 3))

    def forward(self, x):
        seed = torch.ones(3, 3).to(x.device)
        return self.w * {used}
"""


def write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def found(folder: Path, file: str) -> list[tuple[str, int]]:
    """The codes and lines of what is found in one file."""
    path = folder / file
    return [(d.code, d.span.line) for d in lint(path.read_text(), str(path))]


def net(imported: str, used: str) -> str:
    return NET.format(imported=imported, used=used)


REPORT = [("DEV109", 12)]


# What an import brings


@pytest.mark.parametrize(
    ("imported", "used"),
    [
        ("from .masks import make_mask", "make_mask(3)"),
        ("from .masks import make_mask as made", "made(3)"),
        ("from .masks import *", "make_mask(3)"),
        ("from .masks import TABLE", "TABLE"),
        ("from . import masks", "masks.make_mask(3)"),
        ("from . import masks as m", "m.TABLE"),
        ("from pkg.masks import make_mask", "make_mask(3)"),
        ("from pkg import masks", "masks.make_mask(3)"),
        ("import pkg.masks", "pkg.masks.make_mask(3)"),
        ("import pkg.masks as m", "m.make_mask(3)"),
        ("from pkg import passed_on", "passed_on(3)"),
        ("from pkg import make_mask", "make_mask(3)"),
        ("from pkg import twice", "twice(3)"),
        ("from .deeper import made_there", "made_there(3)"),
        ("from .deeper.below import made_there", "made_there(3)"),
        ("try:\n    from .masks import make_mask\nexcept ImportError:\n    make_mask = None", "make_mask(3)"),
    ],
)
def test_imports_are_followed(imported: str, used: str, tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "pyproject.toml": "",
            "pkg/__init__.py": "from .masks import make_mask as passed_on, make_mask\nfrom .deeper import twice\n",
            "pkg/masks.py": MASKS,
            "pkg/deeper/__init__.py": "from .below import *\nfrom ..masks import make_mask as twice\n",
            "pkg/deeper/below.py": "from ..masks import make_mask\n\ndef made_there(n):\n    return make_mask(n)\n",
            "pkg/net.py": net(imported, used),
        },
    )
    shift = imported.count("\n")
    code = "DEV109" if used.endswith("TABLE") else "DEV102"
    assert found(tmp_path, "pkg/net.py") == [(code, 12 + shift)]


@pytest.mark.parametrize(
    ("imported", "used"),
    [
        ("from .masks import make_mask, to_device", "to_device(make_mask(3), x.device)"),
        ("from .masks import make_mask", "make_mask(3).to(x)"),
        ("from .masks import nothing", "nothing(3)"),
        ("from .missing import make_mask", "make_mask(3)"),
        ("from .broken import make_mask", "make_mask(3)"),
        ("from .undecodable import make_mask", "make_mask(3)"),
        ("from ....masks import make_mask", "make_mask(3)"),
        ("from .lazy import make_mask", "make_mask(3)"),
        ("from .around import make_mask", "make_mask(3)"),
        ("from .defaults import make_mask", "make_mask(3)"),
        ("from .changed import MASK", "MASK"),
        ("if TYPE_CHECKING:\n    from .masks import make_mask", "make_mask.unknown(3)"),
    ],
)
def test_what_is_not_known_is_silent(imported: str, used: str, tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "pyproject.toml": "",
            "pkg/__init__.py": "",
            "pkg/masks.py": MASKS,
            "pkg/broken.py": MASKS + "def (:\n",
            "pkg/lazy.py": "def __getattr__(name):\n    from . import masks\n    return getattr(masks, name)\n",
            "pkg/around.py": "from . import net\n" + MASKS,
            "pkg/defaults.py": MASKS + "\ndef setup():\n    torch.set_default_device('cuda')\n",
            "pkg/changed.py": MASKS + "MASK = torch.ones(3)\n\ndef f():\n    global MASK\n    MASK = MASK.cuda()\n",
            "pkg/net.py": net(imported, used),
        },
    )
    (tmp_path / "pkg/undecodable.py").write_bytes(b"# coding: utf-8\n" + MASKS.encode() + b"# \xff\xff\n")
    assert found(tmp_path, "pkg/net.py") == []


@pytest.mark.parametrize(
    "files",
    [
        {
            "src/app/__init__.py": "",
            "src/app/masks.py": MASKS,
            "tests/net.py": net("from app import masks as m", "m.TABLE"),
        },
        {"app/masks.py": MASKS, "run/net.py": net("from app.masks import TABLE", "TABLE")},
        {"app/masks.py": MASKS, "run/net.py": net("import app.masks", "app.masks.TABLE")},
        {"run/masks.py": MASKS, "run/net.py": net("from masks import TABLE", "TABLE")},
        {"run/masks.py": MASKS, "run/net.py": net("import masks", "masks.TABLE")},
        {"src/ns/a/masks.py": MASKS, "src/ns/b/net.py": net("from ..a.masks import TABLE", "TABLE")},
        {"src/ns/a/masks.py": MASKS, "src/ns/b/net.py": net("from ns.a.masks import TABLE", "TABLE")},
    ],
    ids=["src", "namespace", "dotted", "script", "script's module", "relative namespace", "absolute namespace"],
)
def test_layouts(files: dict[str, str], tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": "", **files})
    assert found(tmp_path, list(files)[-1]) == REPORT


@pytest.mark.parametrize("marker", ["pyproject.toml", "unmarked.toml"])
def test_tests_inside_a_package_import_the_package_around_them(tmp_path: Path, marker: str) -> None:
    """The folder of such tests has no ``__init__.py`` of its own."""
    noise = """\
import torch
from torch import nn

class Noise(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.width = width

    def forward(self, x):
        return x + self.width * torch.randn(x.shape, device=x.device)
"""
    used = """\
import torch
from pkg.noise import {name}

def test_noise():
    noise = {name}(0.1)
    noise.train()
    return noise(torch.ones(3, device="cuda"))
"""
    files = {f"repo/{marker}": "", "repo/python/pkg/__init__.py": "", "repo/python/pkg/noise.py": noise}
    inside = {f"repo/python/pkg/tests/unit/test_{name}.py": used.format(name=name) for name in ("Noise", "Missing")}
    write(tmp_path, files | inside)
    assert found(tmp_path, "repo/python/pkg/tests/unit/test_Noise.py") == []
    assert found(tmp_path, "repo/python/pkg/tests/unit/test_Missing.py") == [("DEV310", 5)]


def test_a_file_without_a_project_has_its_own_folder(tmp_path: Path) -> None:
    write(tmp_path, {"masks.py": MASKS, "net.py": net("from masks import TABLE", "TABLE")})
    assert found(tmp_path, "net.py") == REPORT


def test_installed_packages_are_not_followed(tmp_path: Path) -> None:
    other = {"site-packages/other/__init__.py": MASKS, "site-packages/own/__init__.py": ""}
    text = net("from other import TABLE", "TABLE")
    own = net("from own.masks import TABLE", "TABLE")
    write(tmp_path, {**other, "site-packages/own/net.py": text, "site-packages/own/masks.py": MASKS})
    assert found(tmp_path, "site-packages/own/net.py") == []
    (tmp_path / "site-packages/own/net.py").write_text(own)
    assert found(tmp_path, "site-packages/own/net.py") == REPORT


def test_a_text_without_a_path_imports_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"masks.py": MASKS})
    monkeypatch.chdir(tmp_path)
    assert lint(net("from masks import TABLE", "TABLE")) == []
    assert [d.code for d in lint(net("from masks import TABLE", "TABLE"), "stdin")] == ["DEV109"]


# What is reported where


def test_each_file_reports_what_is_its_own(tmp_path: Path) -> None:
    helper = "import torch\n\ndef scaled(x: torch.Tensor):\n    return x * torch.ones(3)\n"
    write(tmp_path, {"helper.py": helper, "net.py": net("from helper import scaled", "scaled(x)")})
    assert found(tmp_path, "helper.py") == [("DEV102", 4)]
    assert found(tmp_path, "net.py") == []


def test_what_is_reported_in_a_longer_file_stops_no_other(tmp_path: Path) -> None:
    helper = "\n" * 50 + "import torch\n\ndef rows(n):\n    return torch.zeros(n, 4)\n"
    net = """\
import torch
from helper import rows

def padded(x: torch.Tensor):
    table = rows(len(x))
    for i, row in enumerate(x):
        table[i] = row * 2
    return table
"""
    write(tmp_path, {"helper.py": helper, "net.py": net})
    assert found(tmp_path, "net.py") == [("DEV110", 5)]


def test_parts_stay_with_the_alternative_they_are_of(tmp_path: Path) -> None:
    helper = """\
import torch

def nearest(x, k):
    if x.device.type == "cpu":
        found = x.numpy()
        return torch.from_numpy(found[:k]), torch.from_numpy(found[k:])
    return x[:k], x[k:]
"""
    net = """\
import torch
from helper import nearest

def weighted(x: torch.Tensor):
    distances, _ = nearest(x, 3)
    return distances * torch.arange(3, device=x.device)
"""
    write(tmp_path, {"helper.py": helper, "net.py": net})
    assert found(tmp_path, "net.py") == []
    write(tmp_path, {"helper.py": helper.replace('x.device.type == "cpu"', "k < 9")})
    assert found(tmp_path, "net.py") == [("DEV102", 5)]


def test_what_meets_in_another_file_is_reported_where_it_was_passed(tmp_path: Path) -> None:
    write(tmp_path, {"masks.py": MASKS, "net.py": net("from masks import add", "add(self.w, torch.ones(3, 3))")})
    (report,) = lint((tmp_path / "net.py").read_text(), str(tmp_path / "net.py"))
    assert (report.code, report.span.line, report.span.column) == ("DEV102", 12, 36)
    assert "`torch.ones(3, 3)`" in report.message
    assert [note.span.line for note in report.notes] == [12, 5, 12]
    last = report.notes[-1]
    assert (last.message, last.path, last.span.line) == ("used together in `+` here", "masks.py", 12)


def test_a_note_leads_to_where_another_file_makes_it(tmp_path: Path) -> None:
    masks = "import torch\n\n\ndef table(n):\n    made = torch.zeros(n)\n    return {'low': made}\n"
    text = net("from lib.masks import table", "self.w * table(3)['low']")
    write(tmp_path, {"lib/__init__.py": "", "lib/masks.py": masks, "net.py": text})
    (report,) = lint((tmp_path / "net.py").read_text(), str(tmp_path / "net.py"))
    abroad = [(note.message, note.path, note.span.line) for note in report.notes if note.path]
    assert abroad == [("created here, without `device=`", "lib/masks.py", 5)]
    assert {note.span.line for note in report.notes_here} == {12, 5}


def test_notes_lead_through_the_files_that_hand_it_on(tmp_path: Path) -> None:
    inner = "import torch\n\n\ndef weighed(x, mask):\n    return torch.mul(x, mask)\n"
    outer = "from inner import weighed\n\n\ndef score(x, mask):\n    return weighed(x.relu(), mask).sum()\n"
    text = net("from outer import score", "score(self.w, torch.ones(3, 3))")
    write(tmp_path, {"inner.py": inner, "outer.py": outer, "net.py": text})
    (report,) = lint((tmp_path / "net.py").read_text(), str(tmp_path / "net.py"))
    abroad = [(note.message, note.path, note.span.line) for note in report.notes if note.path]
    assert abroad == [("handed on here", "outer.py", 5), ("used together in `mul` here", "inner.py", 5)]


def test_a_class_knows_the_base_it_imports(tmp_path: Path) -> None:
    base = "import torch\nfrom torch import nn\n\nclass Base(nn.Module):\n    pass\n\nclass Plain:\n    pass\n"
    text = "import torch\nfrom base import {0}\n\nclass Net({0}):\n    def __init__(self):\n"
    text += (
        "        self.mask = torch.ones(3)\n\n    def forward(self, x: torch.Tensor):\n        return x * self.mask\n"
    )
    write(tmp_path, {"base.py": base, "net.py": text.format("Base"), "other.py": text.format("Plain")})
    assert found(tmp_path, "net.py") == [("DEV302", 6)]
    assert found(tmp_path, "other.py") != [("DEV302", 6)]


# Cycles


CYCLES = {
    "a.py": net("from b import make_mask\nfrom c import TABLE", "make_mask(3)")
    + "\n    def g(self):\n        return self.w * TABLE\n",
    "b.py": "from a import Net\n" + MASKS,
    "c.py": MASKS,
}


def test_modules_of_a_cycle_are_unknown_to_each_other(tmp_path: Path) -> None:
    write(tmp_path, CYCLES)
    assert found(tmp_path, "a.py") == [("DEV109", 16)]
    (tmp_path / "b.py").write_text(MASKS)
    assert found(tmp_path, "a.py") == [("DEV102", 13), ("DEV109", 16)]


def test_cycles_do_not_depend_on_who_is_asked_first() -> None:
    leads = {"a": ["b"], "b": ["c", "d"], "c": ["a", "e"], "d": ["e"], "e": ["f"], "f": ["e"], "g": ["g", "a"]}
    together = {"a": "abc", "d": "d", "e": "ef", "g": "g"}
    for first in leads:
        graph = Graph(leads.__getitem__, str, "f".__eq__)
        for one in (first, *leads):
            for other in leads:
                mine = next(group for group in together.values() if one in group)
                assert graph.in_one_cycle(one, other) == (other in mine), (first, one, other)
    without = {**leads, "f": []}
    graphs = [
        Graph(leads.__getitem__, str, bool),
        Graph(without.__getitem__, str, bool),
        Graph(leads.__getitem__, repr, bool),
    ]
    assert len({graph.signature("a") for graph in graphs}) == 3
    assert [Graph(leads.__getitem__, str, "a".__eq__).matters(file) for file in "adg"] == [True, False, True]


# Each module once


def test_a_module_is_evaluated_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from devlint.engine import projects

    evaluated: list[str] = []
    real = projects._summarise

    def summarise(project: object, source: Source, *rest: object) -> None:
        evaluated.append(source.file)
        real(project, source, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(projects, "_summarise", summarise)
    files = {f"net{n}.py": net("from masks import make_mask, TABLE", "make_mask(3) * TABLE") for n in range(3)}
    write(tmp_path, {"masks.py": MASKS, **files})
    project = open_project()
    for name in (*files, "masks.py"):
        lint((tmp_path / name).read_text(), str(tmp_path / name), project=project)
    assert evaluated == [str(tmp_path / "masks.py")]


# The parts


def test_texts_that_are_kept_are_whole(tmp_path: Path) -> None:
    texts = [f"name = '{word} {number}'\r\n" for number in range(60) for word in ("plain", "naïve", "🤗", "\ud800")]
    project = open_project(Options())
    for number, text in enumerate(texts):
        project.open(Source(str(tmp_path / f"{number}.py"), text))
    assert [project.source(str(tmp_path / f"{number}.py")).text for number in range(len(texts))] == texts
    project.open(Source(str(tmp_path / "0.py"), "name = 1"))
    assert project.source(str(tmp_path / "0.py")).text == "name = 1"
    assert project.source(str(tmp_path / "1.py")).text == texts[1], "nothing of it came from the other file"
    project.open(Source(str(tmp_path / "__init__.py"), ""))
    project.open(Source(str(tmp_path / "__init__.py"), "name = 1"))
    assert project.source(str(tmp_path / "1.py")).text == "", "all is forgotten, and it is not on the disk"


def test_texts_on_the_disk_are_read_again(tmp_path: Path) -> None:
    write(tmp_path, {f"{number}.py": f"name = 'naïve {number}'\n" for number in range(60)})
    project = open_project(Options())
    texts = {number: project.source(str(tmp_path / f"{number}.py")).text for number in range(60)}
    (tmp_path / "0.py").write_text("name = 'another'\n")
    (tmp_path / "1.py").unlink()
    again = {number: project.source(str(tmp_path / f"{number}.py")).text for number in range(60)}
    assert again == {**texts, 0: "", 1: ""}, "what has changed since is not mixed with what was known"


def test_what_a_star_hands_on(tmp_path: Path) -> None:
    """A star brings the torch that its module imports, not another one of its own."""
    write(
        tmp_path,
        {
            "pyproject.toml": "",
            "models/__init__.py": "from .net import *\n",
            "models/net.py": "import torch\nimport torch.nn as nn\n\n\nclass Net(nn.Module):\n    pass\n",
            "main.py": (
                "import torch\nfrom models import *\n\n\n"
                "def offset(x: torch.Tensor):\n    return x + torch.ones(3)\n\n\n"
                "def wrapped(path, inputs, device):\n    net = torch.nn.DataParallel(build(Net).to(device))\n"
                "    return net(inputs.to(device))\n"
            ),
        },
    )
    assert found(tmp_path, "main.py") == [("DEV102", 6)]


def test_settings_that_a_class_keeps(tmp_path: Path) -> None:
    """What another module's class is set to at first says nothing of what it is set to later."""
    write(
        tmp_path,
        {
            "pyproject.toml": "",
            "settings.py": "import torch\n\n\nclass Config:\n    DEVICE = torch.device('cpu')\n",
            "main.py": (
                "import torch\nfrom settings import Config\n\n\n"
                "def offset(x: torch.Tensor):\n    return x + torch.ones(3, device=Config.DEVICE)\n\n\n"
                "def other(x: torch.Tensor):\n    return x + torch.ones(3)\n"
            ),
        },
    )
    assert found(tmp_path, "main.py") == [("DEV102", 10)]


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        ("8", True),
        ("8, bias=False", True),
        ("8, device='cuda'", False),
        ("8, True, place", False),
        ("8, gpu=args.gpu", False),
        ("8, True, x.device", False),
    ],
)
def test_modules_that_are_told_where_to_be(arguments: str, reported: bool, tmp_path: Path) -> None:
    """A class of another file builds itself where its arguments say, by an object, a name or the name of a device."""
    write(
        tmp_path,
        {
            "pyproject.toml": "",
            "layers.py": (
                "from torch import nn\n\n\nclass Head(nn.Module):\n"
                "    def __init__(self, width, bias=True, device=None, gpu=None):\n"
                "        super().__init__()\n"
                "        self.out = nn.Linear(width, width, bias=bias, device=device)\n\n"
                "    def forward(self, x):\n        return self.out(x)\n"
            ),
            "main.py": (
                "import torch\nfrom layers import Head\n\n\ndef scores(args):\n    place = 'cuda'\n"
                f"    x = torch.ones(4, 8, device=place)\n    head = Head({arguments})\n    return head(x)\n"
            ),
        },
    )
    assert found(tmp_path, "main.py") == ([("DEV310", 8)] if reported else [])


@pytest.mark.parametrize(
    ("script", "where", "reported"),
    [
        ('torch.set_default_tensor_type("torch.cuda.FloatTensor")', "run.py", False),
        ("torch.set_default_device(device)", "run.py", False),
        ("torch.set_default_device('cuda')", "../run.py", False),
        ("torch.set_default_tensor_type(torch.DoubleTensor)", "run.py", True),
        ("torch.manual_seed(0)", "run.py", True),
    ],
)
def test_scripts_that_set_a_default(script: str, where: str, reported: bool, tmp_path: Path) -> None:
    """What is made without a device is where a script says that uses the module, and imports it by its name."""
    package = "" if where == "run.py" else "nerf."
    write(
        tmp_path,
        {
            "pyproject.toml": "",
            "nerf/helpers.py": (
                "import torch\n\n\ndef sampled(cdf: torch.Tensor):\n"
                "    u = torch.linspace(0, 1, 8)\n    return torch.searchsorted(cdf, u)\n"
            ),
            f"nerf/{where}": f"import torch\nfrom {package}helpers import sampled\n\nif __name__ == '__main__':\n"
            f"    {script}\n    sampled(torch.rand(8))\n",
        },
    )
    assert found(tmp_path, "nerf/helpers.py") == ([("DEV102", 5)] if reported else [])
    (tmp_path / "nerf" / where).unlink()
    assert found(tmp_path, "nerf/helpers.py") == [("DEV102", 5)]


@pytest.mark.parametrize(
    ("files", "reported"),
    [
        ({"pkg/__init__.py": "import torch\n\ntorch.set_default_device('cuda')\n"}, False),
        ({"pkg/__init__.py": "from .place import put\n", "pkg/place.py": "torch.set_default_device(device)\n"}, False),
        ({"pkg/__init__.py": "from . import place\n", "pkg/place.py": "torch.set_default_device(device)\n"}, False),
        ({"pkg/__init__.py": "import pkg.place\n", "pkg/place.py": "torch.set_default_device(device)\n"}, False),
        ({"pkg/__init__.py": "from .places import put\n", "pkg/place.py": "torch.set_default_device(device)\n"}, True),
        ({"pkg/__init__.py": "import torch\n\ntorch.set_default_dtype(torch.float64)\n"}, True),
        ({"pkg/__init__.py": "", "pkg/nets/other.py": "torch.set_default_device(device)\n"}, True),
    ],
)
def test_packages_that_set_a_default(files: dict[str, str], reported: bool, tmp_path: Path) -> None:
    """What a package makes without a device is where the package says as it is imported."""
    module = "import torch\n\n\ndef f(x: torch.Tensor):\n    return torch.cat([x, torch.ones(8)])\n"
    write(tmp_path, {"pyproject.toml": "", **files, "pkg/nets/__init__.py": "", "pkg/nets/masks.py": module})
    assert found(tmp_path, "pkg/nets/masks.py") == ([("DEV102", 5)] if reported else [])


def test_names_of_files_are_no_patterns(tmp_path: Path) -> None:
    script = 'import torch\nfrom helpers import a\n\ntorch.set_default_device("cuda")\n'
    module = "import torch\n\n\ndef f(x: torch.Tensor):\n    return torch.cat([x, torch.ones(8)])\n"
    write(tmp_path, {"pyproject.toml": "", "c++(1/run.py": script, "c++(1/notes (copy.py": module})
    assert found(tmp_path, "c++(1/notes (copy.py") == [("DEV102", 5)]


def test_imports_of_a_text() -> None:
    text = (
        "import a, b.c as d\nfrom . import e  # and more\nfrom .f.g import (  # why\n    h,\n    i as j,\n)\n"
        'def f():\n    """\n    from docs import nothing\n    """\n    from k import l; import m\n'
        "if TYPE_CHECKING:\n    from n import o\n\n    import p\nfrom q import \\\n    r\nfrom s import *\n"
    )
    assert imports(text) == [
        Import(0, "a"), Import(0, "b.c"), Import(1, "", ("e",)), Import(1, "f.g", ("h",)), Import(1, "f.g", ("i",)),
        Import(0, "k", ("l",)), Import(0, "m"), Import(0, "q", ("r",)), Import(0, "s", ("*",)),
    ]  # fmt: skip


def test_names_of_a_module() -> None:
    import ast

    names = names_of(
        ast.parse(
            "from a import b\nimport c.d\nimport e.f as g\nfrom h import *\nx, (y, *z) = 1, (2, 3)\n"
            "try:\n    from i import j\nexcept ImportError:\n    j = None\n"
            "if TYPE_CHECKING:\n    from k import l\n__all__ = ['b', 'x']\ndef m(): n = 1\n"
        )
    )
    assert names.bound == {
        "b": Import(0, "a", ("b",)), "c": Import(0, "c"), "g": Import(0, "e.f"), "x": None, "y": None, "z": None,
        "j": None, "__all__": None, "m": None,
    }  # fmt: skip
    assert names.stars == [Import(0, "h")]
    assert names.exported() == ["b", "x"]


def test_the_file_system_is_read_as_it_is_written(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": "", "pkg/__init__.py": "", "pkg/Utils.py": "", "pkg/sub/x.py": ""})
    resolver = Resolver(Folders(), lambda file, name: False)
    here = str(tmp_path / "pkg/net.py")
    assert resolver.find(here, Import(1, "utils")) is None
    assert resolver.find(here, Import(1, "Utils")) == Target(str(tmp_path / "pkg/Utils.py"))
    assert resolver.find(here, Import(1, "Utils", ("f",))) == Target(str(tmp_path / "pkg/Utils.py"), ("f",))
    assert resolver.find(here, Import(0, "pkg.sub.x")) == Target(str(tmp_path / "pkg/sub/x.py"))
    assert resolver.find(here, Import(0, "pkg.sub")) is None
    assert resolver.find(here, Import(0, "os.path")) is None


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="no links here")
def test_links_lead_to_one_file(tmp_path: Path) -> None:
    write(tmp_path, {"masks.py": MASKS, "net.py": net("from linked import TABLE", "TABLE")})
    (tmp_path / "linked.py").symlink_to(tmp_path / "masks.py")
    (tmp_path / "loop").symlink_to(tmp_path)
    assert found(tmp_path, "net.py") == REPORT
    assert found(tmp_path, "loop/net.py") == REPORT


# The example project

EXAMPLES = [Path(__file__).parents[2] / "fixtures" / name for name in ("project", "project_cuda_default")]
FILES = sorted(path for example in EXAMPLES for path in example.rglob("*.py"))
SCRIPTS = [path for path in FILES if path.stem.startswith(("bad", "ok"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_example_is_marked_with_what_is_found(path: Path) -> None:
    marked = [
        (line, int(column), code)
        for line, text in enumerate(path.read_text().splitlines(), 1)
        for code, column in re.findall(r"# (DEV\d+): (\d+)", text)
    ]
    assert [(d.span.line, d.span.column + 1, d.code) for d in lint(path.read_text(), str(path))] == marked


@pytest.mark.parametrize(
    "exercise", [it for path in SCRIPTS for it in marks.read(path).exercises if it.machines], ids=lambda e: e.name
)
def test_the_example_does_what_its_marks_say(exercise: marks.Exercise, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    from tests.harness.machines import on_simulated_gpus, on_the_host

    monkeypatch.syspath_prepend(exercise.path.parent)
    assert on_the_host(exercise) is None
    assert on_simulated_gpus(exercise) is None


def test_modules_that_name_each_other_for_types_only_do_not_lead_in_circles(tmp_path: Path) -> None:
    """`import pkg.b` that is never executed is no import, though the scout of `pkg.a` sees it."""
    for_types = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import pkg.{}\n"
    write(
        tmp_path,
        {
            "pyproject.toml": "",
            "pkg/__init__.py": "",
            "pkg/a.py": MASKS + for_types.format("b"),
            "pkg/b.py": MASKS + for_types.format("a"),
            "pkg/net.py": NET.format(imported="import pkg.a", used="pkg.a.make_mask(3)"),
        },
    )
    assert found(tmp_path, "pkg/a.py") == []
    assert found(tmp_path, "pkg/net.py") == [("DEV102", 12)]


READERS = """
import numpy as np


def update(values):
    return np.unique(values)


class Meter:
    def __init__(self):
        self.seen = []

    def add(self, values):
        self.seen.append(np.asarray(values))

    def count(self, values):
        return len(values)
"""
READING = """
from torch import nn
from readers import Meter, update


def run(batch):
    net, meter = nn.Linear(2, 2).to("cuda"), Meter()
    out = net(batch.to("cuda"))
    {}
"""


@pytest.mark.parametrize(
    ("call", "reported"),
    [
        ("update(out)", True),
        ("update(out.cpu())", False),
        ("meter.add(out)", True),
        ("meter.add(out.detach().cpu())", False),
        ("meter.count(out)", False),
    ],
)
def test_what_a_function_of_another_file_makes_an_array_of(call: str, reported: bool, tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": "", "readers.py": READERS, "run.py": READING.format(call)})
    assert found(tmp_path, "run.py") == ([("DEV107", 9)] if reported else [])


METERS = """
import torch


class Meter:
    def __init__(self, device=None):
        self.total = torch.zeros(2, device=device)
        self.seen = torch.zeros(2)

    def update(self, loss):
        self.seen += loss

    def update_there(self, loss):
        self.seen = self.seen.to(loss.device) + loss

    def update_number(self, loss):
        self.seen += loss.item()

    def to(self, device):
        self.seen = self.seen.to(device)
        return self

    def start(self, like):
        self.seen = torch.zeros_like(like)

    def add(self, loss):
        self.total += loss

    def pick(self, index):
        return self.seen[index]


def pick(index):
    table = torch.arange(10)
    return table[index]


def pick_of(table, index):
    return table[index]
"""
METERED = """
import torch
from torch import nn
from meters import Meter, pick, pick_of


def run(batch):
    net, meter = nn.Linear(2, 2).to("cuda"), Meter({})
    out, index = net(batch.to("cuda")), torch.arange(1, device="cuda")
    {}
"""


@pytest.mark.parametrize(
    ("built", "call", "reported"),
    [
        ("", "meter.update(out)", True),
        ("", "meter.add(out)", True),
        ("'cuda'", "meter.add(out)", False),
        ("", "meter.update(out.cpu())", False),
        ("", "meter.update_there(out)", False),
        ("", "meter.update_number(out.mean())", False),
        ("", "meter.to('cuda').update(out)", False),
        ("", "meter.start(out); meter.update(out)", False),
        ("", "net(meter.seen)", True),
        ("", "net(meter.seen.to('cuda'))", False),
    ],
)
def test_what_an_object_of_another_file_holds_meets_what_it_is_given(
    built: str, call: str, reported: bool, tmp_path: Path
) -> None:
    write(tmp_path, {"pyproject.toml": "", "meters.py": METERS, "run.py": METERED.format(built, call)})
    assert found(tmp_path, "meters.py") == []
    assert found(tmp_path, "run.py") == ([("DEV101", 10)] if reported else [])


@pytest.mark.parametrize(
    ("call", "reported"),
    [
        ("meter.pick(index)", True),
        ("meter.pick(index.cpu())", False),
        ("pick(index)", True),
        ("pick(0)", False),
        ("pick_of(torch.ones(3), index)", True),
        ("pick_of(out, index.cpu())", False),
    ],
)
def test_what_is_indexed_in_another_file(call: str, reported: bool, tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": "", "meters.py": METERS, "run.py": METERED.format("", call)})
    assert found(tmp_path, "run.py") == ([("DEV104", 10)] if reported else [])


BUILT_OF_OTHERS = """\
import torch
from torch import nn

class Scores(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.start = nn.Parameter(torch.empty(n))

    def forward(self, x):
        return x + self.start

class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.scores = {made}

    def forward(self, x):
        return self.scores(x){added}
"""


@pytest.mark.parametrize(
    ("made", "added", "reported"),
    [
        ("Scores(n)", "", True),
        ("nn.Sequential(nn.ReLU(), nn.Linear(n, n))", "", True),
        ("nn.Sequential(nn.ReLU(), nn.Tanh())", "", False),
        ("Scores(n)", " + torch.ones(3, device=x.device)", True),
        ("Scores(n)", " + torch.ones(3, device=next(self.parameters()).device)", False),
        ("Scores(n)", " + x.to(self.scores.start.device)", False),
    ],
)
def test_a_module_of_another_file_has_the_weights_of_those_that_it_builds(
    tmp_path: Path, made: str, added: str, reported: bool
) -> None:
    main = "import torch\nfrom nets import Net\n\ndef run():\n    net = Net(3)\n"
    main += "    return net(torch.rand(3, device='cuda'))\n"
    nets = BUILT_OF_OTHERS.format(made=made, added=added)
    write(tmp_path, {"pyproject.toml": "", "main.py": main, "nets.py": nets})
    assert found(tmp_path, "main.py") == ([("DEV310", 5)] if reported else [])


NETS = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x):
        mask = torch.ones(3)
        return {result}
"""


@pytest.mark.parametrize("result", ["self.fc(x), mask", "self.fc(x) * mask"])
@pytest.mark.parametrize("device", ["cuda", "cpu"])
def test_a_module_of_another_file_whose_forward_makes_tensors_stays_on_the_cpu(
    tmp_path: Path, result: str, device: str
) -> None:
    main = "import torch\nfrom nets import Net\n\ndef run():\n    net = Net()\n"
    main += f"    return net(torch.rand(3, device='{device}'))\n"
    write(tmp_path, {"pyproject.toml": "", "main.py": main, "nets.py": NETS.format(result=result)})
    assert found(tmp_path, "main.py") == ([("DEV310", 5)] if device == "cuda" else [])


@pytest.mark.parametrize(("registered", "reported"), [("edges", False), ("torch.zeros(2, 3, dtype=torch.long)", True)])
def test_a_module_holds_what_it_is_given(registered: str, reported: bool, tmp_path: Path) -> None:
    """A buffer that the caller gives is where the caller has it; one that the constructor makes is on the CPU."""
    write(
        tmp_path,
        {
            "pyproject.toml": "",
            "layers.py": (
                "import torch\nfrom torch import nn\n\n\nclass Smooth(nn.Module):\n"
                "    def __init__(self, edges):\n        super().__init__()\n"
                f"        self.register_buffer('edges', {registered})\n\n"
                "    def forward(self, x):\n        return x - x[self.edges[0]]\n"
            ),
            "main.py": (
                "from layers import Smooth\n\n\ndef smoothed(points, edges):\n"
                "    smooth = Smooth(edges)\n    return smooth(points.cuda())\n"
            ),
        },
    )
    assert found(tmp_path, "main.py") == ([("DEV310", 5)] if reported else [])


def test_a_device_that_another_file_may_set_is_an_assumption() -> None:
    text = (
        "import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n    def __init__(self):\n"
        "        super().__init__()\n        self.layer = nn.Linear(3, 3)\n        self.{0} = 'cpu'\n\n"
        "    def forward(self, x):\n        return self.layer(torch.zeros(3).to(self.{0}))\n"
    )
    for name, level in (("device", Level.HINT), ("wd_device", Level.HINT), ("_device", Level.ERROR)):
        (report,) = lint(text.format(name))
        assert (report.code, report.level) == ("DEV102", level), name
