"""The libraries that a project imports, as far as they are read as source: what a module of one is, and its text.

    libraries = Libraries(Distributions(folders()))
    libraries.find(Import(0, "some_lib", ("Net",)))     Target("installed:/some_lib/__init__.py", ("Net",))
    libraries.text("installed:/some_lib/__init__.py")   its text

The files of libraries have names of their own, so that a file that is checked is never taken for one of them, wherever
it lies. A library is read if it is Python alone and speaks of torch. None is that another part of devlint describes:
there is a device stub for it, or a table. Nothing of a library is imported, and what one library imports from another
is not looked for.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, NamedTuple

from devlint.installed import STUBS_FOLDER
from devlint.project.folders import Folders, below
from devlint.project.resolve import Import, Layout, Resolver, Target
from devlint.torch_api import array_functions, library_models
from devlint.torch_api.libraries import MOVING_THEMSELVES, OTHER_FRAMEWORKS

if TYPE_CHECKING:
    from devlint.installed.distributions import Distribution, Distributions

ROOT = "installed:"
"""What the names of their files begin with."""
MOST_FILES = 120
"""The modules that one may lead to, near and far, if it is read."""
DESCRIBED = {"torch", *array_functions.PACKAGES, *library_models.PACKAGES, *OTHER_FRAMEWORKS, *MOVING_THEMSELVES}
"""Packages that are never read: what of them matters stands in tables, or cannot be said."""


def is_of_library(file: str) -> bool:
    """True if ``file`` is the name of a module of a library."""
    return file.startswith(ROOT)


def names_stubs(file: str) -> bool:
    """True if ``file`` stands for the stubs that a package ships for itself."""
    return is_of_library(file) and file.endswith(STUBS_FOLDER)


class Installed(NamedTuple):
    """The installed ``distributions``. The packages ``described`` have stubs, and others if ``ships_stubs`` says so."""

    distributions: Distributions
    described: Collection[str]
    ships_stubs: Callable[[str], bool]


class Libraries:
    """The libraries among what is ``installed``, read when they are asked for."""

    def __init__(self, installed: Installed, binds: Callable[[str, str], bool]) -> None:
        """``binds`` is as for ``Resolver``."""
        self._installed = installed
        self._known: dict[str, Distribution | None] = {}
        self.resolver: Resolver = _LibraryResolver(_LibraryFolders(self), binds)

    def library(self, package: str) -> Distribution | None:
        """The distribution of ``package``, a name without dots, where it is read; None for any other package."""
        if package not in self._known:
            self._known[package] = self._library(package)
        return self._known[package]

    def _library(self, package: str) -> Distribution | None:
        if package in self._installed.described or package in DESCRIBED or self._installed.ships_stubs(package):
            return None
        found = self._installed.distributions.owner(package)
        return found if found is not None and found.speaks_of_torch and not found.has_compiled(package) else None

    def stubs(self, package: str) -> str:
        """A name for the stubs that ``package`` ships for itself; "" where it ships none."""
        return below(below(ROOT, package), STUBS_FOLDER) if self._installed.ships_stubs(package) else ""

    def find(self, wanted: Import) -> Target | None:
        """What an absolute import of a project means among the libraries; None where it is of none."""
        return self.resolver.find(os.path.join(ROOT, "importer.py"), wanted)

    def text(self, file: str) -> str:
        """The text of a module of a library; "" where there is none to be had."""
        library = self.of(file)
        return "" if library is None else library.text(path_of(file))

    def of(self, file: str) -> Distribution | None:
        """The distribution that a module of a library is part of."""
        return self.library(package_of(file))

    def digest(self, package: str) -> str:
        """A short word for what is installed of ``package``; "" where neither it nor a stub that it ships is read."""
        library = self.library(package)
        if library is None and self._installed.ships_stubs(package):
            library = self._installed.distributions.owner(package)
        return "" if library is None else library.digest


def path_of(file: str) -> str:
    """The path of a module of a library as a RECORD has it."""
    return file.removeprefix(ROOT).replace(os.sep, "/").lstrip("/")


def package_of(file: str) -> str:
    """The package that a module of a library is part of, or is: "some_lib"."""
    return path_of(file).partition("/")[0].removesuffix(".py")


class _LibraryFolders(Folders):
    """The folders of libraries: what RECORDs list, and nothing else."""

    def __init__(self, libraries: Libraries) -> None:
        super().__init__()
        self._libraries = libraries

    def has_file(self, folder: str, name: str) -> bool:
        file = below(folder, name)
        library = self._libraries.of(file)
        return library is not None and library.has(path_of(file))

    def has_folder(self, folder: str, name: str) -> bool:
        path = below(folder, name)
        library = self._libraries.of(path)
        return library is not None and library.has_folder(path_of(path))

    def real(self, path: str) -> str:
        return path


class _LibraryResolver(Resolver):
    """Finds what imports mean in libraries: each sees itself alone."""

    def _lay_out(self, folder: str) -> Layout:
        package = package_of(folder)
        return Layout((ROOT,), below(ROOT, package) if package else ROOT, only=package)
