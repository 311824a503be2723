"""Which findings comments silence: ``# noqa`` as flake8 reads it, and devlint's own directives.

    without_suppressed(found, source)      what is left for the command line
    without_ignored(found, source)         what is left for flake8, which reads ``# noqa`` itself
"""

from __future__ import annotations

from collections.abc import Sequence

from devlint.base.diagnostic import Diagnostic
from devlint.suppression.noqa import without_noqa


def mentions(source: str) -> bool:
    """True if there may be a directive of devlint's own, or a ``# noqa`` with a code of it, in ``source``."""
    return "devlint:" in source or ("noqa" in source.lower() and "DEV" in source)


def without_suppressed(found: Sequence[Diagnostic], source: str) -> list[Diagnostic]:
    """The findings that no comment in ``source`` silences, in their order."""
    return without_ignored(without_noqa(found, source), source)


def without_ignored(found: Sequence[Diagnostic], source: str) -> list[Diagnostic]:
    """The findings that no directive of devlint's own in ``source`` silences, in their order."""
    if not found or "devlint:" not in source:
        return list(found)
    from devlint.suppression.directives import Kind, directives

    ours = [one for one in directives(source) if one.kind is not Kind.NOQA and not one.is_misplaced]
    return [d for d in found if not any(one.silences(d) for one in ours)]
