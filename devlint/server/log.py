"""What the server writes to standard error, which editors keep as its log: a line a record, and no traceback."""

from __future__ import annotations

import logging

from devlint.report.escape import escaped

MOST = 300
"""Characters of a line."""


class OneLine(logging.Formatter):
    """The first line of a record, and what was raised in one line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        said = record.getMessage().split("\n", 1)[0]
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            said += f": {type(error).__name__}: {' '.join(str(error)[:MOST].split())}"
        return escaped(f"devlint: {said}"[:MOST])


def log_in_lines() -> None:
    """Have what pygls says of messages that mean nothing written so; asyncio's log about the server's tasks, too."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine())
    for name in ("pygls", "asyncio"):
        logger = logging.getLogger(name)
        logger.addHandler(handler)
        logger.propagate = False
        logger.setLevel(logging.WARNING)
