"""Patterns and paths of a configuration file, which are meant from the file's folder.

    anchored("pyproject.toml: tool.devlint.", {"baseline": "known.json"}, "/src")      {"baseline": "/src/known.json"}
"""

from __future__ import annotations

import os
from typing import Any

from devlint.base.errors import BadOption


def anchored(where: str, fields: dict[str, Any], folder: str) -> dict[str, Any]:
    """The fields of options with their patterns and paths, which are meant from the folder of their file.

    Raises BadOption for a cache outside of that folder: the configuration of a project is no reason to write there.
    """
    found = dict(fields)
    if cache := fields.get("cache_dir"):
        found["cache_dir"] = _cache_folder(f"{where}cache-dir", cache, folder)
    if baseline := fields.get("baseline"):
        found["baseline"] = os.path.join(folder, baseline)
    for name in ("exclude", "extend_exclude"):
        if name in fields:
            found[name] = tuple(one.below(folder) for one in fields[name])
    if "per_file_ignores" in fields:
        found["per_file_ignores"] = tuple((one.below(folder), entries) for one, entries in fields["per_file_ignores"])
    return found


def _cache_folder(where: str, cache: str, folder: str) -> str:
    """The folder of the cache that a file in ``folder`` names. Raises BadOption for one outside of it."""
    whole = os.path.join(folder, cache)
    try:
        real, root = os.path.realpath(whole), os.path.realpath(folder)
    except (OSError, ValueError) as error:
        raise BadOption(f"{where}: {cache!r} is no path: {error}") from None
    if real != os.path.normpath(os.path.join(root, cache)):
        raise BadOption(f"{where}: {cache!r} leads through a link; `--cache-dir` may do so")
    if os.path.relpath(real, root).split(os.sep)[0] == os.pardir:
        raise BadOption(f"{where}: {cache!r} is outside of the project; `--cache-dir` may be")
    return whole
