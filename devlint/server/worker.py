"""The process that evaluates: requests come in on standard input, answers go out on standard output.

    main()        the whole process; it ends where standard input does

A thread reads, so that what is not wanted any more is known while the rest of the process evaluates.
"""

from __future__ import annotations

import gc
import os
import pickle
import queue
import struct
import sys
import threading
from typing import Any, BinaryIO

from devlint.configuration.options import Options
from devlint.server.questions import Answer, Cancel, Check, Failure, Request
from devlint.server.session import Cancelled, Session
from devlint.source.files import Document

HEADER = struct.Struct("!Q")
"""The length of a message, which stands before it."""

BEGUN = 0
"""The number of no question: what is answered first of all."""

_FIRST = "import torch\nfrom torch import nn\nx = torch.ones(3).cuda() + torch.ones(3)\n"


def packed(message: object) -> bytes:
    """A message as it travels."""
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return HEADER.pack(len(body)) + body


def unpacked(stream: BinaryIO) -> Any:
    """The next message of ``stream``; None where it ends."""
    header = stream.read(HEADER.size)
    if len(header) < HEADER.size:
        return None
    (length,) = HEADER.unpack(header)
    body = stream.read(length)
    return pickle.loads(body) if len(body) == length else None


class Worker:
    """Answers the requests of ``questions`` on ``answers``, in their order."""

    def __init__(self, questions: BinaryIO, answers: BinaryIO) -> None:
        self._questions = questions
        self._answers = answers
        self._waiting: queue.SimpleQueue[Request | None] = queue.SimpleQueue()
        self._cancelled: set[int] = set()
        self._current = 0
        self._session = Session(lambda: self._current in self._cancelled)

    def run(self) -> None:
        """Say that this process has begun, and answer until there are no more requests."""
        self._answers.write(packed(Answer(BEGUN, Failure(""))))
        self._answers.flush()
        threading.Thread(target=self._read, daemon=True).start()
        while (request := self._waiting.get()) is not None:
            self._session.update(request.texts)
            self._current = request.number
            self._answers.write(packed(Answer(request.number, self._answer(request))))
            self._answers.flush()
            self._cancelled.discard(request.number)

    def _answer(self, request: Request) -> Any:
        if request.number in self._cancelled:
            return Failure("")
        try:
            return self._session.answer(request.question)
        except Cancelled:
            return Failure("")
        except Exception as error:
            return Failure(f"{type(error).__name__}: {error}")

    def _read(self) -> None:
        """Read questions and cancellations until the server closes the pipe; then end the process."""
        while (message := unpacked(self._questions)) is not None:
            if isinstance(message, Cancel):
                self._cancelled.add(message.number)
            else:
                self._waiting.put(message)
        os._exit(0)


def main() -> None:
    """Be the worker of a server."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever else is printed must not stand among the answers
    sys.stdout = sys.stderr
    Session(lambda: False).answer(Check(Document("<first>", _FIRST), Options()))  # loads what every check needs
    gc.collect()
    Worker(sys.stdin.buffer, answers).run()
