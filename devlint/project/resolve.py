"""Resolves an import to the file it means, by the file system alone.

    in `src/pkg/model.py`, whose project has its root above `src`:
    from .utils import move         src/pkg/utils.py, and `move` in it
    import pkg.layers.conv as c     src/pkg/layers/conv.py
    import torch                    nothing: not of this project

Absolute imports are looked for in the folder of a script, in the one that holds the file's top package, at the root
of the project, in `src` below it, and beside the package around a folder that is none. Folders without
``__init__.py`` are packages, too. What is installed is never looked at, nor what lies outside the project.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from devlint.project.folders import Folders, below, is_installed


class Import(NamedTuple):
    """``from module import name``, ``level`` dots before ``module``; without ``names`` the module itself.

    More than one name is an attribute of an attribute: what follows ``import a`` in ``a.b.c``.
    """

    level: int
    module: str
    names: tuple[str, ...] = ()


class Target(NamedTuple):
    """The file an import leads to, and the names still to be looked up in it; none where it is the module itself."""

    file: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the imports of the files of one folder are looked for.

    ``bounds`` is the folder relative imports do not leave, ``only`` the one package that absolute ones may mean.
    """

    roots: tuple[str, ...]
    bounds: str
    only: str = ""


class Resolver:
    """Finds the files that imports mean. ``binds`` says whether the file of a package gives a name a meaning itself."""

    def __init__(self, folders: Folders, binds: Callable[[str, str], bool]) -> None:
        self.folders = folders
        self._binds = binds
        self._layouts: dict[str, Layout] = {}
        self._modules: dict[tuple[str, str, bool], tuple[str | None, str] | None] = {}

    def find(self, file: str, wanted: Import) -> Target | None:
        """What ``wanted`` means in ``file``; None where it is not of this project."""
        folder = os.path.dirname(file)
        layout = self.layout(folder)
        modules = [part for part in wanted.module.split(".") if part]
        if wanted.level:
            for _ in range(wanted.level - 1):
                folder = os.path.dirname(folder)
            if not _is_below(folder, layout.bounds):
                return None
            return self._follow(folder, modules, wanted.names, relative=True)
        if layout.only and modules[0] != layout.only:
            return None
        for root in layout.roots:
            found = self._follow(root, modules, wanted.names, relative=False)
            if found is not None:
                return found
        return None

    def has(self, file: str, package: str) -> bool:
        """Whether ``package``, a name without dots, is of the project of ``file``, wherever else it is."""
        return any(
            self.folders.has_file(root, f"{package}.py") or self.folders.is_package(below(root, package))
            for root in self.layout(os.path.dirname(file)).roots
        )

    def layout(self, folder: str) -> Layout:
        """Where the files of ``folder`` look for what they import."""
        known = self._layouts.get(folder)
        if known is None:
            known = self._layouts[folder] = self._lay_out(folder)
        return known

    def _lay_out(self, folder: str) -> Layout:
        above = folder
        while self.folders.is_package(above) and os.path.dirname(above) != above:
            above = os.path.dirname(above)
        if is_installed(folder):
            top = os.path.relpath(folder, above).split(os.sep)[0]
            return Layout((above,) if above != folder else (), above, only=top)
        marked = self.folders.root(above)
        root = marked or above
        roots = [above, root, os.path.join(root, "src")]  # `above` is a script's own folder where it is no package
        roots += self._beside_package(above, marked)
        return Layout(tuple(dict.fromkeys(roots)), root)

    def _beside_package(self, folder: str, root: str) -> list[str]:
        """The folder that holds the package around ``folder``, which is no package: ``src`` for ``src/pkg/tests``.

        It is looked for up to ``root``, or as far as there are folders if that is "".
        """
        above = folder
        while not self.folders.is_package(above):
            if above == root or self.folders.is_top(above):
                return []
            above = os.path.dirname(above)
        while self.folders.is_package(above):
            above = os.path.dirname(above)
        return [above]

    def _follow(self, folder: str, modules: list[str], names: tuple[str, ...], *, relative: bool) -> Target | None:
        """What is called ``modules`` and then ``names`` below ``folder``, which is a package if ``relative``."""
        place = self._module(folder, ".".join(modules), relative=relative)
        if place is None:
            return None
        here, file = place
        for number, part in enumerate(names):
            is_there = here is not None and (self.folders.has_folder(here, part) or self._has_module(here, part))
            is_bound = is_there and bool(file) and self._binds(self.folders.real(file), part)
            inner = None if is_bound else self._step(here, part)
            if inner is None:
                return Target(self.folders.real(file), names[number:]) if file else None
            here, file = inner
        return Target(self.folders.real(file)) if file else None

    def _module(self, folder: str, module: str, *, relative: bool) -> tuple[str | None, str] | None:
        """The folder and the file of ``module`` below ``folder``: a file, a package, or a folder alone; None for none.

        A file has no folder, and a folder that is no package no file.
        """
        key = folder, module, relative
        if key not in self._modules:
            is_package = relative and self.folders.is_package(folder)
            place: tuple[str | None, str] | None = (folder, below(folder, "__init__.py") if is_package else "")
            for part in module.split(".") if module else ():
                place = None if place is None else self._step(place[0], part)
            self._modules[key] = place
        return self._modules[key]

    def _step(self, folder: str | None, part: str) -> tuple[str | None, str] | None:
        """The folder and the file of the module ``part`` in ``folder``, as ``_module`` gives them."""
        if folder is None:
            return None
        inside = below(folder, part) if self.folders.has_folder(folder, part) else ""
        if inside and self.folders.is_package(inside):
            return inside, below(inside, "__init__.py")
        if self._has_module(folder, part):
            return None, below(folder, f"{part}.py")
        return (inside, "") if inside else None

    def _has_module(self, folder: str, part: str) -> bool:
        return self.folders.has_file(folder, f"{part}.py")


def _is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
