"""What the user has set: in the configuration file that is nearest to a file, and in the editor.

    configuration = Configuration()
    configuration.set({"options": {"level": "hint"}, "debounce": 300})
    configuration.options("/p/src/net.py")      [tool.devlint] of /p/pyproject.toml, but for the level

The file is searched from the folder of the file that is checked, so that each of several folders has its own. What is
set in the editor takes the place of what a file says under the same key.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from devlint.config import anchored
from devlint.errors import BadOption
from devlint.options import Options
from devlint.project.folders import INSTALLED
from devlint.selection.configurations import Configurations
from devlint.selection.search import is_excluded
from devlint.settings import TABLE

FILES = ("pyproject.toml", "setup.cfg", "tox.ini", "devlint.toml", ".devlint.toml")
"""Names of files that may say something about devlint."""

_FOR_EDITORS = {row.key: row for row in TABLE if row.key not in ("output-format", "fail-on", "no-cache", "cache-dir")}


@dataclass(frozen=True, slots=True)
class Settings:
    """What is set in the editor; ``debounce`` is in milliseconds, ``options`` has keys of configuration files."""

    config: str = ""
    options: tuple[tuple[str, Any], ...] = ()
    debounce: int = 150
    inlay_hints: bool = False
    syntax_errors: bool = True


_KINDS: dict[str, tuple[str, type[Any], str]] = {
    "config": ("config", str, "a path"),
    "options": ("options", Mapping, "an object"),
    "debounce": ("debounce", int, "a number of milliseconds"),
    "inlayHints": ("inlay_hints", bool, "true or false"),
    "syntaxErrors": ("syntax_errors", bool, "true or false"),
}


class Configuration:
    """The settings of one editor. ``root`` is the folder from which a relative ``config`` is meant."""

    def __init__(self) -> None:
        self.settings = Settings()
        self.root = "."

    def set(self, given: Any) -> list[str]:
        """Take the settings from what the editor sent, and say what in it means nothing."""
        if isinstance(given, Mapping):
            given = next((given[key] for key in ("settings", "devlint") if isinstance(given.get(key), Mapping)), given)
        if not isinstance(given, Mapping):
            return [] if given is None else ["the settings must be an object"]
        said: list[str] = []
        fields: dict[str, Any] = {}
        for key, value in given.items():
            if key not in _KINDS:
                said.append(f"{key}: no such setting (known: {', '.join(_KINDS)})")
                continue
            name, kind, called = _KINDS[key]
            if not isinstance(value, kind) or kind is int and (isinstance(value, bool) or value < 0):
                said.append(f"{key}: must be {called}")
            elif name == "options":
                fields[name] = self._options(value, said)
            else:
                fields[name] = value
        self.settings = Settings(**fields)
        return said

    def _options(self, given: Mapping[str, Any], said: list[str]) -> tuple[tuple[str, Any], ...]:
        """The fields of Options that the editor sets."""
        fields: dict[str, Any] = {}
        for key, value in given.items():
            row = _FOR_EDITORS.get(key)
            if row is None:
                said.append(f"options.{key}: no such option (known: {', '.join(_FOR_EDITORS)})")
                continue
            try:
                fields[row.field] = row.kind.from_toml(f"options.{key}", value)
            except BadOption as error:
                said.append(str(error))
        return tuple(fields.items())

    def options(self, path: str) -> Options:
        """The options for the file at ``path``. Raises BadOption where a configuration file means nothing."""
        files = self._files()
        return files.of(self.root) if path.startswith("<") else files.of_file(path)

    def passes_over(self, path: str) -> bool:
        """True if the file at ``path`` is an installed one, or excluded, by itself or with a folder around it."""
        if any(part in INSTALLED for part in path.replace(os.sep, "/").split("/")):
            return True
        return not path.startswith("<") and is_excluded(path, self._files())

    def _files(self) -> Configurations:
        """The configuration files as they are now, under what is set in the editor."""
        named = os.path.join(self.root, self.settings.config) if self.settings.config else None
        return Configurations(named, over=self._over)

    def _over(self, options: Options) -> Options:
        said = dict(self.settings.options)
        meant = anchored("", Options(**said), os.path.abspath(self.root))
        return replace(options, **{name: getattr(meant, name) for name in said})
