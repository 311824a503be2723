"""What wakes the detector of DEV507, see ``devlint.scout.detectors``."""

from __future__ import annotations

import ast

from devlint.scout.clues import Looking, subscript

WORDS: tuple[str, ...] = ("CUDA_VISIBLE_DEVICES",)
keeps = None


def _sets_visible(node: ast.Subscript, looking: Looking) -> bool:
    """``os.environ["CUDA_VISIBLE_DEVICES"]``."""
    return getattr(node.value, "attr", "") == "environ" and getattr(node.slice, "value", "") == "CUDA_VISIBLE_DEVICES"


CLUES = (subscript(_sets_visible, words=(".environ",)),)
