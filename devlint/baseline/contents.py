"""The file of a baseline: which findings each file had, without their lines.

    {"version": 1, "findings": {"src/net.py": [
      {"rule": "DEV102", "function": "Net.forward", "statement": "mask = ...", "fingerprint": "5f3a...", "count": 1}]}}

Paths are meant from the folder of the baseline. ``function`` and ``statement`` are for the reader.
"""

from __future__ import annotations

import json
import os
import stat
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from devlint.base.errors import BadOption
from devlint.base.file_replacement import MODE, replacement
from devlint.baseline.fingerprints import Place
from devlint.file_systems.base import DISK, FileSystem
from devlint.source.files import LARGEST

VERSION = 1


@dataclass(frozen=True, slots=True)
class Entry:
    """Findings of one rule in statements of the same text in one function, and how many."""

    rule: str
    function: str
    statement: str
    fingerprint: str
    count: int = 1


@dataclass(frozen=True)
class Baseline:
    """The findings of a baseline, by the path of their file."""

    path: str
    files: Mapping[str, tuple[Entry, ...]]

    def name_of(self, path: str) -> str:
        """What the baseline calls the file ``path``."""
        try:
            name = os.path.relpath(path, os.path.dirname(self.path))
        except ValueError:  # on another drive
            name = os.path.abspath(path)
        return name.replace(os.sep, "/")

    def entries_of(self, path: str) -> tuple[Entry, ...]:
        """What is known of the file ``path``."""
        return self.files.get(self.name_of(path), ())

    def missing_files(self, there: FileSystem = DISK) -> list[str]:
        """Files of which findings are known and that are not there any more."""
        folder = os.path.dirname(self.path)
        return [name for name in self.files if not there.exists(os.path.join(folder, name))]


def entries(places: Sequence[Place]) -> tuple[Entry, ...]:
    """The entries for findings at these places."""
    counts = Counter(one.fingerprint for one in places)
    first = {one.fingerprint: one for one in reversed(places)}
    found = [Entry(first[one].rule, first[one].function, first[one].shown, one, counts[one]) for one in counts]
    return tuple(sorted(found, key=lambda entry: (entry.rule, entry.function, entry.statement, entry.fingerprint)))


@lru_cache(maxsize=16)
def read(path: str, modified: int = 0, size: int = 0, files: FileSystem = DISK) -> Baseline:
    """The baseline of a file, read again where the time of its last change or its size differ. Raises BadOption."""
    try:
        content = json.loads(files.load(path, LARGEST))
        version = content["version"]
        if version != VERSION:
            raise BadOption(f"{path}: is a baseline of version {version!r}, and this devlint knows version {VERSION}")
        known = {str(name): tuple(map(_entry, listed)) for name, listed in content["findings"].items()}
    except BadOption:
        raise
    except OSError as error:
        raise BadOption(f"{path}: cannot be read: {error.strerror or error}") from None
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        said = " ".join(str(error).split()) if isinstance(error, json.JSONDecodeError) else "it is written otherwise"
        raise BadOption(f"{path}: is no baseline of devlint: {said}") from None
    return Baseline(path, known)


def _entry(content: Mapping[str, Any]) -> Entry:
    rule, function, statement, fingerprint = (content[key] for key in ("rule", "function", "statement", "fingerprint"))
    count = content.get("count", 1)
    are_words = all(isinstance(word, str) for word in (rule, function, statement, fingerprint))
    if not are_words or type(count) is not int or count < 1:
        raise ValueError
    return Entry(rule, function, statement, fingerprint, count)


def write(baseline: Baseline) -> None:
    """Write the file of a baseline in one step. Raises BadOption."""
    findings = {
        name: [
            {
                "rule": one.rule,
                "function": one.function,
                "statement": one.statement,
                "fingerprint": one.fingerprint,
                **({"count": one.count} if one.count > 1 else {}),
            }
            for one in listed
        ]
        for name, listed in sorted(baseline.files.items())
        if listed
    }
    text = json.dumps({"version": VERSION, "findings": findings}, indent=1, ensure_ascii=True) + "\n"
    try:
        there = os.path.exists(baseline.path)
        mode = stat.S_IMODE(os.stat(baseline.path).st_mode) if there else MODE
        with replacement(baseline.path, mode) as file:
            file.write(text.encode())
    except OSError as error:
        raise BadOption(f"{baseline.path}: cannot be written: {error.strerror or error}") from None
