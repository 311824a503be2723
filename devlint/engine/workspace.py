"""One run in one process: what it remembers of the files of the project, and of earlier runs.

    workspace = Workspace(options)
    workspace.lint(text, "pkg/net.py", tree)      # read from the cache, or evaluated and then kept there

A result depends on the text itself, on devlint, Python and the options, on how the files import each other (an import
that leads nowhere may lead somewhere tomorrow), on what was asked of other files while it was found (which names they
define, what leaks out of them, and the texts of those whose code was evaluated), and on what scripts say that use the
file. An entry of the cache counts while the answers are the same; ``devlint/project/needs.py`` says what is asked.
"""

from __future__ import annotations

import ast
import contextlib
import os
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from devlint.base.digest import digest
from devlint.scout.torch_mentions import speaks_of_tensors, touches_torch

if TYPE_CHECKING:
    from devlint.base.diagnostic import Diagnostic
    from devlint.cache.results import Cache
    from devlint.configuration.options import Options
    from devlint.engine.linter import Begin
    from devlint.file_systems.base import FileSystem
    from devlint.project.needs import Needs
    from devlint.project.project import Project
    from devlint.scout.scout import Scouted


class Workspace:
    """What one process knows while it checks files with ``options``."""

    def __init__(self, options: Options, files: FileSystem | None = None) -> None:
        """``files`` is where other files than those that are checked are read: the disk, unless it is given."""
        self.options = options
        self.passed_over: list[str] = []
        self.files = files
        self._caches: dict[str, Cache] = {}
        self._read: dict[str, tuple[Needs, list[Diagnostic]]] = {}  # what the cache holds by key, without the answers

    @cached_property
    def project(self) -> Project[Scouted]:
        """What this process remembers of the files of projects."""
        from devlint.cache.imports import ImportIndex
        from devlint.cache.scouts import ScoutIndex
        from devlint.engine.projects import open_project

        project = open_project(self.options, self.files)
        if not self.options.no_cache:
            project.index = ScoutIndex(project, self.options, self._cache)
            project.imports = ImportIndex(project, self._cache)
        return project

    def lint(
        self, source: str, path: str, tree: ast.Module | None = None, begin: Begin | None = None
    ) -> list[Diagnostic]:
        """What ``lint`` finds in ``source``, whose ``ast`` is ``tree`` where that is known. Raises what it raises.

        ``begin`` is called where something is evaluated. ``passed_over`` then says what could not be done though the
        text is legal.
        """
        self.passed_over = []
        if tree is not None and not self._has_known_words(source):
            return []
        from devlint.engine.linter import without_collector
        from devlint.project.source import Source

        file = "" if path.startswith("<") else self.project.file(path)
        cache = self._cache(file)
        if cache is None:
            return self._lint(source, path, tree, begin)
        self.project.open(Source(file, source))
        if not self.project.matters(file):
            return self._lint(source, path, tree, begin)
        with without_collector():
            key, found = self._kept(file, cache)
        if found is None:
            found = self._lint(source, path, tree, begin)
            if not self.passed_over:
                self._keep(file, cache, key, found)
        return found

    def _lint(self, source: str, path: str, tree: ast.Module | None, begin: Begin | None) -> list[Diagnostic]:
        from devlint.engine.linter import lint

        options, project, passed = self.options, self.project, self.passed_over
        return lint(source, path, options, tree=tree, project=project, begin=begin, passed_over=passed)

    def is_unfinished(self, path: str) -> bool:
        """True if the budget of steps ended the evaluation of some function of the file, now or when it was kept."""
        known: Project[Scouted] | None = vars(self).get("project")  # where nothing was asked, nothing is loaded
        return bool(known and known.unfinished) and self.project.file(path) in self.project.unfinished

    def prepare(self, paths: Iterable[str]) -> None:
        """Scout the files at ``paths``, and what they import, for all processes that are forked from this one.

        Each of them would scout most of it again. What fails here is left to the process that checks the file.
        """
        from devlint.engine.linter import load, without_collector
        from devlint.project.source import LARGEST

        scouted = False
        with without_collector():
            for path in paths:
                if not path.endswith(".py"):
                    continue
                with contextlib.suppress(Exception):
                    file = self.project.file(path)
                    raw = self.project.files.raw(file, LARGEST) or b""
                    if self._has_known_words(raw.decode("latin-1")):  # all of them are ASCII
                        scouted |= self._scout(file)
        if scouted:
            load(self.options)

    def _scout(self, file: str) -> bool:
        """Scout ``file``, unless nothing can be found in it or the cache holds what is; say whether some is left."""
        if not self.project.matters(file):
            return False
        cache = self._cache(file)
        if cache is not None and self._kept(file, cache)[1] is not None:
            return False
        return self.project.scouted(file).cut is not None

    def _kept(self, file: str, cache: Cache) -> tuple[str, list[Diagnostic] | None]:
        """The key of the results for ``file``, and the findings kept under it, if there are any that count."""
        key = f"{file}\n{self.options.fingerprint()}"
        found = self._entry(cache, key, file)
        if found == []:
            return key, found
        told = self.project.defaults(file)
        if told:  # kept apart, for as long as they say so
            key = f"{key}\n{told}"
            found = self._entry(cache, key, file)
        return key, found

    def _entry(self, cache: Cache, key: str, file: str) -> list[Diagnostic] | None:
        """The findings that ``cache`` holds for the state of ``file``.

        What it holds is read once, for the processes that are forked from this one, too.
        """
        from devlint.project.answers import Answers
        from devlint.project.needs import Needs

        answers, signature = Answers(self.project), self.project.signature(file)
        if key in self._read:
            needs, found = self._read[key]
            if needs.signature == signature and answers.stands(file, needs):
                return found
        read: list[Needs] = []
        spent: list[bool] = []

        def holds(state: list[Any]) -> bool:
            spent.append(bool(state[1]))
            read.append(Needs.unpacked(state[0]))
            return answers.stands(file, read[0])

        known = None
        with contextlib.suppress(RecursionError, ValueError, TypeError, LookupError, AttributeError):
            known = cache.read(key, holds)
        if known is not None:
            if spent[0]:
                self.project.unfinished.add(file)
            needs = replace(read[0], signature=signature)
            if needs != read[0]:  # to be found good at once the next time
                cache.write(key, [needs.packed(), spent[0]], known)
            self._read[key] = replace(needs, answers={}), known
        return known

    def _keep(self, file: str, cache: Cache, key: str, found: list[Diagnostic]) -> None:
        """Keep what was ``found`` in ``file`` just now."""
        from devlint.project.answers import Answers

        with contextlib.suppress(RecursionError):
            needs = Answers(self.project).needs(file).packed()
            cache.write(key, [needs, file in self.project.unfinished], found)

    def _has_known_words(self, text: str) -> bool:
        return bool(touches_torch(text) or speaks_of_tensors(text) or self.options.mentions_configured(text))

    def state(self, source: str, path: str) -> str:
        """A digest of all that findings in ``source`` depend on, options left out."""
        if path.startswith("<"):
            return digest(source)
        from devlint.project.source import Source

        file = self.project.file(path)
        self.project.open(Source(file, source))
        if not self.project.matters(file) and not speaks_of_tensors(source):
            return digest(source)
        told = self.project.defaults(file), self.project.is_moved_by_users(file)
        return f"{self.project.signature(file)} {told}"

    def _cache(self, file: str) -> Cache | None:
        """The cache for results about ``file``: among the user's caches, unless the options say where.

        There is none with plugins, whose code may change without notice.
        """
        if self.options.no_cache or not file or self.options.plugins or self.options.plugin_paths:
            return None
        from devlint.cache.folder import user_folder
        from devlint.cache.results import Cache
        from devlint.project.libraries import is_of_library

        folder = self.options.cache_dir
        if not folder:
            if not is_of_library(file) and not self.project.folders.root(os.path.dirname(file)):
                return None
            folder = user_folder()
        if not folder:
            return None
        if folder not in self._caches:
            self._caches[folder] = Cache(folder)
        return self._caches[folder]
