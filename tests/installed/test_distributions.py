"""Which distribution a package belongs to, and which files are its own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from devlint.installed.distributions import Distribution, Distributions
from tests.installed.installation import install, row

CODE = "import torch\n"


def owner(package: str, *folders: Path) -> Distribution | None:
    """What is installed in the folders under the name of a package."""
    return Distributions([os.path.realpath(one) for one in folders]).owner(package)


def known(package: str, *folders: Path) -> Distribution:
    """The same, where there is something."""
    found = owner(package, *folders)
    assert found is not None
    return found


def test_a_package_is_found_with_its_version(tmp_path: Path) -> None:
    install(tmp_path, "some-lib", {"some_lib/__init__.py": CODE, "some_lib/inner/layer.py": "x = 1\n"}, version="2.1")
    found = known("some_lib", tmp_path)
    assert (str(found), found.speaks_of_torch) == ("some-lib 2.1", True)
    assert found.text("some_lib/inner/layer.py") == "x = 1\n"
    assert found.has_folder("some_lib/inner") and not found.has_folder("some_lib/inn")
    assert not found.has_compiled("some_lib")


def test_a_module_without_a_folder_is_found(tmp_path: Path) -> None:
    install(tmp_path, "single", {"single.py": CODE})
    assert known("single", tmp_path).text("single.py") == CODE


@pytest.mark.parametrize(("about", "is_found"), [("Requires-Dist: pytorch-lightning", True), ("Summary: lists", False)])
def test_a_package_of_another_name_is_found_where_it_speaks_of_torch(
    tmp_path: Path, about: str, is_found: bool
) -> None:
    install(tmp_path, "the-distribution", {"package/__init__.py": CODE}, about=about)
    assert (owner("package", tmp_path) is not None) is is_found


def test_the_first_folder_that_has_the_package_decides(tmp_path: Path) -> None:
    for folder, version in (("a", "1.0"), ("b", "2.0")):
        install(tmp_path / folder, "lib", {"lib.py": CODE}, version=version)
    assert known("lib", tmp_path / "a", tmp_path / "b").version == "1.0"
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "lib.py").write_text(CODE)
    assert owner("lib", tmp_path / "c", tmp_path / "a") is None


def test_what_is_in_no_record_is_not_installed(tmp_path: Path) -> None:
    install(tmp_path, "lib", {"lib/__init__.py": CODE})
    (tmp_path / "lib" / "late.py").write_text(CODE)
    assert known("lib", tmp_path).text("lib/late.py") == ""
    (tmp_path / "beside.py").write_text(CODE)
    assert owner("beside", tmp_path) is None


def test_an_editable_installation_has_no_package(tmp_path: Path) -> None:
    install(tmp_path, "lib", {"__editable__.lib-1.0.pth": "/home/me/lib\n"})
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "__init__.py").write_text(CODE)
    assert owner("lib", tmp_path) is None


def test_nothing_outside_of_the_folder_is_read(tmp_path: Path) -> None:
    site = tmp_path / "site"
    rows = [row("../secret.py", CODE), row("lib/../../secret.py", CODE), row("lib/linked.py", CODE)]
    install(site, "lib", {"lib/__init__.py": CODE}, extra="\n".join(rows))
    (tmp_path / "secret.py").write_text(CODE)
    (site / "lib" / "linked.py").symlink_to(tmp_path / "secret.py")
    found = known("lib", site)
    assert [found.text(path) for path in ("../secret.py", "lib/../../secret.py", "lib/linked.py")] == ["", "", ""]
    assert not found.has("../secret.py")


def test_a_file_that_was_changed_is_not_that_of_the_version(tmp_path: Path) -> None:
    install(tmp_path, "lib", {"lib.py": CODE})
    (tmp_path / "lib.py").write_text(CODE + "y = 2\n")
    assert known("lib", tmp_path).text("lib.py") == ""


def test_another_version_has_another_digest(tmp_path: Path) -> None:
    found: list[str] = []
    for version, text in (("1.0", CODE), ("1.1", CODE), ("1.1", CODE + "\n")):
        folder = tmp_path / str(len(found))
        install(folder, "lib", {"lib.py": text}, version=version)
        found.append(known("lib", folder).digest)
    assert len(set(found)) == 3


@pytest.mark.parametrize("path", ["lib/fast.cpython-311-x86_64-linux-gnu.so", "lib/fast.cp311-win_amd64.pyd", "lib.so"])
def test_compiled_code_is_seen(tmp_path: Path, path: str) -> None:
    install(tmp_path, "lib", {"lib/__init__.py": CODE}, extra=f"{path},sha256=x,1")
    assert known("lib", tmp_path).has_compiled("lib")


def test_broken_descriptions_are_not_installed(tmp_path: Path) -> None:
    install(tmp_path, "lib", {"lib.py": CODE})
    record = tmp_path / "lib-1.0.dist-info" / "RECORD"
    text = record.read_bytes()
    record.write_bytes(b"\xff\x00" + text[:10])
    assert owner("lib", tmp_path) is None
    record.unlink()
    assert owner("lib", tmp_path) is None
    record.write_bytes(text)
    (tmp_path / "lib-1.0.dist-info" / "METADATA").write_text("no field\n")
    assert owner("lib", tmp_path) is None


def test_two_versions_at_once_are_none(tmp_path: Path) -> None:
    for version in ("1.0", "2.0"):
        install(tmp_path, "lib", {"lib.py": CODE}, version=version)
    assert owner("lib", tmp_path) is None


@pytest.mark.parametrize("package", ["os", "json", "missing", "lib-1", "..", "lib/inner"])
def test_names_that_are_no_installed_package(tmp_path: Path, package: str) -> None:
    install(tmp_path, "lib", {"lib/__init__.py": CODE, "lib/inner/__init__.py": CODE, "json/__init__.py": CODE})
    assert owner(package, tmp_path) is None
