"""What wakes the detector of DEV206, and what the scout keeps for it: see ``devlint.scout.detectors``.

if gpu:
        x = x.cuda(gpu)        kept: the first GPU is 0, and false
"""

from __future__ import annotations

import ast
import re

from devlint.scout.clues import Looking, choice
from devlint.scout.expression_shapes import is_number
from devlint.scout.outline import Outline
from devlint.scout.units import Unit
from devlint.scout.vocabulary import INDEX_WORDS, INDICES, speaks_of_devices

WORDS: tuple[str, ...] = ("cuda", "device", "gpu", "local_rank")

_OF_GPUS = sorted(INDICES - {"device"})
_TRUTH_OF_INDEX = re.compile(rf"\bif +(?:not +)?[\w.]*\b(?:{'|'.join(_OF_GPUS)})(?: *:| +and\b| +else\b)")


def keeps(unit: Unit, file: Outline) -> bool:
    """True if a function asks for the truth of what is called like the index of a GPU."""
    return not INDEX_WORDS.isdisjoint(unit.words) and _TRUTH_OF_INDEX.search(file.text(unit)) is not None


def _of_numbers(node: ast.IfExp, looking: Looking) -> bool:
    """``0 if cuda else -1``, ``x if device else y``."""
    if getattr(node.test, "id", "") == "device" or getattr(node.test, "attr", "") == "is_cuda":
        return True
    return is_number(node.body) and is_number(node.orelse) and (looking.text is None or speaks_of_devices(looking.text))


CLUES = (choice(_of_numbers),)
