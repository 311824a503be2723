"""Processes that run the trials of many operators, of which any may hang or die.

pool = Pool(worker("--simulate", "4"), processes=2, seconds=300.0)
pool.run(operators, keep, tick)      # calls keep(operator, key, outcome) for every trial, from several threads

A process that dies or takes too long over a trial is replaced by one that goes on with the next trial; the replacement
is started before it is needed, since importing torch and its database takes seconds.
"""

from __future__ import annotations

import json
import os
import queue
import select
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

PER_TRIAL = 20.0
PER_OPERATOR = 90.0
START = 300.0
MOST_LOSSES = 40
"""Processes that one operator may end before it is given up."""

Keep = Callable[[int, str, str], None]


def worker(*options: str) -> list[str]:
    """The command of a process that runs trials."""
    return [sys.executable, "-m", "devlint.simcuda.fidelity.operators.worker", *options]


class Ended(Exception):
    """The process is gone; the text says how."""


class Process:
    """One worker, asked line by line."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
        )
        self.rest = b""
        self.ready = False

    def ask(self, operator: int, skip: int, seconds: float) -> None:
        """Begin with an operator, where the process is ready within *seconds*; raises Ended."""
        assert self.process.stdin is not None
        if not self.ready:
            self.answer(seconds)
            self.ready = True
        try:
            self.process.stdin.write(f"{operator} {skip}\n".encode())
        except OSError:
            raise Ended(self.status()) from None

    def answer(self, seconds: float) -> dict[str, Any]:
        """The next answer; raises Ended where none comes."""
        assert self.process.stdout is not None
        until = time.monotonic() + seconds
        while b"\n" not in self.rest:
            if not select.select([self.process.stdout], [], [], max(0.0, until - time.monotonic()))[0]:
                raise Ended(f"takes more than {seconds:.0f} s")
            piece = os.read(self.process.stdout.fileno(), 1 << 16)
            if not piece:
                raise Ended(self.status())
            self.rest += piece
        line, _, self.rest = self.rest.partition(b"\n")
        found: dict[str, Any] = json.loads(line)
        return found

    def status(self) -> str:
        """How the process ended."""
        try:
            code = self.process.wait(10)
        except subprocess.TimeoutExpired:
            return "ends the process"
        return f"ends the process with signal {-code}" if code < 0 else f"ends the process with status {code}"

    def kill(self) -> None:
        """End it, whatever it does."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()


@dataclass(slots=True)
class _State:
    """How far an operator is: the trials that are done, the one that runs, what it has cost."""

    operator: int
    skip: int = 0
    key: str | None = None
    losses: int = 0
    seconds: float = 0.0
    over: bool = False


class Pool:
    """Several workers and the time that they have; *patience* multiplies what a trial and an operator may take."""

    def __init__(self, command: list[str], *, processes: int, seconds: float, patience: float = 1.0) -> None:
        self.command, self.processes, self.patience = command, processes, patience
        self.until = time.monotonic() + seconds
        self.queue: queue.Queue[int] = queue.Queue()
        self.spares: queue.Queue[Process] = queue.Queue()
        self.losses = 0

    def run(self, operators: list[int], keep: Keep, tick: Callable[[], None], every: float = 10.0) -> None:
        """Run the operators' trials until all are done or the time is over; *tick* is called every few seconds."""
        for operator in operators:
            self.queue.put(operator)
        for _ in range(self.processes + max(1, self.processes // 2)):
            self.spares.put(Process(self.command))
        threads = [threading.Thread(target=self._work, args=(keep,)) for _ in range(self.processes)]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            until = time.monotonic() + every
            for thread in threads:
                thread.join(max(0.0, until - time.monotonic()))
            tick()
        while not self.spares.empty():
            self.spares.get().kill()

    def _left(self) -> float:
        return self.until - time.monotonic()

    def _work(self, keep: Keep) -> None:
        now = self.spares.get()
        try:
            while self._left() > 0:
                try:
                    operator = self.queue.get_nowait()
                except queue.Empty:
                    break
                state = _State(operator)
                while not state.over and self._left() > 0:
                    try:
                        self._operator(now, state, keep)
                    except Ended as end:
                        self.losses += 1
                        self._lost(state, str(end), keep)
                        now.kill()
                        self.spares.put(Process(self.command))
                        now = self.spares.get()
        finally:
            now.kill()

    def _operator(self, worker: Process, state: _State, keep: Keep) -> None:
        """Run what is left of an operator's trials; raises Ended where the process does not get through."""
        worker.ask(state.operator, state.skip, min(START, self._left()))
        began = time.monotonic()
        try:
            while True:
                left = min(self._left(), PER_OPERATOR * self.patience - state.seconds - (time.monotonic() - began))
                answer = worker.answer(min(PER_TRIAL * self.patience, left) if state.key else left)
                if "end" in answer:
                    keep(state.operator, "end", "")
                    state.over = True
                    return
                state.key = answer.get("begin")
                if state.key is None:
                    keep(state.operator, answer["key"], answer["outcome"])
                    state.skip += 1
        finally:
            state.seconds += time.monotonic() - began

    def _lost(self, state: _State, how: str, keep: Keep) -> None:
        """What a process that ended means for the operator that it ran."""
        state.losses += 1
        if self._left() <= 0:
            return
        if state.key is not None and state.seconds < PER_OPERATOR * self.patience:
            keep(state.operator, state.key, how)
            state.skip += 1
        state.key = None
        if state.losses >= MOST_LOSSES or state.seconds >= PER_OPERATOR * self.patience:
            keep(state.operator, "given up", f"after {state.losses} processes and {state.seconds:.0f} s")
            state.over = True
