"""Packages import more than they need: an empty module in place of one that is not installed.

    stand_in("torchaudio")                     # nothing, where torchaudio is installed
    from speechbrain.processing import NMF     # imports torchaudio on its way, and does not use it

Only for modules that the program does not use: what is called in them gives nothing.

    bare("mmdet", "mmdet.models")              # these packages without what their __init__ imports
    from mmdet.models.anchors import Anchors   # this module is the released one, run as it is
"""

from __future__ import annotations

import importlib
import sys
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from unittest.mock import MagicMock


def stand_in(name: str, *submodules: str) -> None:
    """Put something importable under ``name``, and under the submodules named, unless the real one can be imported."""
    try:
        importlib.import_module(name)
    except Exception:
        empty = MagicMock(__spec__=ModuleSpec(name, None), __path__=[], __version__="0")
        sys.modules[name] = empty
        for submodule in submodules:
            sys.modules[f"{name}.{submodule}"] = getattr(empty, submodule)


def bare(*packages: str) -> None:
    """Make the packages importable without running their ``__init__``, outer ones first: their modules load alone."""
    for name in packages:
        spec = find_spec(name)
        if spec is None:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        package = ModuleType(name)
        package.__spec__ = spec
        package.__path__ = list(spec.submodule_search_locations or ())
        sys.modules[name] = package
        outer, _, own_name = name.rpartition(".")
        if outer:
            setattr(sys.modules[outer], own_name, package)
