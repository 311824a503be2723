"""What the scout looks for on behalf of DEV305: see ``devlint.scout.clues``.

x = torch.zeros(3).to(device)
x.requires_grad = True
"""

from __future__ import annotations

import ast

from devlint.scout.clues import Looking, attribute, called
from devlint.scout.looks import SEED


def _is_set(node: ast.Attribute, looking: Looking) -> bool:
    return looking.moving and isinstance(node.ctx, ast.Store)


def _in_mover(node: ast.Call, looking: Looking) -> bool:
    return looking.moving and isinstance(node.func, ast.Attribute)


CLUES = (
    attribute(("requires_grad",), _is_set, finds=SEED),
    called(("requires_grad_",), _in_mover, finds=SEED),
)
