"""The scout: which part of a file has to be read at all, decided from the text and the ``ast`` alone.

    import torch
    def shape(x):                          cut: nothing here can be in a wrong place, and nothing reached calls it
        return x.view(-1)
    def mask(x):                           reached
        return x * torch.ones(3)

Evaluating takes many times as long as parsing, so only what a hazard can reach is lowered and evaluated.

Functions are related by names, not by resolved calls. A function is *reached* if it holds a seed, or mentions what
*leaks*: a function that returns something from a reached statement, or an attribute or a module's variable that was
given it. Kept are the reached functions, who mentions them, whom they mention (the evaluator reads them at the call),
and, of every class that has one of these, what makes up its model: ``__init__``, all that assign to ``self``, and those
of its bases. Those that are kept only for others are *aside*: by themselves there is nothing in them to find.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from devlint.scout.context import keep
from devlint.scout.cut import Cut, cut
from devlint.scout.exports import NOTHING, Exports, exports
from devlint.scout.outline import Outline
from devlint.scout.reach import Imported, Reach
from devlint.stubs.configured import NOTHING as NONE_CONFIGURED, Configured

_FOREIGN = re.compile(
    r"^[ \t]*(?:import|from)[ \t]+(?:paddle|tensorflow|mxnet|jax|mindspore|jittor)\b|^class[ \t]+Tensor\b", re.MULTILINE
)
_TORCH = re.compile(r"^[ \t]*(?:import|from)\b.*torch", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Scouted:
    """What of a file need not be read, or None where nothing could be reported, and what it exports."""

    cut: Cut | None = None
    exports: Exports = NOTHING

    def leaks(self, owner: str, name: str) -> bool:
        """Whether something worth following comes out of a function or class."""
        return self.exports.leaks(owner, name)

    def outward(self) -> str:
        """What other files use of this one, packed into one text."""
        return self.exports.packed()


def scout(
    text: str, tree: ast.Module, configured: Configured = NONE_CONFIGURED, incoming: Imported | None = None
) -> Scouted:
    """What is to be said of ``tree``, the ``ast`` of ``text``, before anything is evaluated.

    ``configured`` is what the user says of helpers and names, ``incoming`` what leaks in from other project files.
    """
    file = Outline(text, tree, configured, incoming.modules if incoming else ())
    try:
        reach = Reach(file, incoming)
        alone = incoming is None or not incoming.words
        foreign = incoming is not None and incoming.foreign or is_of_another_framework(text)
        if not reach.run() or alone and foreign:
            return Scouted(None, exports(file, None))
        keep(file)
        return Scouted(cut(tree, file), exports(file, reach))
    finally:
        file.clear()


def is_of_another_framework(text: str) -> bool:
    """Whether a file imports a framework whose tensors have the methods of torch's, or is one, and nothing of torch."""
    return _FOREIGN.search(text) is not None and not imports_torch(text)


def imports_torch(text: str) -> bool:
    """Whether an import, in a function perhaps, speaks of torch."""
    return _TORCH.search(text) is not None
