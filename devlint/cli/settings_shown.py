"""``--show-settings``: the settings of a run as a configuration file would say them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from devlint.configuration.entries import PER_FILE, RULE_LEVELS
from devlint.configuration.options import Options
from devlint.configuration.path_patterns import PathPattern
from devlint.configuration.settings import TABLE
from devlint.configuration.targets import DEFAULT


def shown(options: Options, file: str | None) -> Iterator[str]:
    """The lines of ``[tool.devlint]`` that mean ``options``, which were read from ``file``; they go into its folder."""
    yield f"# read from {file}" if file else "# no configuration file"
    yield "[tool.devlint]"
    site_packages = "read" if options.reads_site_packages else "ignore"
    effective = replace(options, output_format=options.output_format or DEFAULT, site_packages=site_packages)
    for row in TABLE:
        value = getattr(effective, row.field)
        yield f"{row.key} = {'{}' if row.kind in (PER_FILE, RULE_LEVELS) and not value else _toml(value)}"


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, PathPattern):
        return _toml(value.text)
    if not isinstance(value, tuple):
        return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")
    if value and all(isinstance(one, tuple) and not isinstance(one, PathPattern) for one in value):
        return "{ " + ", ".join(f"{_toml(key)} = {_toml(held)}" for key, held in value) + " }"
    return "[" + ", ".join(map(_toml, value)) + "]"
