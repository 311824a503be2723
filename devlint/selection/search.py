"""From the paths of a command line to the files that are checked, each with its options.

    select(["src", "train.ipynb"], Configurations())     every .py and .ipynb below src, and train.ipynb, each once

A path named on the command line is read, unless ``force-exclude`` is set and it is excluded. Below a folder what is
hidden, generated, excluded or ignored by git is passed over; a folder that is named is searched even if it is such.
What git tracks is not ignored, whatever ``.gitignore`` says.
"""

from __future__ import annotations

import fnmatch
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from devlint.base.suggestion import near_path
from devlint.configuration.path_patterns import around, lists, relative, verdict
from devlint.file_systems.base import DISK
from devlint.selection.git_ignores import GitIgnores
from devlint.selection.tracked import Tracked
from devlint.source.files import LEADS_NOWHERE, STDIN, SUFFIXES

if TYPE_CHECKING:
    from devlint.configuration.options import Options
    from devlint.configuration.path_patterns import PatternList
    from devlint.file_systems.base import FileSystem
    from devlint.selection.configurations import Configurations

EXCLUDED = (
    "__pycache__", "__pypackages__", "node_modules", "site-packages", "build", "dist", "_build", "*.egg-info", "*.egg",
)  # fmt: skip
"""Names of folders that are not searched; nor are virtual environments and folders whose name begins with a dot."""

EMACS_LOCK = ".#"
"""How a link begins that Emacs puts beside a file while it is edited, and that leads nowhere."""


class Chosen(NamedTuple):
    """A file that is checked, "-" for standard input, and its options."""

    path: str
    options: Options


@dataclass(slots=True)
class Selection:
    """The files that are checked, sorted; a message for each path that means nothing; and what was passed over.

    ``passed_over`` are paths that are named on the command line and excluded by force, ``outer_links`` the links in
    folders that lead out of them.
    """

    files: list[Chosen] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    passed_over: list[str] = field(default_factory=list)
    outer_links: list[str] = field(default_factory=list)

    @property
    def paths(self) -> list[str]:
        """The paths of the files."""
        return [one.path for one in self.files]


def select(paths: Sequence[str], configurations: Configurations, stdin_name: str = "stdin") -> Selection:
    """The files that ``paths`` mean. Raises BadOption for configuration and ignore files that mean nothing."""
    result = Selection()
    files = configurations.files
    search = _Search(configurations)
    found: dict[str, Chosen] = {}
    for path in paths:
        name = stdin_name if path == STDIN else path
        if path != STDIN and not files.exists(path):
            result.missing.append(f"{path}: {_missing(path, files)}")
            continue
        options = configurations.of_file(name)
        if options.force_exclude and search.excludes_around(os.path.abspath(name)):
            result.passed_over.append(path)
        elif path == STDIN:
            found.setdefault(STDIN, Chosen(STDIN, options))
        elif files.is_folder(path):
            result.missing += (f"{path}: {reason}" for reason in files.refused(path))
            for one in search.below(path, result):
                found.setdefault(files.real(one.path), one)
        else:
            found[files.real(path)] = Chosen(path, options)
    result.files = sorted(found.values(), key=lambda one: one.path)
    return result


def _missing(path: str, files: FileSystem) -> str:
    if files is not DISK:
        return "no such file or folder"
    return LEADS_NOWHERE if os.path.islink(path) else f"no such file or folder{near_path(path)}"


