"""What ``devlint check -v`` says of the libraries that the checked files import: how each of them is known.

    devlint: known by a stub: einops, mylib (yours), some_lib (its own)
    devlint: known by their source: x-transformers 2.31
    devlint: known by tables: numpy
    devlint: not known: requests
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from devlint.configuration.options import Options
from devlint.engine.projects import open_project
from devlint.file_systems.base import FileSystem
from devlint.project.imports import imports
from devlint.project.libraries import DESCRIBED
from devlint.project.project import Project
from devlint.project.source import LARGEST
from devlint.scout.scout import Scouted
from devlint.stubs.packages import own_packages


def libraries_known(checked: Iterable[tuple[str, Options]], files: FileSystem) -> Iterator[str]:
    """A line for each way in which libraries are known; ``checked`` are the files, with their options."""
    projects: dict[Options, Project[Scouted]] = {}
    found: dict[str, set[str]] = {}
    for path, options in checked:
        if not path.endswith(".py"):
            continue
        if options not in projects:
            projects[options] = open_project(options, files)
        project = projects[options]
        here = project.file(path)
        for package in {one.module.partition(".")[0] for one in imports(files.text(here, LARGEST)) if not one.level}:
            if package not in sys.stdlib_module_names and not project.resolver.has(here, package):
                how, name = _known(package, options, project)
                found.setdefault(how, set()).add(name)
    for how in ("known by a stub", "known by their source", "known by tables", "not known"):
        if how in found:
            yield f"{how}: {', '.join(sorted(found[how]))}"


def _known(package: str, options: Options, project: Project[Scouted]) -> tuple[str, str]:
    """How a package is known, and what it is called then."""
    libraries = project.libraries
    if any(package == one.partition(".")[0] for one, _ in options.stubs):
        return "known by a stub", f"{package} (yours)"
    if libraries is not None and libraries.stubs(package):
        return "known by a stub", f"{package} (its own)"
    if package in own_packages():
        return "known by a stub", package
    if package in DESCRIBED:
        return "known by tables", package
    library = None if libraries is None else libraries.library(package)
    return ("not known", package) if library is None else ("known by their source", str(library))
