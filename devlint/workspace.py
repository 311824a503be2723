"""One run in one process: what it remembers of the files of the project, and of earlier runs.

    workspace = Workspace(options)
    workspace.lint(text, "pkg/net.py", tree)      # read from the cache, or evaluated and then kept there

A result depends on the text itself, on devlint, Python and the options, and on the files of the project that the text
imports, directly or not: on their texts, and on where their imports lead (one that leads nowhere may lead somewhere
tomorrow), and on what scripts say that use the file. An entry of the cache counts only while all of that is as it was.
"""

from __future__ import annotations

import ast
import contextlib
import gc
import os
from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from devlint.scout.torch_mentions import speaks_of_tensors, touches_torch

if TYPE_CHECKING:
    from devlint.cache import Cache
    from devlint.diagnostic import Diagnostic
    from devlint.options import Options
    from devlint.project.file_system import FileSystem
    from devlint.project.project import Project
    from devlint.scout.scout import Scouted


class Workspace:
    """What one process knows while it checks files with ``options``."""

    def __init__(self, options: Options, files: FileSystem | None = None) -> None:
        """``files`` is where other files than those that are checked are read: the disk, unless it is given."""
        self.options = options
        self.files = files
        self._caches: dict[str, Cache] = {}
        self._read: dict[tuple[str, str], list[Diagnostic]] = {}  # what the cache holds, by key and state

    @cached_property
    def project(self) -> Project[Scouted]:
        """What this process remembers of the files of projects."""
        from devlint.linter import open_project

        return open_project(self.options, self.files)

    def lint(self, source: str, path: str, tree: ast.Module | None = None) -> list[Diagnostic]:
        """What ``lint`` finds in ``source``, whose ``ast`` is ``tree`` where that is known. Raises what it raises."""
        if tree is not None and not self._has_known_words(source):
            return []
        from devlint.linter import lint
        from devlint.project.source import Source

        file = "" if path.startswith("<") else self.project.file(path)
        cache = self._cache(file)
        if cache is None:
            return lint(source, path, self.options, tree=tree, project=self.project)
        self.project.open(Source(file, source))
        if not self.project.matters(file):
            return lint(source, path, self.options, tree=tree, project=self.project)
        key, state, found = self._kept(file, cache)
        if found is None:
            found = lint(source, path, self.options, tree=tree, project=self.project)
            cache.write(key, state, found)
        return found

    def prepare(self, paths: Iterable[str]) -> None:
        """Scout the files at ``paths``, and what they import, for all processes that are forked from this one.

        Each of them would scout most of it again. What fails here is left to the process that checks the file.
        """
        from devlint.linter import load
        from devlint.project.source import LARGEST, let_go_of_trees

        collecting = gc.isenabled()
        gc.disable()  # as `lint` does
        scouted = False
        try:
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
        finally:
            let_go_of_trees()
            if collecting:
                gc.enable()

    def _scout(self, file: str) -> bool:
        """Scout ``file``, unless nothing can be found in it or the cache holds what is; say whether some is left."""
        cache = self._cache(file)
        if not self.project.matters(file):
            return False
        if cache is not None and self._kept(file, cache)[2] is not None:
            return False
        return self.project.scouted(file).cut is not None

    def _kept(self, file: str, cache: Cache) -> tuple[str, str, list[Diagnostic] | None]:
        """The key and state of the results for ``file``, and the findings kept under them, if there are any."""
        key, state = f"{file}\n{self.options.fingerprint()}", self.project.signature(file)
        found = self._entry(cache, key, state)
        if found == []:
            return key, state, found
        told = self.project.users.of(file)
        if told:  # kept apart, for as long as they say so
            key = f"{key}\n{told}"
            found = self._entry(cache, key, state)
        return key, state, found

    def _entry(self, cache: Cache, key: str, state: str) -> list[Diagnostic] | None:
        """The findings that ``cache`` holds, read once: for the processes that are forked from this one, too."""
        known = self._read.get((key, state))
        if known is None:
            known = cache.read(key, state)
            if known is not None:
                self._read[key, state] = known
        return known

    def _has_known_words(self, text: str) -> bool:
        return bool(touches_torch(text) or speaks_of_tensors(text) or self.options.teaches_of(text))

    def _cache(self, file: str) -> Cache | None:
        """The cache for results about ``file``: among the user's caches, unless the options say where."""
        if self.options.no_cache or not file:
            return None
        from devlint.cache import Cache
        from devlint.cache_folder import user_folder

        folder = self.options.cache_dir
        if not folder:
            if not self.project.folders.root(os.path.dirname(file)):
                return None
            folder = user_folder()
        if not folder:
            return None
        if folder not in self._caches:
            self._caches[folder] = Cache(folder)
        return self._caches[folder]

