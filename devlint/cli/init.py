"""``devlint init``: the lines that bring devlint into a project, as a diff, or written where ``--write`` says so.

    devlint init                                   shows what would be written
    devlint init --write configuration pre-commit  writes these parts

A part that a file has already is left out, and a file is extended or made, never replaced.
"""

from __future__ import annotations

import argparse
import difflib
import os
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from devlint.base.errors import BadOption
from devlint.base.file_replacement import MODE, replacement
from devlint.baseline.lookup import NAME as BASELINE
from devlint.cli.messages import CLEAN, ERROR, complain, warn
from devlint.configuration.oversights import hiding_devlint
from devlint.configuration.reading import deciding_file
from devlint.installed.origin import shared_requirement
from devlint.report.escape import escaped

if TYPE_CHECKING:
    from devlint.cli.arguments import Commands

CONFIGURATION = """\
# level = "hint"               # what rests on assumptions, too
# extend-select = ["DEV7"]     # portability: rules that are off by default
# managed-modules = ["mylib.Engine"]   # modules that your framework moves
"""
PRE_COMMIT = ".pre-commit-config.yaml"
HOOK = """\
- repo: local
  hooks:
    - id: devlint
      name: devlint
      entry: devlint check --force-exclude
      language: python
      additional_dependencies: ["{source}"]
      types_or: [python, jupyter]
      require_serial: true
"""
WORKFLOW = ".github/workflows/devlint.yml"
JOB = """\
name: devlint

on: [push, pull_request]

permissions:
  contents: read

jobs:
  devlint:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: python -m pip install "{source}"
      - run: devlint check
"""
_REPOS = re.compile(r"^repos:[ \t]*$", re.MULTILINE)
_ITEM = re.compile(r"^( *)- ", re.MULTILINE)
_NEXT_KEY = re.compile(r"^[^\s#-]", re.MULTILINE)


class UnknownSource(BadOption):
    """Where another machine can install devlint from is not known."""

    SENTENCE = (
        "left out, since where other machines install devlint from is not known; "
        'name it with `--source REQUIREMENT`, such as "devlint @ git+https://..."'
    )


@dataclass(frozen=True, slots=True)
class Change:
    """A file as it is, "" where it is missing, and as it would be."""

    path: str
    before: str
    after: str


def add(commands: Commands) -> argparse.ArgumentParser:
    """Add the command."""
    command = commands.add_parser("init", help="show, or write, what brings devlint into a project")
    command.add_argument(
        "parts",
        nargs="*",
        metavar="PART",
        help=f"{', '.join(PARTS)} (default: all but the baseline)",
    )
    command.add_argument("--write", action="store_true", help="write the files, and show what changed")
    command.add_argument(
        "--source",
        metavar="REQUIREMENT",
        help="what pip installs devlint from in CI and hooks (default: where this one was installed from)",
    )
    return command


def run(namespace: argparse.Namespace) -> int:
    """Show the changes, and write them where that is wanted."""
    parts = namespace.parts or [part for part in PARTS if part != "baseline"]
    for part in parts:
        if part not in PARTS:
            raise BadOption(f"init: {part!r} is none of {', '.join(PARTS)}")
    failed = False
    changes: list[Change] = []
    left_out: list[str] = []
    for part in parts:
        try:
            changes += PARTS[part](namespace.source)
        except UnknownSource:
            left_out.append(part)
        except BadOption as error:
            failed = True
            complain(f"init: {part}: {error}")
    if left_out:
        failed |= bool(namespace.parts)  # what is not asked for by name may be left out
        (complain if namespace.parts else warn)(f"init: {' and '.join(left_out)}: {UnknownSource.SENTENCE}")
    for change in changes:
        if namespace.write:
            _write(change)
            print(escaped(f"written: {change.path}"))
        sys.stdout.writelines(f"{escaped(line)}\n" for line in _difference(change))
    if hidden := hiding_devlint():
        print(escaped(hidden))
    if changes and not namespace.write:
        print("\nNothing was written; `devlint init --write` writes this.")
    if "baseline" in parts and namespace.write:
        command = namespace.program.parse_args(["baseline"])
        failed |= command.run(command) != CLEAN
    elif not os.path.lexists(BASELINE):
        print("`devlint baseline` keeps what is found today out of the report.")
    return ERROR if failed else CLEAN


