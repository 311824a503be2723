"""What wakes the detector of DEV401, and what the scout looks for: see ``devlint.scout.detectors`` and ``.clues``."""

from __future__ import annotations

import ast

from devlint.scout.clues import Looking, called

WORDS: tuple[str, ...] = ("set_default_tensor_type",)
keeps = None


def _draws(node: ast.Call, looking: Looking) -> bool:
    """``DataLoader(data, generator=generator)``, whose generator may have been made before."""
    return True


CLUES = (called(("DataLoader",), _draws),)
