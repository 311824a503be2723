"""Fixtures repaired, each once for all tests that ask.

repaired(path).text        the program after all safe and unsafe repairs
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from devlint.base.diagnostic import Diagnostic, Safety
from devlint.configuration.options import Options
from devlint.engine.linter import lint
from devlint.fixing.passes import Repaired, repair


@cache
def findings(path: Path, text: str) -> Sequence[Diagnostic]:
    """What is found in ``text`` in the place of the fixture ``path``, whose own rule is on, linted once."""
    return tuple(lint(text, str(path), Options(extend_select=(path.parent.name[:6].upper(),))))


@cache
def repaired(path: Path) -> Repaired:
    """The fixture after its repairs."""
    return repair(path.read_text(encoding="utf-8"), lambda text: findings(path, text), frozenset(Safety))
