"""Packages import more than they need: an empty module in place of one that is not installed.

    stand_in("torchaudio")                     # nothing, where torchaudio is installed
    from speechbrain.processing import NMF     # imports torchaudio on its way, and does not use it

Only for modules that the program does not use: what is called in them gives nothing.
"""

from __future__ import annotations

import importlib
import sys
from importlib.machinery import ModuleSpec
from unittest.mock import MagicMock


def stand_in(name: str, *submodules: str) -> None:
    """Put something importable under ``name``, and under the submodules named, unless the real one can be imported."""
    try:
        importlib.import_module(name)
    except (ImportError, OSError, RuntimeError):
        empty = MagicMock(__spec__=ModuleSpec(name, None), __path__=[], __version__="0")
        sys.modules[name] = empty
        for submodule in submodules:
            sys.modules[f"{name}.{submodule}"] = getattr(empty, submodule)
