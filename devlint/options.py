"""Options: one table, from which the flake8 options and the flags of the command line are made.

    Row("extend_select", "more rules to report", cli="--extend-select", flake8="extend_select")

    options = Options(extend_select=("DEV7",), ignore=("DEV70", "bare-cuda"))
    options.speaks(META)  # DEV701? the longest entry that names it decides: "DEV70" is longer than "DEV7", so no

An *entry* names rules: a code (`DEV201`), a prefix of codes (`DEV2`), or the name of one rule (`bare-cuda`), which
counts as its full code. The decision between select and ignore is flake8's own: the longest entry wins, a tie ignores.

A rule that is off by default needs more than being selected: an entry of at least four characters must name it
(`DEV7`, `DEV701`, `hard-coded-cuda`), so that `select = DEV` or `ignore = E501`, which switch off flake8's own notion
of "off by default", do not turn it on.
"""

from __future__ import annotations

import argparse
import fnmatch
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from devlint.rulebook import RuleMeta, Status

CODE_LENGTH = len("DEV000")
NAMING_LENGTH = len("DEV7")


class BadOption(ValueError):
    """An option's value means nothing. The message is one line, fit for the user."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the user wants to hear of. All entries empty: every rule that is on by default.

    ``per_file_ignores`` pairs a glob with the entries that are ignored in the files that match it.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    extend_ignore: tuple[str, ...] = ()
    enable: tuple[str, ...] = ()
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def speaks(self, meta: RuleMeta) -> bool:
        """Whether the rule takes part in a run with these options."""
        if meta.status is Status.OFF:
            naming = [e for e in (*self.select, *self.extend_select, *self.enable) if len(e) >= NAMING_LENGTH]
            if _longest(naming, meta.code, meta.name) < 0:
                return False
        return self.reports(meta.code, meta.name)

    def reports(self, code: str, name: str) -> bool:
        """Whether select and ignore let a finding of this code through, whatever the rule's default."""
        selected = _longest((*self.select, *self.extend_select, *self.enable), code, name)
        ignored = _longest((*self.ignore, *self.extend_ignore), code, name)
        if self.select and selected < 0:
            return False
        if not self.select and selected >= 0:
            selected = max(selected, len("DEV"))  # the block itself is what is selected by default
        return ignored < 0 or selected > ignored

    def for_file(self, path: str) -> Options:
        """These options with the per-file ignores of ``path``: of several matching globs, the longest (as flake8)."""
        matching = [(glob, entries) for glob, entries in self.per_file_ignores if _matches(path, glob)]
        if not matching:
            return self
        _, entries = max(matching, key=lambda pair: len(pair[0]))
        return replace(self, extend_ignore=self.extend_ignore + entries)


def _longest(entries: Iterable[str], code: str, name: str) -> int:
    """The length of the longest entry that names the rule, -1 if none does."""
    lengths = [len(e) for e in entries if code.startswith(e)]
    if name in entries:
        lengths.append(CODE_LENGTH)
    return max(lengths, default=-1)


def _matches(path: str, glob: str) -> bool:
    """Whether a glob of --per-file-ignores or --exclude means ``path``: by base name or by absolute path."""
    absolute = os.path.abspath(path)
    if fnmatch.fnmatch(os.path.basename(absolute), glob):
        return True
    pattern = os.path.abspath(glob) if "/" in glob or os.sep in glob else glob
    return fnmatch.fnmatch(absolute, pattern)


# The table


@dataclass(frozen=True, slots=True)
class Row:
    """One option. ``field`` is the field of Options it fills.

    ``cli`` is its flag on our command line, if it has one. ``flake8`` is the attribute it is read from under flake8;
    ``registered`` says whether flake8 has to be told of it or has it already.
    """

    field: str
    help: str
    cli: str | None = None
    flake8: str | None = None
    registered: bool = False


