"""Exit codes, and messages on standard error."""

from __future__ import annotations

import sys

from devlint.report.escape import escaped

CLEAN, FINDINGS, ERROR, INTERRUPTED = 0, 1, 2, 130


def complain(message: str) -> int:
    """Say on standard error what went wrong; returns the exit code that this means."""
    print(escaped(f"devlint: error: {message}"), file=sys.stderr)
    return ERROR


def warn(message: str) -> None:
    """Say on standard error what the user may not have meant."""
    print(escaped(f"devlint: warning: {message}"), file=sys.stderr)