class _Search:
    """A search of folders, which reads each configuration and each ``.gitignore`` once."""

    def __init__(self, configurations: Configurations) -> None:
        self._configurations = configurations
        self._files = configurations.files
        self._ignores = GitIgnores(self._files)
        self._tracked = Tracked(self._files)
        self._partly_ignored: set[str] = set()
        """Ignored folders that are searched for the files in them that git tracks."""

    def below(self, folder: str, result: Selection) -> Iterator[Chosen]:
        """The files in ``folder`` and below.

        What cannot be read is said in ``missing`` of ``result``, and links that lead out are put into ``outer_links``.
        """

        def complain(error: OSError) -> None:
            result.missing.append(f"{error.filename}: cannot be searched: {error.strerror or error}")

        inside = tuple(os.path.join(self._files.real(one), "") for one in (folder, os.curdir))

        def leads_out(path: str) -> bool:
            return self._files.is_link(path) and not os.path.join(self._files.real(path), "").startswith(inside)

        start = os.path.abspath(folder)
        self._partly_ignored.clear()
        forgiven = self._forgiven(start)
        for root, folders, files in self._files.walk(folder, complain):
            if "pyvenv.cfg" in files and root != folder:
                folders.clear()
                continue
            here = os.path.abspath(root)
            options, patterns, ignores = self._lists(here)
            patterns = [forgiven.get(one, one) for one in patterns]
            ignores = [forgiven.get(one, one) for one in ignores]
            folders[:] = [
                one for one in folders if not self._passes(os.path.join(here, one), patterns, ignores, is_folder=True)
            ]
            shown = "" if root == "." else root.removeprefix("." + os.sep)
            result.outer_links += filter(leads_out, (os.path.join(shown, one) for one in folders))
            for file in files:
                if file.startswith(EMACS_LOCK) or not file.endswith(SUFFIXES):
                    continue
                if self._passes(os.path.join(here, file), patterns, ignores):
                    continue
                path = os.path.join(shown, file)
                if leads_out(path):
                    result.outer_links.append(path)
                else:
                    yield Chosen(path, options)

    def excludes_around(self, path: str) -> bool:
        """True if an absolute path is excluded, or a folder around it."""
        top = os.getcwd()
        every = reversed(list(around(path, is_folder=self._files.is_folder(path))))
        return any(self._excludes(one, top, is_folder=is_folder) for one, is_folder in every)

    def _excludes(self, path: str, top: str, *, is_folder: bool) -> bool:
        built_in = bool(relative(path, top))
        if built_in and is_folder and self._files.exists(os.path.join(path, "pyvenv.cfg")):
            return True
        _, patterns, ignores = self._lists(os.path.dirname(path))
        return self._passes(path, patterns, ignores, is_folder=is_folder, built_in=built_in)

    def _passes(
        self,
        path: str,
        patterns: Sequence[PatternList],
        ignores: Sequence[PatternList],
        *,
        is_folder: bool = False,
        built_in: bool = True,
    ) -> bool:
        """True if a search passes over an absolute path; a pattern of ours that excepts it has the last word."""
        said = verdict(patterns, path, is_folder=is_folder)
        if said is not None:
            return said
        if is_folder and built_in:
            name = os.path.basename(path)
            if name.startswith(".") or any(fnmatch.fnmatch(name, one) for one in EXCLUDED):
                return True
        return self._git_ignores(path, ignores, is_folder=is_folder)

    def _git_ignores(self, path: str, ignores: Sequence[PatternList], *, is_folder: bool) -> bool:
        """True for what ``.gitignore`` names and git does not track; the folders around ``path`` were asked before."""
        is_inside = os.path.dirname(path) in self._partly_ignored
        if not is_inside and not verdict(ignores, path, is_folder=is_folder):
            return False
        if not self._tracked.holds(path):
            return True
        if is_folder:
            self._partly_ignored.add(path)
        return False

    def _lists(self, folder: str) -> tuple[Options, list[PatternList], list[PatternList]]:
        """The options of the files in ``folder``, and the patterns that exclude what lies there: ours and git's."""
        options = self._configurations.of(folder)
        patterns = (*options.exclude, *options.extend_exclude)
        ignores = () if options.no_gitignore else self._ignores.of(folder)
        return options, list(lists(patterns) if patterns else ()), list(ignores)

    def _forgiven(self, start: str) -> dict[PatternList, PatternList]:
        """For lists that exclude the folder where a search begins, what is left of them in there."""
        _, patterns, ignores = self._lists(start)
        found = {}
        for group in (patterns, ignores):
            if verdict(group, start, is_folder=True):
                found.update({one: one.without(start) for one in group})
        return found
