"""``torch.jit.script`` knows torch's functions by their identity; it learns that of what stands for them.

@torch.jit.script
def ones(n: int):
    return torch.ones(n, device="cuda")    # a builtin, as ever; the operator passes the dispatch mode
"""

from __future__ import annotations

from typing import Any

import torch

from devlint.simcuda.patching import Patches


def builtins() -> dict[int, str]:
    """The names of torch's functions for scripts, by identity; made at its first use, of torch's own functions."""
    table: Any = torch.jit._builtins._get_builtin_table
    found: dict[int, str] = table()
    return found


def introduce(patches: Patches) -> None:
    """Enter the replacements under the names of their originals, until the simulation ends."""
    table = builtins()
    entered = []
    for new, raw in patches.stand_ins.items():
        if id(raw) in table:
            table[id(new)] = table[id(raw)]
            entered.append(id(new))
    patches.at_end(lambda: [table.pop(key, None) for key in entered])
