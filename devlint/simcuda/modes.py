"""The two modes of a thread, in force from its first use of CUDA, or from the beginning.

    modes = Modes(machine, replacements)
    modes.enter()       # this thread's operators and functions pass the simulation from now on
    modes.leave()       # no more; modes that the program entered meanwhile stay

A program's own modes stay above the simulation's, whenever it begins: a program leaves the topmost mode.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from torch.overrides import _get_current_function_mode_stack, _pop_mode, _push_mode
from torch.utils._device import DeviceContext
from torch.utils._python_dispatch import (
    _get_current_dispatch_mode_stack,
    _pop_mode as _pop_dispatch_mode,
    _push_mode as _push_dispatch_mode,
)

from devlint.simcuda.dispatch import DeviceMode
from devlint.simcuda.function_mode import NamesBoundBefore
from devlint.simcuda.machine import Machine


def users_dispatch_modes() -> list[Any]:
    """The dispatch modes in force that are not torch's own, which lie below all others."""
    return [mode for mode in _get_current_dispatch_mode_stack() if not _is_torchs(mode)]


def _is_torchs(mode: Any) -> bool:
    return getattr(mode, "_mode_key", None) is not None


def rebuild(now: list[Any], wanted: list[Any], pop: Callable[[], Any], push: Callable[[Any], Any]) -> None:
    """Make the stack *now* the stack *wanted*."""
    for _ in now:
        pop()
    for mode in wanted:
        push(mode)


class Modes:
    """The modes of all threads of a machine."""

    def __init__(self, machine: Machine, replacements: dict[Any, Callable[..., Any]]) -> None:
        self.dispatch = DeviceMode(machine)  # kept here: torch before 2.11 does not keep a mode that is on the stack
        self.function = NamesBoundBefore(replacements)
        self._local = threading.local()
        self._local.entered = False

    def enter(self) -> None:
        """Put them below the modes of the program, unless they are there, or the thread is not of this machine.

        The contexts of default devices stay lowest, where torch looks for them.
        """
        if getattr(self._local, "entered", True):
            return
        self._local.entered = True
        functions, dispatches = _get_current_function_mode_stack(), users_dispatch_modes()
        below = next((i for i, mode in enumerate(functions) if type(mode) is not DeviceContext), len(functions))
        rebuild(functions, [*functions[:below], self.function, *functions[below:]], _pop_mode, _push_mode)
        rebuild(dispatches, [self.dispatch, *dispatches], _pop_dispatch_mode, _push_dispatch_mode)

    def leave(self) -> None:
        """Take them away, wherever they are in the stack."""
        if getattr(self._local, "entered", False):
            self._local.entered = False
            functions, dispatches = _get_current_function_mode_stack(), users_dispatch_modes()
            rebuild(functions, [mode for mode in functions if mode is not self.function], _pop_mode, _push_mode)
            others = [mode for mode in dispatches if mode is not self.dispatch]
            rebuild(dispatches, others, _pop_dispatch_mode, _push_dispatch_mode)

    def end(self) -> None:
        """The simulation ends: leave this thread, and do nothing any more in those that still run."""
        self.leave()
        self.function.end()

    @contextmanager
    def of_a_thread(self) -> Iterator[None]:
        """In force in the body, which is all that a thread does."""
        self._local.entered = False
        self.enter()
        try:
            yield
        finally:
            self.leave()
