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

from devlint.base.errors import BadOption
from devlint.base.suggestion import suggestion
from devlint.baseline.lookup import NAME as BASELINE
from devlint.configuration.options import Options
from devlint.configuration.path_patterns import PathPattern, are_excluding
from devlint.configuration.reading import FLAKE8_FILE, NAMES, configured
from devlint.configuration.settings import TABLE
from devlint.project.folders import is_installed

FILES = (*NAMES, FLAKE8_FILE, BASELINE)
"""Names of files that change what is found in others."""

_NOT_FOR_EDITORS = ("output-format", "fail-on", "no-cache", "cache-dir", "force-exclude", "no-gitignore")
_FOR_EDITORS = {row.key: row for row in TABLE if row.key not in _NOT_FOR_EDITORS}


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
            if key not in _KINDS:  # it is the client's, as the path of the server, unless it looks like one of ours
                if near := suggestion(key, _KINDS):
                    said.append(f"{key}: no such setting{near}")
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
        if self.settings.config:
            found = configured(os.path.join(self.root, self.settings.config))
        else:
            found = configured(start=self.root if path.startswith("<") else os.path.dirname(path))
        own = {key: self._anchored(value) for key, value in self.settings.options}
        return replace(found, **own)

    def _anchored(self, value: Any) -> Any:
        """The value of an option; patterns of the editor are meant from the first folder."""
        if not isinstance(value, tuple):
            return value
        root = os.path.abspath(self.root)
        return tuple(one.below(root) if isinstance(one, PathPattern) else one for one in value)

    def passes_over(self, path: str, options: Options) -> bool:
        """True if the file at ``path`` is an installed one, or excluded by ``options``. Raises BadOption.

        It was opened by its name: that git ignores it, or the name of a folder around it, is no reason.
        """
        if path.startswith("<"):
            return False
        patterns = (*options.exclude, *options.extend_exclude)
        return is_installed(path) or bool(patterns) and are_excluding(patterns, os.path.abspath(path))
