"""Fingerprints of findings, which stay the same while the code around a finding moves.

    fingerprints = Fingerprints()
    fingerprints.of("src/train.py", finding, text)      24 hexadecimal digits

A fingerprint is made of the rule, the path, the text of the lines that the finding covers without their indentation,
and its number among those of the same file that are equal in all of these.
"""

from __future__ import annotations

from collections import Counter

from devlint.diagnostic import Diagnostic
from devlint.digest import digest
from devlint.source.text import lines


class Fingerprints:
    """The fingerprints of one run, in which each is given out once."""

    def __init__(self) -> None:
        self._given: Counter[tuple[str, ...]] = Counter()

    def of(self, path: str, found: Diagnostic, text: str) -> str:
        """The fingerprint of a finding in ``text``, the file that is called ``path``."""
        covered = lines(text)[found.span.line - 1 : found.span.end_line]
        return self.of_text(path, found.code, "\n".join(line.strip() for line in covered))

    def of_text(self, path: str, kind: str, text: str) -> str:
        """The fingerprint of something of another kind that is reported of ``path``."""
        key = (kind, path, text)
        self._given[key] += 1
        return digest("\0".join((*key, str(self._given[key]))))
