"""What the scout looks for on behalf of DEV108: see ``devlint.scout.clues``.

x.to(device).pin_memory()
"""

from __future__ import annotations

import ast

from devlint.scout.clues import Looking, called
from devlint.scout.looks import MOVES, SEED


def _of_what_moved(node: ast.Call, looking: Looking) -> bool:
    return isinstance(node.func, ast.Attribute) and bool(looking.look(node.func.value) & MOVES)


CLUES = (called(("pin_memory",), _of_what_moved, finds=SEED),)
