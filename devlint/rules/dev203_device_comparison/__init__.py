"""What wakes the detector of DEV203, see ``devlint.scout.detectors``."""

from __future__ import annotations

import ast

from devlint.scout.clues import Looking, attribute, comparison

WORDS: tuple[str, ...] = ("torch.device", "th.device", "is_available")
keeps = None


def _of_identity(node: ast.Compare, looking: Looking) -> bool:
    """``x.device is device``."""
    asked, other = node.left, node.comparators[0]
    is_none = isinstance(other, ast.Constant)
    return getattr(asked, "attr", "") == "device" and isinstance(node.ops[0], (ast.Is, ast.IsNot)) and not is_none


def _of_type_with_index(node: ast.Compare, looking: Looking) -> bool:
    """``device.type == "cuda:0"``."""
    sides = (node.left, *node.comparators)
    return any(isinstance(side, ast.Attribute) and side.attr == "type" for side in sides) and any(
        isinstance(side, ast.Constant) and ":" in str(side.value) for side in sides
    )


def _not_called(node: ast.Attribute, looking: Looking) -> bool:
    """``if torch.cuda.is_available:``."""
    return True


CLUES = (
    comparison(_of_identity, words=(".device is ",)),
    comparison(_of_type_with_index, words=(".type",)),
    attribute(("is_available",), _not_called),
)
