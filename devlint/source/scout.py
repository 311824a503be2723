"""The scout: which part of a file has to be read at all, decided from the text and the ``ast`` alone.

    import torch                           import torch
    def shape(x):                          def shape(x):
        return x.view(-1)                      pass
    def mask(x):                           def mask(x):
        return x * torch.ones(3)               return x * torch.ones(3)

LibCST takes nine times as long as ``ast``, so it is given only what a hazard can reach. The rest of the function
bodies become ``pass`` at their column and blank lines after it: every position holds, everything still parses.
Whatever is not a function body stays: imports, assignments, class headers, decorators, signatures.

Functions are related by names, not by resolved calls. A function is *reached* if it holds a seed, or mentions what
*leaks*: a function that returns something from a reached statement, or an attribute or a module's variable that was
given it. Kept are the reached functions, who mentions them, whom they mention (the evaluator reads them at the call),
and, of every class that has one of these, what makes up its model: ``__init__``, all that assign to ``self``, and those
of its bases.
"""

from __future__ import annotations

import ast

from devlint.source import seeds
from devlint.source.blank import blank
from devlint.source.calls import File
from devlint.source.keep import keep
from devlint.source.reach import Reach


def scout(text: str, tree: ast.Module) -> str | None:
    """What LibCST has to see of ``text``, or None where nothing could be reported.

    ``tree`` is the ``ast`` of ``text``. The result has the lines of ``text``, each kept, emptied, or ending in a
    ``pass`` that stands where a function's body began.
    """
    if not seeds.touches_torch(text):
        return None
    file = File(text, tree)
    if not Reach(file).run():
        return None
    keep(file)
    return blank(tree, file)
