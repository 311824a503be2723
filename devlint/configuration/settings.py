"""Settings: one table, from which the flags, the options of flake8 and the keys of the configuration files are made.

    Row("extend-select", RULES, "report these rules too", flake8="extend_select")

    devlint check --extend-select DEV7        flake8 --extend-select DEV7        [tool.devlint]
                                                                                 extend-select = ["DEV7"]

What is said on a command line, or in flake8's configuration, replaces what ``[tool.devlint]`` says under that key.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any, NamedTuple

from devlint.base.errors import BadOption
from devlint.configuration.entries import (
    CLASSES,
    FORMAT,
    LEVEL,
    MOVES,
    NAMED_RULES,
    PATH,
    PATTERNS,
    PER_FILE,
    PLACES,
    PLUGINS,
    READING,
    RULE_LEVELS,
    RULES,
    SECONDS,
    STUBS,
    SWITCH,
    words,
)  # fmt: skip
from devlint.configuration.options import Options
from devlint.configuration.scalars import Kind, Number, OneOf, Path, Switch
from devlint.configuration.stub_files import stub_texts
from devlint.configuration.targets import FORMATS


class Row(NamedTuple):
    """One setting: the key in a file, the kind of its value, a line of help and an example as TOML has it.

    ``flake8`` is the attribute it is read from under flake8; ``registered`` says that devlint registers it with flake8.
    Those that flake8 has itself are flake8's business there, and are not taken from our section.
    """

    key: str
    kind: Kind
    help: str
    example: str
    flake8: str | None = None
    registered: bool = False

    @property
    def field(self) -> str:
        """The field of Options it fills."""
        return self.key.replace("-", "_")

    @property
    def flag(self) -> str:
        """Its flag on our command line."""
        return f"--{self.key}"

    @property
    def flake8_flag(self) -> str:
        """Its flag on flake8's command line, and, without the dashes, its key in flake8's configuration."""
        return f"--{(self.flake8 or '').replace('_', '-')}"


TABLE: tuple[Row, ...] = (
    Row("select", RULES, "report these rules only", '["DEV1", "bare-cuda"]', flake8="select"),
    Row("ignore", RULES, "do not report these rules", '["DEV103"]', flake8="ignore"),
    Row("extend-select", RULES, "report these rules too", '["DEV7"]', flake8="extend_select"),
    Row("extend-ignore", RULES, "do not report these rules either", '["DEV2"]', flake8="extend_ignore"),
    Row(
        "enable",
        NAMED_RULES,
        "turn on rules that are off by default, whatever is selected",
        '["DEV701"]',
        flake8="devlint_enable",
        registered=True,
    ),
    Row(
        "level",
        LEVEL,
        "the lowest level that is shown: error, warning (the default) or hint",
        '"hint"',
        flake8="devlint_level",
        registered=True,
    ),
    Row("fail-on", LEVEL, "the lowest level that makes the exit code 1: error, warning (default) or hint", '"error"'),
    Row(
        "levels",
        RULE_LEVELS,
        "the level of the findings of these rules; the longest entry decides",
        '{ DEV501 = "error", DEV2 = "hint" }',
        flake8="devlint_levels",
        registered=True,
    ),
    Row("unfixable", RULES, "report what these rules find, and do not repair it", '["DEV102"]'),
    Row("per-file-ignores", PER_FILE, "do not report these rules in the files that match", '{ "tests/*" = ["DEV7"] }'),
    Row("exclude", PATTERNS, "where a folder is searched, pass over these", '["vendored", "docs/*.py"]'),
    Row("extend-exclude", PATTERNS, "where a folder is searched, pass over these too", '["*_pb2.py"]'),
    Row("force-exclude", SWITCH, "pass over what is excluded even if it is named on the command line", "true"),
    Row("no-gitignore", SWITCH, "do not pass over what `.gitignore` names", "true"),
    Row(
        "moves",
        MOVES,
        "functions and methods that move something, and where to",
        '["to_device(x, device) -> device"]',
        flake8="devlint_moves",
        registered=True,
    ),
    Row(
        "on-device",
        PLACES,
        "names of what is on a device, or is one",
        '["batch", "self.memory = cuda:0"]',
        flake8="devlint_on_device",
        registered=True,
    ),
    Row(
        "managed-modules",
        CLASSES,
        "classes of modules that a framework moves, with all that they hold",
        '["mylib.Engine"]',
        flake8="devlint_managed_modules",
        registered=True,
    ),
    Row(
        "stubs",
        STUBS,
        "files and folders of stubs that say what functions and classes do to devices",
        '["devices/"]',
        flake8="devlint_stubs",
        registered=True,
    ),
    Row(
        "site-packages",
        READING,
        "read or ignore the stubs and source of installed packages (default: read, with flake8: ignore)",
        '"ignore"',
        flake8="devlint_site_packages",
        registered=True,
    ),
    Row(
        "plugins",
        PLUGINS,
        "load the rules of these installed plugins",
        '["our-rules"]',
        flake8="devlint_plugins",
        registered=True,
    ),
    Row(
        "baseline",
        PATH,
        "the file of findings that are known (default: the nearest .devlint-baseline.json)",
        '"ci/baseline.json"',
        flake8="devlint_baseline",
        registered=True,
    ),
    Row("no-baseline", SWITCH, "report what is known, too", "true", flake8="devlint_no_baseline", registered=True),
    Row("output-format", FORMAT, f"how findings are shown: {', '.join(FORMATS)}; each may have a file", '"concise"'),
    Row(
        "cache-dir",
        PATH,
        "keep the results of earlier runs in this folder",
        '".cache/devlint"',
        flake8="devlint_cache_dir",
        registered=True,
    ),
    Row("no-cache", SWITCH, "keep no results of earlier runs", "true", flake8="devlint_no_cache", registered=True),
    Row(
        "timeout",
        SECONDS,
        "the processor time that a file may take (default: 20); one that takes more is reported as not analysed",
        "60",
        flake8="devlint_timeout",
        registered=True,
    ),
)


EXTEND = "extend"
"""The key of the file whose keys count where a file does not set them itself; it has no flag."""


def schema() -> dict[str, Any]:
    """The JSON Schema of ``devlint.toml``, and of ``[tool.devlint]``, for editors that check TOML."""
    extend = {"type": "string", "description": "the .toml file whose keys count where this file does not set them"}
    rows = {row.key: {**row.kind.schema, "description": row.help} for row in TABLE}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "devlint",
        "type": "object",
        "additionalProperties": False,
        "properties": {EXTEND: extend, **rows},
    }


READ = tuple(sorted(TABLE, key=lambda row: row.kind is not PLUGINS))
"""The rows in the order in which they are read: plugins bring rules that others name."""


# Our command line


def add_arguments(parser: argparse._ActionsContainer) -> None:
    """Give our command line a flag for each row."""
    for row in TABLE:
        if isinstance(row.kind, OneOf):
            parser.add_argument(row.flag, choices=row.kind.words, help=row.help)
        elif isinstance(row.kind, Switch):
            parser.add_argument(row.flag, action="store_const", const="true", help=row.help)
        elif isinstance(row.kind, (Number, Path)):
            parser.add_argument(row.flag, metavar=row.kind.metavar, help=row.help)
        else:
            parser.add_argument(row.flag, action="append", metavar=row.kind.metavar, help=row.help)


def from_arguments(namespace: argparse.Namespace, base: Options | None = None) -> Options:
    """The options a parsed command line means, over those of the configuration. Raises BadOption."""
    return replace(base or Options(), **given_by(namespace))


def given_by(namespace: argparse.Namespace) -> dict[str, Any]:
    """The fields of options that a parsed command line gives. Raises BadOption."""
    given: dict[str, Any] = {}
    for row in READ:
        value = getattr(namespace, row.field)
        if value is not None:
            if row.kind in _TAUGHT and any(not text.strip() for text in value):
                raise BadOption(f"{row.flag}: needs a {row.kind.metavar}, as in {row.flag} {_of_example(row)}")
            read = row.kind.from_text(row.flag, *([value] if isinstance(value, str) else value))
            given[row.field] = stub_texts(row.flag, read) if row.kind is STUBS else read
    return given


_TAUGHT = (MOVES, PLACES, CLASSES)
"""Kinds of which an entry without text is a mistake: an empty variable of a shell, for one."""


def _of_example(row: Row) -> str:
    """The first entry of an example, as a shell takes it."""
    return f"'{row.example.split(chr(34))[1]}'"


# flake8


def add_flake8_options(manager: Any) -> None:
    """Register with flake8's option manager the rows that flake8 does not have itself."""
    for row in TABLE:
        if row.registered and isinstance(row.kind, Switch):
            manager.add_option(row.flake8_flag, parse_from_config=True, action="store_true", help=row.help)
        elif row.registered:
            manager.add_option(row.flake8_flag, parse_from_config=True, metavar=row.kind.metavar, help=row.help)


