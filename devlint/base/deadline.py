"""A limit of the processor time that one file may take: the net below all other bounds.

    with deadline(20):
        ...                 raises TimedOut, wherever it is, once this process has worked on it for 20 seconds

Processor time is what counts, so that a busy machine costs no file its findings. A system without such a clock
(Windows) and a thread that is not the main one have no limit.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_AGAIN = 0.5  # seconds until it is raised again, should something have swallowed it
_is_running = False


class TimedOut(BaseException):
    """The time for one file is up. No Exception, since no code below may take it for an error of its own."""


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Raise TimedOut in the block when it takes longer. One within another changes nothing."""
    global _is_running
    main = threading.current_thread() is threading.main_thread()
    if _is_running or not main or not hasattr(signal, "setitimer") or signal.getitimer(signal.ITIMER_PROF)[0]:
        yield  # a profiler has the clock, if not this module
        return
    before = signal.signal(signal.SIGPROF, _raise)
    _is_running = True
    try:
        signal.setitimer(signal.ITIMER_PROF, seconds, _AGAIN)
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        _is_running = False
        signal.signal(signal.SIGPROF, before)


def reason(seconds: float) -> str:
    """What a user reads about a file that took too long."""
    return f"not analysed: it takes more than {seconds:g} s of processor time, see `timeout`"


def _raise(number: int, frame: FrameType | None) -> None:
    raise TimedOut
