"""Device stubs that an installed package ships for itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from devlint.configuration.options import Options
from devlint.engine.workspace import Workspace
from tests.installed.installation import forget, install
from tests.installed.test_libraries import found

USE = "import torch\nfrom lib import make\n\ndef f():\n    return torch.rand(3, device='cuda') + make(3)\n"
CODE = "import torch\n\ndef make(n):\n    return torch.ones(n, device='cuda')\n"


def stub(place: str, package: str = "lib") -> str:
    """A stub by which ``make`` gives a tensor at a place."""
    return f'with module("{package}"):\n    def make(n) -> Tensor[{place}]: ...\n'


def test_it_comes_before_the_source(tmp_path: Path, site: Path) -> None:
    install(site, "lib", {"lib/__init__.py": CODE, "lib/devlint-stubs/lib.pyi": stub("cpu")})
    assert found(tmp_path, USE) == ["DEV105 5"]
    assert found(tmp_path, USE, Options(site_packages="ignore")) == []


def test_the_stub_of_the_user_comes_first(tmp_path: Path, site: Path) -> None:
    install(site, "lib", {"lib/__init__.py": CODE, "lib/devlint-stubs/lib.pyi": stub("cpu")})
    assert found(tmp_path, USE, Options(stubs=(("lib", stub("cuda")),))) == []


def test_it_comes_before_that_of_devlint(tmp_path: Path, site: Path) -> None:
    text = "import torch\nfrom einops import rearrange\n\ndef f():\n    x = torch.rand(3, device='cuda')\n"
    text += "    return x + rearrange(x, 'a -> a')\n"
    row = 'with module("einops"):\n    def rearrange(tensor, pattern) -> Tensor[cpu]: ...\n'
    install(site, "einops", {"einops/__init__.py": "", "einops/devlint-stubs/einops.pyi": row})
    assert found(tmp_path, text) == ["DEV105 6"]
    assert found(tmp_path, text, Options(site_packages="ignore")) == []


def test_it_says_something_of_its_own_package_only(tmp_path: Path, site: Path) -> None:
    install(site, "lib", {"lib/__init__.py": "", "lib/devlint-stubs/lib.pyi": stub("cpu", "other")})
    install(site, "other", {"other/__init__.py": CODE})
    assert found(tmp_path, f"import lib\n{USE.replace('from lib', 'from other')}") == []


@pytest.mark.parametrize("text", ["def (", "def f(x) -> Nothing[x]: ...", "[" * 3000])
def test_a_broken_one_says_nothing(tmp_path: Path, site: Path, text: str) -> None:
    install(site, "lib", {"lib/__init__.py": CODE, "lib/devlint-stubs/lib.pyi": text})
    assert found(tmp_path, USE) == []


def test_one_that_no_record_lists_is_not_read(tmp_path: Path, site: Path) -> None:
    install(site, "lib", {"lib/__init__.py": CODE})
    (site / "lib" / "devlint-stubs").mkdir()
    (site / "lib" / "devlint-stubs" / "lib.pyi").write_text(stub("cpu"))
    assert found(tmp_path, USE) == []


def test_a_file_without_a_word_of_torch_is_looked_at(tmp_path: Path, site: Path) -> None:
    text = "from lib import make, made\n\ndef forward():\n    return make(3) + made(3)\n"
    row = stub("cpu") + "    def made(n) -> Tensor[cuda]: ...\n"
    install(site, "lib", {"lib/__init__.py": CODE, "lib/devlint-stubs/lib.pyi": row})
    assert found(tmp_path, text) == ["DEV105 4"]


def test_the_cache_sees_another_stub(tmp_path: Path, site: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    options = Options(cache_dir=str(tmp_path / "cache"))

    def checked() -> list[str]:
        forget()
        return [d.code for d in Workspace(options).lint(USE, str(tmp_path / "use.py"))]

    assert checked() == []
    install(site, "lib", {"lib/__init__.py": CODE, "lib/devlint-stubs/lib.pyi": stub("cpu")})
    assert checked() == ["DEV105"]