TABLE: tuple[Row, ...] = (
    Row("select", "report these rules only", cli="--select", flake8="select"),
    Row("ignore", "do not report these rules", cli="--ignore", flake8="ignore"),
    Row("extend_select", "report these rules too", cli="--extend-select", flake8="extend_select"),
    Row("extend_ignore", "do not report these rules either", cli="--extend-ignore", flake8="extend_ignore"),
    Row(
        "enable",
        "turn on rules that are off by default, without touching flake8's select (codes of at least DEV and a digit)",
        flake8="devlint_enable",
        registered=True,
    ),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give our command line a flag for each row that has one."""
    for row in TABLE:
        if row.cli is not None:
            parser.add_argument(row.cli, dest=row.field, action="append", default=[], metavar="RULES", help=row.help)
    parser.add_argument(
        "--per-file-ignores",
        action="append",
        default=[],
        metavar="GLOB:RULES",
        help="do not report these rules in the files that match",
    )


def from_arguments(namespace: argparse.Namespace) -> Options:
    """The options a parsed command line means. Raises BadOption."""
    fields: dict[str, Any] = {}
    for row in TABLE:
        if row.cli is not None:
            fields[row.field] = read_entries(row.cli, getattr(namespace, row.field))
    fields["per_file_ignores"] = tuple(
        pair for value in namespace.per_file_ignores for pair in _per_file(value)
    )
    return Options(**fields)


def add_flake8_options(manager: Any) -> None:
    """Register with flake8's option manager the rows that flake8 does not have itself."""
    for row in TABLE:
        if row.registered and row.flake8 is not None:
            manager.add_option(
                "--" + row.flake8.replace("_", "-"),
                default=[],
                comma_separated_list=True,
                parse_from_config=True,
                metavar="codes",
                help=row.help,
            )


def from_flake8(namespace: argparse.Namespace) -> Options:
    """The options of a flake8 run, from wherever flake8 took them. Never raises: flake8 has judged the values."""
    fields: dict[str, Any] = {}
    for row in TABLE:
        if row.flake8 is not None:
            value = getattr(namespace, row.flake8, None) or ()
            fields[row.field] = tuple(_split(value) if isinstance(value, str) else map(str, value))
    return Options(**fields)


def check_flake8_entries(namespace: argparse.Namespace) -> None:
    """Judge the values of the options that are ours. Raises BadOption."""
    for row in TABLE:
        if row.registered and row.flake8 is not None:
            flag = "--" + row.flake8.replace("_", "-")
            for entry in getattr(namespace, row.flake8, ()):
                if not re.fullmatch(r"DEV\d{1,3}", entry):
                    raise BadOption(f"{flag}: {entry!r} is not a code like DEV7 or DEV701")


# Reading entries


def read_entries(flag: str, values: Sequence[str]) -> tuple[str, ...]:
    """The entries written in the values of ``flag``, separated by commas or blanks, codes in capitals.

    Raises BadOption for an entry that names no rule.
    """
    found = tuple(e for value in values for e in _split(value))
    if not found:
        return ()
    from devlint.rulebook import rules

    known = rules()
    result = []
    for entry in found:
        code, name = entry.upper(), entry.lower()
        if any(r.meta.code.startswith(code) for r in known):
            result.append(code)
        elif any(r.meta.name == name for r in known):
            result.append(name)
        else:
            raise BadOption(f"{flag}: {entry!r} names no rule (see `devlint rules`)")
    return tuple(result)


def _split(value: str) -> list[str]:
    return [e for e in re.split(r"[,\s]+", value) if e]


def _per_file(value: str) -> list[tuple[str, tuple[str, ...]]]:
    """Read ``tests/*.py:DEV2,bare-cuda setup.py,conf.py:DEV``: globs, a colon, what to ignore there; and so on."""
    flag = "--per-file-ignores"
    groups: list[tuple[list[str], list[str]]] = [([], [])]
    in_globs = True
    for token in re.findall(r":|[^:,\s]+", value):
        globs, found = groups[-1]
        if token == ":":
            in_globs = False
        elif in_globs:
            globs.append(token)
        elif re.fullmatch(r"[A-Z]{1,3}\d{0,3}|[a-z]+(-[a-z0-9]+)+", token):
            found.append(token)
        else:
            groups.append(([token], []))
            in_globs = True
    if not all(globs and found for globs, found in groups):
        raise BadOption(f"{flag}: {value!r} is not GLOB:RULES")
    return [(glob, read_entries(flag, found)) for globs, found in groups for glob in globs]
