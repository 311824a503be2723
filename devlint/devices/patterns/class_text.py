"""The text of a class in the source of its file."""

from __future__ import annotations

import re


def text_of(name: str, source: str) -> str:
    """The text of the class ``name``, as far as the next one that is not inside it."""
    found = re.search(rf"^class {name}\b.*?(?=^class |\Z)", source, re.MULTILINE | re.DOTALL)
    return found.group() if found is not None else source
