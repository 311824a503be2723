"""What wakes the detector of DEV210, and what the scout keeps for it: see ``devlint.scout.detectors``.

def build(device):
    part = load_part(path, device=device)
    schedule = Schedule(10)                  kept: `Schedule` is of this file and takes CUDA by default, or is imported
"""

from __future__ import annotations

import ast
import re
import sys
from weakref import WeakKeyDictionary

from devlint.scout.expression_shapes import last_name
from devlint.scout.outline import Outline
from devlint.scout.units import CONSTRUCTORS, FUNCTIONS, Unit
from devlint.source.parameters import with_defaults

WORDS: tuple[str, ...] = ("device", "map_location", "gpu")
_HANDED = re.compile(r"(?:device|dev|gpu\w{0,12}|DEVICE)\s?[,)]")
_DEVICE = re.compile(r"device|map_location|gpu|(^|_)dev$", re.I)
_LIBRARIES = frozenset({*sys.stdlib_module_names, *"torch torchvision numpy scipy pandas matplotlib tqdm PIL".split()})
_offered: WeakKeyDictionary[Outline, frozenset[str]] = WeakKeyDictionary()


def keeps(unit: Unit, file: Outline) -> bool:
    """True if a function gives its device to one call, and none to another that may choose one for itself."""
    if not isinstance(unit.node, FUNCTIONS):
        return False
    offered = _offered.get(file)
    if offered is None:
        offered = _offered[file] = frozenset(_offers(file))
    if offered.isdisjoint(word.rpartition(".")[2] for word in unit.words):
        return False
    if not _HANDED.search(file.text(unit)) and not _has_device(unit, file):
        return False
    calls = (one for one in ast.walk(unit.node) if isinstance(one, ast.Call))
    return any(last_name(one.func) in offered and not _speaks_of_device(one) for one in calls)


def _has_device(unit: Unit, file: Outline) -> bool:
    """Whether a method of the class of ``unit`` gives the device of the object to something."""
    methods = unit.owner.methods if unit.owner is not None else []
    return any("self.device" in one.words and _HANDED.search(file.text(one)) for one in methods)


def _offers(file: Outline) -> set[str]:
    """The functions and classes of a file that choose a device for themselves, and what it imports of its project."""
    found: set[str] = set()
    for unit in file.units:
        if isinstance(unit.node, FUNCTIONS) and _chooses(unit.node):
            built = unit.owner is not None and unit.name in CONSTRUCTORS
            found.update(unit.owner.family if unit.owner is not None and built else [unit.name])
        elif isinstance(unit.node, ast.Module):
            for node in unit.node.body:
                if isinstance(node, ast.ImportFrom) and _may_be_own(node):
                    found.update(alias.asname or alias.name for alias in node.names)
    return found


def _may_be_own(node: ast.ImportFrom) -> bool:
    return node.level > 0 or (node.module or "").partition(".")[0] not in _LIBRARIES


def _chooses(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function takes a device, and has a default for it other than the CPU."""
    return any(
        default is not None and _DEVICE.search(one.arg) and getattr(default, "value", None) != "cpu"
        for one, default in with_defaults(node.args)
    )


def _speaks_of_device(call: ast.Call) -> bool:
    """Whether a call is given a device, or something that may hold one."""
    if any(one.arg is None or _DEVICE.search(one.arg) for one in call.keywords):
        return True
    return any(isinstance(one, ast.Starred) or _DEVICE.search(last_name(one)) for one in call.args)
