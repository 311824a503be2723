"""What wakes the detector of DEV502, and what the scout looks for: see ``devlint.scout.detectors`` and ``.clues``."""

from __future__ import annotations

import ast

from devlint.scout.clues import Looking, called
from devlint.torch_api.names import OF_CURRENT_GPU

WORDS: tuple[str, ...] = ("cuda", "DataParallel", "init_process_group")
keeps = None


def _of_current(node: ast.Call, looking: Looking) -> bool:
    """``torch.cuda.synchronize()``."""
    return not node.args and not node.keywords


CLUES = (called(OF_CURRENT_GPU, _of_current, words=(f".{name}" for name in OF_CURRENT_GPU)),)
