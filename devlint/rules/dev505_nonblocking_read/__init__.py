"""What the scout looks for on behalf of DEV505: see ``devlint.scout.clues``.

y = x.to("cpu", non_blocking=True)
"""

from __future__ import annotations

import ast

from devlint.scout.clues import Looking, keyword
from devlint.scout.vocabulary import METHODS_THAT_MOVE


def _moves(node: ast.Call, looking: Looking) -> bool:
    return isinstance(node.func, ast.Attribute) and node.func.attr in METHODS_THAT_MOVE


CLUES = (keyword(("non_blocking",), _moves),)
