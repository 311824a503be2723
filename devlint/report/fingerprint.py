"""Fingerprints of findings, which stay the same while the code around a finding moves.

    fingerprints = Fingerprints()
    fingerprints.of("src/train.py", finding, document)      24 hexadecimal digits

A fingerprint is made of the path, of what a baseline knows the finding by (its rule, its function and the text of its
statement), and of its number among those of the same file that are equal in all of these.
"""

from __future__ import annotations

import ast
from collections import Counter

from devlint.base.diagnostic import Diagnostic
from devlint.base.digest import digest
from devlint.baseline.fingerprints import places
from devlint.source.files import Document
from devlint.source.text import parse


class Fingerprints:
    """The fingerprints of one run, in which each is given out once."""

    def __init__(self) -> None:
        self._given: Counter[tuple[str, ...]] = Counter()
        self._parsed: tuple[Document, ast.Module] | None = None

    def of(self, path: str, found: Diagnostic, document: Document) -> str:
        """The fingerprint of a finding in ``document``, the file that is called ``path``."""
        (place,) = places([found], document.text, self._tree(document))
        return self._numbered(path, place.fingerprint)

    def of_text(self, path: str, kind: str, text: str) -> str:
        """The fingerprint of something of another kind that is reported of ``path``."""
        return self._numbered(path, kind, text)

    def _tree(self, document: Document) -> ast.Module:
        """The ``ast`` of a document; that of the last one is remembered."""
        if self._parsed is None or self._parsed[0] is not document:
            self._parsed = document, document.notebook.tree() if document.notebook else parse(document.text)
        return self._parsed[1]

    def _numbered(self, *key: str) -> str:
        self._given[key] += 1
        return digest("\0".join((*key, str(self._given[key]))))
