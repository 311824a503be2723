"""What the scout looks for on behalf of DEV114: see ``devlint.scout.clues``.

x.cuda.numpy()        a method has no member of a tensor
y = x.cuda            nothing is moved
"""

from __future__ import annotations

import ast

from devlint.naming.settings import is_called_settings
from devlint.scout.clues import Looking, attribute, receiver
from devlint.scout.expression_shapes import last_name


def _may_move(node: ast.Attribute, looking: Looking) -> bool:
    """Whether ``node`` may be a method: of no settings, of no attribute of ``self`` itself, and not of torch."""
    name = last_name(node.value)
    return name != "self" and not is_called_settings(name) and not looking.is_torch(node.value)


CLUES = (attribute(("cuda",), _may_move), receiver(("cuda",), _may_move))