def _configuration(source: str | None) -> Iterator[Change]:
    """``[tool.devlint]`` in ``pyproject.toml`` where there is one, or a ``devlint.toml``."""
    if (found := deciding_file()) is not None and not os.path.dirname(found):
        print(escaped(f"{found}: configures devlint already"))
    elif os.path.lexists("pyproject.toml"):
        before = _text("pyproject.toml")
        gap = "\n" if before.endswith("\n") or not before else "\n\n"
        yield Change("pyproject.toml", before, f"{before}{gap if before else ''}[tool.devlint]\n{CONFIGURATION}")
    else:
        yield Change("devlint.toml", "", CONFIGURATION)


def _pre_commit(source: str | None) -> Iterator[Change]:
    """A hook among the ``repos`` of pre-commit's configuration."""
    before = _text(PRE_COMMIT) if os.path.lexists(PRE_COMMIT) else ""
    if "devlint" in before:
        print(f"{PRE_COMMIT}: has devlint already")
        return
    hook = HOOK.format(source=_source(source))
    if not before:
        yield Change(PRE_COMMIT, "", f"repos:\n{hook}")
        return
    begin = _REPOS.search(before)
    item = _ITEM.match(before, begin.end() + 1) if begin else None
    if begin is None or item is None:
        raise BadOption(f"{PRE_COMMIT} has no list `repos:` that can be extended; add this to it:\n{hook}")
    end = _NEXT_KEY.search(before, begin.end() + 1)
    place = end.start() if end else len(before)
    above = before[:place].rstrip("\n") + "\n"
    added = "".join(f"{item[1]}{line}\n" for line in hook.splitlines())
    yield Change(PRE_COMMIT, before, above + added + before[len(above) :] if end else above + added)


def _workflow(source: str | None) -> Iterator[Change]:
    """A job of GitHub that annotates changes."""
    if os.path.lexists(WORKFLOW):
        print(f"{WORKFLOW}: is there already")
        return
    yield Change(WORKFLOW, "", JOB.format(source=_source(source)))


def _nothing(source: str | None) -> Iterator[Change]:
    """The baseline is written by its own command."""
    return iter(())


PARTS: dict[str, Callable[[str | None], Iterator[Change]]] = {
    "configuration": _configuration,
    "pre-commit": _pre_commit,
    "workflow": _workflow,
    "baseline": _nothing,
}


def _source(given: str | None) -> str:
    """What pip installs devlint from on another machine. Raises UnknownSource where that is not known."""
    source = given or shared_requirement()
    if not source:
        raise UnknownSource
    if re.search(r"[\"\\\n]", source):
        raise BadOption(f"{source!r} is no requirement")
    return source


def _text(path: str) -> str:
    """The text of a file of this folder. Raises BadOption for a link, and for what cannot be read."""
    if os.path.islink(path) or not os.path.isfile(path):
        raise BadOption(f"{path} is no regular file")
    try:
        with open(path, encoding="utf-8", newline="") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise BadOption(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None


def _write(change: Change) -> None:
    """Write a file as it would be. Raises BadOption."""
    folder = os.path.dirname(change.path)
    try:
        if folder:
            os.makedirs(folder, exist_ok=True)
        if os.path.realpath(folder or ".") != os.path.join(os.path.realpath("."), folder).rstrip(os.sep):
            raise BadOption(f"init: {folder} leads out of this folder")
        mode = os.stat(change.path).st_mode & 0o777 if change.before else MODE
        with replacement(change.path, mode) as file:
            file.write(change.after.encode())
    except OSError as error:
        raise BadOption(f"init: {change.path} cannot be written: {error.strerror}") from None


def _difference(change: Change) -> Iterator[str]:
    old, new = change.before.splitlines(), change.after.splitlines()
    return difflib.unified_diff(old, new, change.path if change.before else "/dev/null", change.path, lineterm="")
