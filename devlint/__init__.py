"""devlint finds PyTorch device bugs before any GPU is involved.

Importing this package loads nothing else, and never torch: each name is fetched when it is asked for, and a flake8 run
over files that do not touch torch pays for nothing but a look at their text.

    >>> import devlint
    >>> [d.code for d in devlint.lint("import torch\\nx = torch.ones(3, device='cuda')\\ny = x + torch.ones(3)\\n")]
    ['DEV101']
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from devlint.base.diagnostic import Diagnostic, Edit, Fix, Note, Safety, Span
    from devlint.engine.linter import NotAnalysed, lint

__version__ = "0.1.0"

__all__ = ["Diagnostic", "Edit", "Fix", "NotAnalysed", "Note", "Safety", "Span", "__version__", "lint"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'devlint' has no attribute {name!r}")
    from importlib import import_module

    module = "devlint.engine.linter" if name in ("NotAnalysed", "lint") else "devlint.base.diagnostic"
    return getattr(import_module(module), name)