def check_flake8_entries(namespace: argparse.Namespace) -> None:
    """Judge the values of the options that are ours. Raises BadOption."""
    for row in READ:
        if row.registered:
            _ours(namespace, row)


def from_flake8(namespace: argparse.Namespace, base: Options | None = None) -> Options:
    """The options of a flake8 run, over those of our section; flake8's own come from flake8 alone.

    Raises BadOption only for values that ``check_flake8_entries`` does not let pass.
    """
    fields: dict[str, Any] = {}
    for row in READ:
        if row.registered:
            value = _ours(namespace, row)
            fields[row.field] = getattr(base or Options(), row.field) if value is None else value
        elif row.flake8 is not None:
            value = getattr(namespace, row.flake8, None) or ()
            fields[row.field] = tuple(words(value) if isinstance(value, str) else map(str, value))
    fields["site_packages"] = fields["site_packages"] or "ignore"  # most runs of flake8 see few files
    return Options(**fields)


def _ours(namespace: argparse.Namespace, row: Row) -> Any:
    """The value flake8 has for a row of ours, None where it was not given."""
    value = getattr(namespace, row.flake8 or "", None)
    if not value:
        return None
    if isinstance(value, bool):
        return value
    read = row.kind.from_text(row.flake8_flag, *([value] if isinstance(value, str) else map(str, value)))
    return stub_texts(row.flake8_flag, read) if row.kind is STUBS else read
