"""What wakes the detector of DEV201, see ``devlint.scout.detectors``."""

from __future__ import annotations

import ast

from devlint.scout.clues import Looking, called
from devlint.scout.expression_shapes import last_name

WORDS: tuple[str, ...] = ("is_cuda",)
keeps = None


def _to_type_of_tensor(node: ast.Call, looking: Looking) -> bool:
    """``y.type(x.type())``."""
    given = [*node.args, *(one.value for one in node.keywords)][:1]
    return any(isinstance(one, ast.Call) and not one.args and last_name(one.func) == "type" for one in given)


CLUES = (called(("type",), _to_type_of_tensor, words=(".type",)),)
