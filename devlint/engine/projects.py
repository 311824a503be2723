"""The memory that one run has of the files of projects: how each is scouted and evaluated for those that import it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from devlint.scout.torch_mentions import carries_torch

if TYPE_CHECKING:
    from devlint.configuration.options import Options
    from devlint.file_systems.base import FileSystem
    from devlint.flow.values.definitions import Home
    from devlint.project.libraries import Installed
    from devlint.project.project import Project
    from devlint.project.source import Source
    from devlint.scout.scout import Scouted


def open_project(options: Options | None = None, files: FileSystem | None = None) -> Project[Scouted]:
    """An empty memory of the files of projects, for one run with ``options`` in one process.

    ``files`` is where they are read, the disk unless something else is given.
    """
    from devlint.cache.scouts import scouted
    from devlint.configuration.options import Options
    from devlint.file_systems.base import DISK
    from devlint.project.project import Project

    chosen = options or Options()
    return Project(
        lambda project, source, home: _summarise(project, source, home, chosen),
        lambda project, source: scouted(project, source, chosen),
        lambda source: (
            any(carries_torch(i.module) for i in source.imports)
            or (chosen.is_configured and chosen.mentions_configured(source.text))
        ),
        _default_set,
        b"set_default_",
        _moves,
        files or DISK,
        _libraries(chosen),
    )


def _libraries(options: Options) -> Installed | None:
    """The installed distributions, and whether a package is described otherwise; None where none of them is read."""
    if not options.reads_site_packages:
        return None
    from devlint.installed.environment import distributions
    from devlint.installed.shipped_stubs import shipped_stubs
    from devlint.project.libraries import Installed
    from devlint.stubs.packages import own_packages

    configured = (name.partition(".")[0] for name in options.managed_modules)
    described = own_packages().union(configured, (package for package, _ in options.stubs))
    return Installed(distributions(), described, lambda package: bool(shipped_stubs(package)))


def _summarise(project: Project[Scouted], source: Source, home: Home, options: Options) -> None:
    """Evaluate a module for those who import from it."""
    from devlint.cache.scouts import changes_default
    from devlint.devices.semantics.summaries import summarise
    from devlint.forms.lowering import lower

    assert source.tree is not None, "the project looked"
    if not changes_default(source.text):
        home.rebound |= source.rebound
        source.forms = lower(source.tree, again=source.again())
        summarise(source.forms, home, project, options.configured)


_SETS = re.compile(r"\bset_default_(tensor_type|device)\([^)\n]{0,300}(?:cuda|device)", re.I)


def _default_set(text: str) -> str:
    """Which default a script sets for all that it uses, as far as it may be that of a GPU."""
    return " ".join(sorted(set(_SETS.findall(text))))


_MOVES = re.compile(r"\.to\(|\.cuda\b|device|accelerat", re.I)


def _moves(text: str) -> str:
    """A word if a script moves something."""
    return "moves" if _MOVES.search(text) else ""
