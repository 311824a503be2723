"""devlint finds PyTorch device bugs before any GPU is involved.

Importing this package loads next to nothing, and never torch: a flake8 run over files that do not touch torch pays for
nothing but the scout.

    >>> import devlint
    >>> [d.code for d in devlint.lint("import torch\\nx = torch.ones(3, device='cuda')\\ny = x + torch.ones(3)\\n")]
    ['DEV101']
"""

from __future__ import annotations

from devlint.diagnostic import Diagnostic, Edit, Fix, Note, Safety, Span
from devlint.linter import NotAnalysed, lint

__version__ = "0.1.0"

__all__ = ["Diagnostic", "Edit", "Fix", "NotAnalysed", "Note", "Safety", "Span", "__version__", "lint"]
