"""The programs that show the findings, a function each, in modules by the first letters of their packages.

A function ``NAME_on_a_gpu`` runs first, where the GPUs are, and ``NAME`` gets what it gives where there is none.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from typing import Any


def program(name: str) -> Callable[[Any], Any] | None:
    """The function called ``name``, ``None`` where there is none."""
    for _, stem, _ in pkgutil.iter_modules(__path__):
        if not stem.startswith("__"):
            found: Callable[[Any], Any] | None = getattr(importlib.import_module(f"{__name__}.{stem}"), name, None)
            if found is not None:
                return found
    return None
