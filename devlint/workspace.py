"""One run in one process: what it remembers of the files of the project, and of earlier runs.

    workspace = Workspace(options)
    workspace.lint(text, "pkg/net.py", tree)      # read from the cache, or evaluated and then kept there

A result depends on the text itself, on devlint, Python and the options, and on the files of the project that the text
imports, directly or not: on their texts, and on where their imports lead (one that leads nowhere may lead somewhere
tomorrow), and on what scripts say that use the file. An entry of the cache counts only while all of that is as it was.
"""

from __future__ import annotations

import ast
import os
from functools import cached_property
from typing import TYPE_CHECKING

from devlint.digest import digest
from devlint.scout.torch_mentions import speaks_of_tensors, touches_torch

if TYPE_CHECKING:
    from devlint.cache import Cache
    from devlint.diagnostic import Diagnostic
    from devlint.linter import Begin
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

    @cached_property
    def project(self) -> Project[Scouted]:
        """What this process remembers of the files of projects."""
        from devlint.linter import open_project

        return open_project(self.options, self.files)

    def lint(
        self, source: str, path: str, tree: ast.Module | None = None, begin: Begin | None = None
    ) -> list[Diagnostic]:
        """What ``lint`` finds in ``source``, whose ``ast`` is ``tree`` where that is known. Raises what it raises.

        ``begin`` is called where something is evaluated.
        """
        known_words = touches_torch(source) or speaks_of_tensors(source) or self.options.teaches_of(source)
        if tree is not None and not known_words:
            return []
        from devlint.linter import lint
        from devlint.project.source import Source

        file = "" if path.startswith("<") else self.project.file(path)
        cache = self._cache(file)
        if cache is None:
            return lint(source, path, self.options, tree=tree, project=self.project, begin=begin)
        self.project.open(Source(file, source))
        if not self.project.matters(file):
            return lint(source, path, self.options, tree=tree, project=self.project, begin=begin)
        key, state = f"{file}\n{self.options.fingerprint()}", self.project.signature(file)
        known = cache.read(key, state)
        if known == []:
            return known
        told = self.project.users.of(file)
        if told:  # kept apart, for as long as they say so
            key = f"{key}\n{told}"
            known = cache.read(key, state)
        if known is not None:
            return known
        found = lint(source, path, self.options, tree=tree, project=self.project, begin=begin)
        cache.write(key, state, found)
        return found

    def state(self, source: str, path: str) -> str:
        """A short word for all that findings in ``source`` depend on, options left out: it differs where that does."""
        if path.startswith("<"):
            return digest(source)
        from devlint.project.source import Source

        file = self.project.file(path)
        self.project.open(Source(file, source))
        if not self.project.matters(file) and not speaks_of_tensors(source):
            return digest(source)
        told = self.project.users.of(file), self.project.is_moved_by_users(file)
        return f"{self.project.signature(file)} {told}"

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
