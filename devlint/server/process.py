"""The worker, as the server sees it: questions are asked, and answered some time later.

    process = Process(texts)
    process.changed("/p/net.py")                                      texts["/p/net.py"] is another now
    answer = await process.ask(Check(document, options), Checked)     cancelled where the task is that waits

A worker that dies, or takes too long, costs the questions it was asked; the next one gets a new worker. One that still
works on what is not wanted any more while another question waits is ended, too, and the other question asked again.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import pickle
from collections.abc import Mapping
from typing import Any, TypeVar

from devlint.base.child_process import command
from devlint.server.questions import Answer, Cancel, Failure, Question, Request
from devlint.server.worker import HEADER, packed

LONGEST = 60.0  # seconds for an answer
PATIENCE = 0.5  # seconds in which the worker has to leave a question that is not wanted any more
WORKER = "devlint.server.worker"

_T = TypeVar("_T")


class NoAnswer(Exception):
    """A question that was not answered. The message is one line, fit for the user."""


class _Replaced(Exception):
    """The worker that was to answer was ended for another question."""


class Process:
    """The worker's process. ``texts`` are those of the files that are open in the editor, by real path."""

    def __init__(self, texts: Mapping[str, str], longest: float = LONGEST) -> None:
        self._texts = texts
        self._longest = longest
        self._unsent: set[str] = set()
        self._child: asyncio.subprocess.Process | None = None
        self._starting = asyncio.Lock()
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._unwanted: set[int] = set()  # questions that were taken back, until the worker has left them
        self._answers = False  # whether the worker has said anything: it takes a while to begin
        self._reading: asyncio.Task[None] | None = None
        self._has_ended = False

    def changed(self, file: str) -> None:
        """Have the worker know the new text of ``file`` before it answers again."""
        self._unsent.add(file)

    async def ask(self, question: Question, kind: type[_T]) -> _T:
        """The answer to ``question``, which is a ``kind``. Raises NoAnswer."""
        while True:
            try:
                return await self._ask_once(question, kind)
            except _Replaced:
                continue

    async def _ask_once(self, question: Question, kind: type[_T]) -> _T:
        """The answer of the worker that there is. Raises _Replaced where it is ended for being late with another."""
        child = await self.start()
        assert child.stdin is not None
        number = next(self._numbers)
        loop = asyncio.get_running_loop()
        answer = self._waiting[number] = loop.create_future()
        timer = loop.call_later(self._longest, self._give_up, number)
        for late in self._unwanted:
            loop.call_later(PATIENCE, self._replace, late)
        texts = {file: self._texts.get(file) for file in self._unsent}
        self._unsent.clear()
        try:
            child.stdin.write(packed(Request(number, question, texts)))
            found = await answer  # `wait_for` would lose a cancellation that comes together with the answer
        except asyncio.CancelledError:
            if not child.stdin.is_closing():
                child.stdin.write(packed(Cancel(number)))
                self._unwanted.add(number)
                loop.call_later(PATIENCE, self._replace, number)
            raise
        finally:
            timer.cancel()
            self._waiting.pop(number, None)
        if isinstance(found, Failure):
            raise NoAnswer(found.reason)
        assert isinstance(found, kind)
        return found

    def _replace(self, number: int) -> None:
        """End the process that has not left an unwanted question, where others wait: they are asked again."""
        if number in self._unwanted and not self._answers:
            asyncio.get_running_loop().call_later(PATIENCE, self._replace, number)
        elif number in self._unwanted and self._waiting:
            self.kill()
            self._child = None
            self._unwanted.clear()
            self._fail(_Replaced())

    def _fail(self, error: Exception) -> None:
        """Have all questions that wait raise ``error``."""
        for waits in self._waiting.values():
            if not waits.done():
                waits.set_exception(error)

    def _give_up(self, number: int) -> None:
        """End the process that has not answered a question in time."""
        waits = self._waiting.get(number)
        if waits is not None and not waits.done():
            waits.set_exception(NoAnswer(f"it took longer than {self._longest:.0f} seconds"))
            self.kill()

    async def start(self) -> asyncio.subprocess.Process:
        """The process, which is begun where there is none. The folder it runs in has no part in what it imports.

        Raises NoAnswer after the end.
        """
        async with self._starting:
            if self._has_ended:
                raise NoAnswer("the server was shut down")
            if self._child is None:
                pipe = asyncio.subprocess.PIPE
                self._child = await asyncio.create_subprocess_exec(*command(WORKER), stdin=pipe, stdout=pipe)
                self._unsent = set(self._texts)
                self._answers = False
                self._reading = asyncio.create_task(self._read(self._child))
                if self._has_ended:
                    self.kill()
            return self._child

    def end(self) -> None:
        """End the process for good: a check that waits begins no other."""
        self._has_ended = True
        self.kill()

    def kill(self) -> None:
        """End the process, if there is one."""
        if self._child is not None and self._child.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._child.kill()

    async def _read(self, child: asyncio.subprocess.Process) -> None:
        """Hand on the answers of ``child`` until it ends; the loop that runs this outlives the process."""
        assert child.stdout is not None
        try:
            while True:
                (length,) = HEADER.unpack(await child.stdout.readexactly(HEADER.size))
                message = pickle.loads(await child.stdout.readexactly(length))
                assert isinstance(message, Answer)
                self._answers = True
                self._unwanted.discard(message.number)
                waits = self._waiting.get(message.number)
                if waits is not None and not waits.done():
                    waits.set_result(message.value)
        except (asyncio.IncompleteReadError, OSError):
            pass
        finally:
            if self._child is child:  # and not another one, which has to answer now
                self.kill()
                self._child = None
                self._unwanted.clear()
                self._fail(NoAnswer("the process that checks files died"))
            while child.returncode is None:  # the end of the server cancels this, and closes the loop that waits for it
                with contextlib.suppress(asyncio.CancelledError):
                    await child.wait()
