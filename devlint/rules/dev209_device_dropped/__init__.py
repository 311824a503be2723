"""What wakes the detector of DEV209, and what the scout keeps for it: see ``devlint.scout.detectors``.

def cuda(self, device="cuda:0"):
        return self.to()                 kept: `device` is never read
"""

from __future__ import annotations

import ast

from devlint.scout.expression_shapes import last_name
from devlint.scout.outline import Outline
from devlint.scout.units import FUNCTIONS, Unit

WORDS: tuple[str, ...] = ("device", "map_location")
_DEVICES = ("device", "map_location")


def keeps(unit: Unit, file: Outline) -> bool:
    """True if a function never reads a device that it is given, keeps it, or calls a function of its own name."""
    if not isinstance(unit.node, FUNCTIONS):
        return False
    given = unit.node.args
    names = {one.arg for one in (*given.args, *given.kwonlyargs) if one.arg.endswith(_DEVICES)}
    if names and "self.device" in unit.words and unit.owner is not None:
        return True
    alike = not unit.words.isdisjoint((unit.name, *(f"{of}.{unit.name}" for of in ("", "self", "cls"))))
    calls, read = False, set()
    for one in (one for part in unit.node.body for one in ast.walk(part)) if names else ():
        if isinstance(one, ast.Call):
            calls = True
            if alike and last_name(one.func) == unit.name:
                return True
        elif isinstance(one, ast.Name) and one.id in names:
            read.add(one.id)
            if len(read) == len(names) and not alike:
                return False
    return calls and not names <= read
