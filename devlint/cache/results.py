"""Results of earlier runs, kept in a folder, so that a file is evaluated again only if something it depends on changed.

    ~/.cache/devlint/
      .gitignore  CACHEDIR.TAG
      0.1.0-5f3a/               devlint's version, and its state where it runs from a checkout
        6e/6e2c90...json        of one file under one set of options: its findings, or what leaks out of it, with
                                what that depends on, and a seal

An entry is written beside its place and then put there in one step, so that several processes can share the folder
without locks. What cannot be read is not there, what cannot be written is not kept: findings do not depend on it.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import devlint
from devlint.base.diagnostic import (
    LEVELS,
    Diagnostic,
    Edit,
    Fix,
    Note,
    Remedy,
    RemedyKind,
    Safety,
    Span,
)
from devlint.base.digest import digest
from devlint.cache.folder import (
    is_own,
    prune,
    put,
    secret,
)
from devlint.source.files import regular_bytes

LARGEST_ENTRY = 64 * 2**20  # bytes
_TAG = "Signature: 8a477f597d28d172789f06886806bc55\n# This folder holds devlint's cache; it can be deleted.\n"


class Cache:
    """The entries under ``folder``: one for each key, which is any text."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self._version = os.path.join(folder, version())
        self._made = False
        self._usable = bool(secret()) and is_own(folder) and is_own(self._version)

    def read(self, key: str, holds: Callable[[Any], bool]) -> list[Diagnostic] | None:
        """The findings kept under ``key``, or None where there are none that can be read.

        They are good where ``holds`` says so of the state that they were kept with. What it raises is raised.
        """
        entry = self.load(key)
        try:
            if entry is None:
                return None
            state, found = entry["state"], unpack(entry["found"])
        except (ValueError, TypeError, LookupError, AttributeError):
            return None
        return found if holds(state) else None

    def write(self, key: str, state: Any, found: list[Diagnostic]) -> None:
        """Keep ``found`` under ``key`` with ``state``, which JSON can hold, and nothing else under this key."""
        self.store(key, {"state": state, "found": pack(found)})

    def load(self, key: str) -> dict[str, Any] | None:
        """What is kept under ``key``, or None where there is nothing that can be read."""
        if not self._usable:
            return None
        try:
            seal, _, text = regular_bytes(self._path(key), LARGEST_ENTRY).decode().partition("\n")
            if seal != _sealed(text):
                return None
            entry = json.loads(text)
            return entry if isinstance(entry, dict) and entry["key"] == key else None
        except (OSError, ValueError, LookupError, RecursionError):
            return None

    def store(self, key: str, kept: dict[str, Any]) -> None:
        """Keep under ``key`` what JSON can hold, and nothing else."""
        path = self._path(key)
        if not self._usable or not is_own(os.path.dirname(path)):
            return
        with contextlib.suppress(OSError, ValueError):
            self._make(os.path.dirname(path))
            text = json.dumps({"key": key, **kept}, separators=(",", ":"))  # `json.dump` takes many times as long
            put(path, f"{_sealed(text)}\n{text}")

    def _path(self, key: str) -> str:
        name = digest(key, size=16)
        return os.path.join(self._version, name[:2], f"{name}.json")

    def _make(self, folder: str) -> None:
        if not os.path.isdir(folder):
            os.makedirs(folder, exist_ok=True)
        if not self._made:
            self._made = True
            for name, text in ((".gitignore", "*\n"), ("CACHEDIR.TAG", _TAG)):
                path = os.path.join(self.folder, name)
                if not os.path.lexists(path):
                    put(path, text)
            prune(self.folder)


def _sealed(text: str) -> str:
    """The seal of an entry."""
    return digest(text, size=16, key=secret())


def version() -> str:
    """What stands for this devlint on this Python: where it runs from a checkout, its files count too."""
    package = os.path.dirname(os.path.abspath(devlint.__file__))
    state = [sys.version]
    if os.path.exists(os.path.join(os.path.dirname(package), "pyproject.toml")):
        for folder, folders, files in sorted(os.walk(package)):
            folders.sort()
            for name in sorted(files):
                if name.endswith(".py"):
                    found = os.stat(os.path.join(folder, name))
                    state.append(f"{folder}/{name} {found.st_mtime_ns} {found.st_size}")
    return f"{devlint.__version__}-{digest(chr(10).join(state), size=6)}"


# Diagnostics as JSON


def pack(found: list[Diagnostic]) -> list[Any]:
    """``found`` in what JSON can hold."""
    return [
        [
            [d.code, d.name, d.message, d.help, d.level.word],
            _span(d.span),
            [[n.message, _span(n.span), n.path] for n in d.notes],
            d.remedy and [[r.kind.value, _span(r.span), r.code, r.safety.value] for r in d.remedy.parts],
            d.fix and [d.fix.message, d.fix.safety.value, [[_span(e.span), e.replacement] for e in d.fix.edits]],
        ]
        for d in found
    ]


def unpack(packed: list[Any]) -> list[Diagnostic]:
    """What ``pack`` was given; one of many errors for anything else."""
    found = []
    for words, place, notes, remedy, fix in packed:
        code, name, message, advice, level = map(str, words)
        remarks = tuple(Note(str(text), _place(where), str(path)) for text, where, path in notes)
        repair = None
        if fix is not None:
            edits = tuple(Edit(_place(where), str(text)) for where, text in fix[2])
            repair = Fix(str(fix[0]), edits, Safety(fix[1]))
        ways = [Remedy(RemedyKind(r[0]), _place(r[1]), str(r[2]), Safety(r[3])) for r in remedy or ()]
        way = replace(ways[0], also=tuple(ways[1:])) if ways else None
        found.append(Diagnostic(code, name, message, _place(place), remarks, advice, repair, way, LEVELS[level]))
    return found


def _place(packed: list[Any]) -> Span:
    line, column, end_line, end_column = map(int, packed)
    return Span(line, column, end_line, end_column)


def _span(span: Span) -> list[int]:
    return [span.line, span.column, span.end_line, span.end_column]
