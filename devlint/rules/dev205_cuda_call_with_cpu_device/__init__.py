"""What the scout looks for on behalf of DEV205: see ``devlint.scout.clues``.

torch.mps.empty_cache()        puts nothing anywhere, and needs MPS
"""

from __future__ import annotations

import ast

from devlint.scout.clues import Looking, called
from devlint.torch_api.names import NEEDING_MPS


def _of_mps(node: ast.Call, looking: Looking) -> bool:
    owner = node.func.value if isinstance(node.func, ast.Attribute) else None
    return isinstance(owner, ast.Attribute) and owner.attr == "mps"


CLUES = (called(NEEDING_MPS, _of_mps, words=(".mps",)),)
