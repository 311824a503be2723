"""A process that checks as the real one does, and dies, or falls silent, on files that say so by their name."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection

from devlint.fleet import child
from devlint.fleet.request import Answer, Begun, Request

_answers = child.answers


def answers(request: Request) -> Iterator[Answer]:
    for answer in _answers(request):
        yield answer
        if isinstance(answer, Begun) and "poison" in answer.path:
            os.kill(os.getpid(), signal.SIGKILL)
        if isinstance(answer, Begun) and "silent" in answer.path:
            time.sleep(60)


def main() -> None:
    child.answers = answers
    child.serve(Connection(int(sys.argv[1]), writable=False), Connection(int(sys.argv[2]), readable=False))
