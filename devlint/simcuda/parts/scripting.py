"""``torch.jit.script`` knows torch's functions by their identity; it learns that of what stands for them.

@torch.jit.script
def ones(n: int):
    return torch.ones(n, device="cuda")    # a builtin, as ever; the operator passes the dispatch mode
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from types import FunctionType
from typing import Any

import torch

from devlint.simcuda.patching import Patches

_written: dict[int, Any] = {}
"""Functions of torch that are written in Python, by the identity of what stands for them."""
COMPILING = (("torch.jit._script", "_get_overloads"), ("torch.jit._recursive", "try_compile_fn"))
"""What C++ calls for a function that a script calls, with the function as its first argument."""


def builtins() -> dict[int, str]:
    """The names of torch's functions for scripts, by identity; made at its first use, of torch's own functions."""
    table: Any = torch.jit._builtins._get_builtin_table
    found: dict[int, str] = table()
    return found


def introduce(patches: Patches) -> None:
    """Enter the replacements under the names of their originals, until the simulation ends."""
    table = builtins()
    entered, written = [], []
    for new, raw in patches.stand_ins.items():
        if id(raw) in table:
            table[id(new)] = table[id(raw)]
            entered.append(id(new))
        elif id(new) not in _written and isinstance(raw, FunctionType):
            _written[id(new)] = _written.get(id(raw), raw)
            written.append(id(new))
    patches.at_end(lambda: [table.pop(key, None) for key in entered])
    patches.at_end(lambda: [_written.pop(key, None) for key in written])


def install(patches: Patches) -> None:
    """A function of torch that is written in Python is compiled from its own source, with its own globals."""
    for module, name in COMPILING:
        owner = importlib.import_module(module)
        if hasattr(owner, name):
            patches.set(owner, name, _of_the_original(getattr(owner, name)))


def _of_the_original(raw: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(raw)
    def compile_(function: Any, *args: Any) -> Any:
        return raw(_written.get(id(function), function), *args)

    return compile_
