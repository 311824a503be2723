"""What the scout looks for on behalf of DEV404: see ``devlint.scout.clues``.

torch.randn(3, generator=generator, device=x.device)
"""

from __future__ import annotations

import ast

from devlint.scout.clues import Looking, keyword
from devlint.scout.expression_shapes import last_name
from devlint.scout.vocabulary import FACTORIES


def _draws(node: ast.Call, looking: Looking) -> bool:
    """Whether a factory is given a generator by its name."""
    given = (one.value for one in node.keywords if one.arg == "generator")
    return last_name(node.func) in FACTORIES and any(isinstance(one, ast.Name) for one in given)


CLUES = (keyword(("generator",), _draws),)
