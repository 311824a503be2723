"""Where installed packages are read: by ``devlint check``, by flake8 if it is told, and never under ``--isolated``."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.installed.installation import install
from tests.installed.test_libraries import LIBRARY

USE = "import torch\nfrom some_lib import steps\nx = torch.rand(3, device='cuda') + steps(3)\n"
STUB = 'with module("shipping"):\n    def steps(n) -> Tensor[cpu]: ...\n'
ROOT = Path(__file__).resolve().parents[2]


def output(folder: Path, *command: str) -> str:
    """What a command says of ``use.py`` in a project beside installed packages."""
    project = folder / "project"
    project.mkdir(exist_ok=True)
    (project / "pyproject.toml").touch()
    (project / "use.py").write_text(USE)
    path = os.pathsep.join([str(folder / "site-packages"), str(ROOT)])
    environment = {**os.environ, "PYTHONPATH": path, "XDG_CACHE_HOME": str(folder / "cache")}
    done = subprocess.run(
        [sys.executable, "-m", *command, "use.py"], cwd=project, env=environment, capture_output=True, text=True
    )
    return done.stdout + done.stderr


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The folder that holds ``site-packages`` with three packages: read, with a stub, and not of torch."""
    site = tmp_path / "site-packages"
    site.mkdir()
    install(site, "some-lib", LIBRARY, version="2.1")
    install(site, "shipping", {"shipping/__init__.py": "", "shipping/devlint-stubs/shipping.pyi": STUB})
    install(site, "plain", {"plain.py": ""}, about="Summary: lists")
    return tmp_path


@pytest.mark.parametrize(
    ("command", "is_found"),
    [
        (("devlint", "check"), True),
        (("devlint", "check", "--site-packages", "ignore"), False),
        (("devlint", "check", "--isolated"), False),
        (("devlint", "check", "--isolated", "--site-packages", "read"), True),
        (("flake8",), False),
        (("flake8", "--devlint-site-packages", "read"), True),
        (("flake8", "--devlint-site-packages=read", "--isolated"), True),
    ],
)
def test_who_reads_installed_packages(installed: Path, command: tuple[str, ...], is_found: bool) -> None:
    assert ("DEV101" in output(installed, *command)) is is_found


def test_verbose_says_how_libraries_are_known(installed: Path) -> None:
    project = installed / "project"
    project.mkdir()
    (project / "own.py").touch()
    (project / "beside.py").write_text(
        "import os, json\nimport torch, einops, shipping, plain, own\nfrom some_lib.net import Net\nfrom . import use\n"
    )
    said = output(installed, "devlint", "check", "-v", "beside.py").splitlines()
    assert "devlint: known by a stub: einops, shipping (its own)" in said
    assert "devlint: known by their source: some-lib 2.1" in said
    assert "devlint: known by tables: torch" in said
    assert "devlint: not known: plain" in said
