"""What the scout looks for on behalf of DEV111: see ``devlint.scout.clues``.

x.to(self.device)        in a function that reads another device of ``self``, or of a module that keeps one
"""

from __future__ import annotations

import ast

from devlint.scout.clues import Looking, attribute


def _of_several(node: ast.Attribute, looking: Looking) -> bool:
    """Whether ``self.device`` may be another device than one that ``self`` has as well."""
    if getattr(node.value, "id", "") != "self" or "self.device" not in looking.words:
        return False
    return looking.remembers or any(
        word != "self.device" and word.startswith("self.") and word.endswith("device") for word in looking.words
    )


CLUES = (attribute(("device",), _of_several),)
