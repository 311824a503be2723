"""Functions with something to report that put nothing in a wrong place themselves, by their words and their text.

new = nn.Linear(8, 2)
new.weight.data[:] = old.weight.data[:2]     worth a look

self.add_module("first", layer)
self.layers.append(layer)                    so is this

if self.kept.shape != x.shape:               and this
    self.kept = torch.zeros_like(x)
"""

from __future__ import annotations

import ast
import re

from devlint.scout import expression_shapes as syntax
from devlint.scout import vocabulary
from devlint.scout.outline import File
from devlint.scout.units import FUNCTIONS, Unit

_TAKES = re.compile(r"\b(\w+)\.\w*weight(?:\.data)?(?:\[[^\n=]*\])?(?: *= *|\.copy_\()[^=\n]*\.\w*weight\b")

_ASKED = re.compile(r"\b(?:if|elif)\b(?=[^:]*\bself\.\w)[^:]*(?:[<>!]|==| not in )")
_SET = re.compile(r"^ *self\.\w+(?:\[[^\n=]*\])? = |^ +self\.\w+\([^\n]*\.device\b", re.MULTILINE)

_TAKEN = re.compile(r"^ +self\.\w+ = \w+(?:\[|\.get\(|\.pop\()", re.MULTILINE)
_BY_RANK = re.compile(r"\bdevice=[\w.]*get_rank\(|\.(?:to|cuda)\(\w*rank\)|device_ids=\[\w*rank\]")
_OF_GPUS = sorted(vocabulary.INDICES - {"device"})
_TRUTH_OF_INDEX = re.compile(rf"\bif +(?:not +)?[\w.]*\b(?:{'|'.join(_OF_GPUS)})(?: *:| +and\b| +else\b)")
_IN_GROUP = re.compile(r"^ +\w*group\[[^\]\n]+\] = (?:.*\n){0,3}?.*\bdevice=", re.MULTILINE)

_GIVEN_MODULES = re.compile(r"(?:List|list|Sequence|Iterable|Tuple|tuple|Collection)\[[\w.]*\bModule\b")

_REGISTRARS = frozenset({"self.add_module", "self.register_module", "setattr"})

_DEVICES = ("device", "map_location")
_SENT = vocabulary.MOVING | {"device", "cuda"}

_LIKE = ("empty_like", "full_like", "ones_like", "zeros_like", "rand_like", "randn_like", "randint_like")
_PLACED = frozenset({".device", "self.device", ".type_as", *_LIKE, *(f".{name}" for name in _LIKE)})


def asks(unit: Unit, file: File) -> bool:
    """Whether a unit of ``file`` is worth a look for what it does rather than for what it puts where."""
    return (
        _keeps_twice(unit)
        or _keeps_by_size(unit, file)
        or _keeps_modules(unit, file)
        or _rebuilds(unit, file)
        or _drops_a_device(unit)
        or _restores(unit, file)
        or _numbers_by_rank(unit, file)
        or _asks_an_index(unit, file)
        or _feeds(unit)
        or _makes_state(unit)
        or _works_for_a_loader(unit)
    )


def _rebuilds(unit: Unit, file: File) -> bool:
    """Whether a unit gives a module that it makes the weight of another one."""
    if ".weight" not in unit.words:
        return False
    text = file.text(unit)
    return any(re.search(rf"\b{name} *= *[\w.]*\b[A-Z]\w*\(", text) for name in set(_TAKES.findall(text)))


def _keeps_twice(unit: Unit) -> bool:
    """Whether a constructor registers modules and fills lists."""
    return unit.name == "__init__" and ".append" in unit.words and not _REGISTRARS.isdisjoint(unit.words)


def _keeps_modules(unit: Unit, file: File) -> bool:
    """Whether a method of a module is given modules, by what it asks or by an annotation, and keeps a list of them."""
    if unit.owner is None or not unit.owner.is_module or unit.words.isdisjoint((".Module", "Module")):
        return False
    return "isinstance" in unit.words and ".append" in unit.words or _GIVEN_MODULES.search(file.text(unit)) is not None


def _keeps_by_size(unit: Unit, file: File) -> bool:
    """Whether a method makes an attribute anew on the caller's device, or has it made, if its attributes say so."""
    if unit.owner is None or not unit.owner.is_module or _PLACED.isdisjoint(unit.words) or unit.name == "__init__":
        return False
    text = file.text(unit)
    return _ASKED.search(text) is not None and _SET.search(text) is not None


def _restores(unit: Unit, file: File) -> bool:
    """Whether a method keeps what a checkpoint gives back, or an optimizer has tensors in the groups it saves."""
    if unit.owner is None:
        return False
    if unit.name == "load_state_dict":
        return _TAKEN.search(file.text(unit)) is not None
    text = file.text(unit) if "device" in unit.words else ""
    return "group[" in text and _IN_GROUP.search(text) is not None


def _feeds(unit: Unit) -> bool:
    """Whether a function makes a loader, and a model is moved there or by another method."""
    if unit.words.isdisjoint(("DataLoader", ".DataLoader")) or not isinstance(unit.node, FUNCTIONS):
        return False
    methods = unit.owner.methods if unit.owner is not None else []
    return any(not vocabulary.MOVING.isdisjoint(one.words) for one in (unit, *methods))


def _makes_state(unit: Unit) -> bool:
    """Whether the constructor of an optimizer fills the state of its parameters."""
    if unit.owner is None or unit.name != "__init__" or "self.state" not in unit.words:
        return False
    return any(base.endswith("Optimizer") for base in unit.owner.bases)


def _works_for_a_loader(unit: Unit) -> bool:
    """Whether a function gives the items of a data set, or puts them together, and moves something."""
    named = unit.name in ("__getitem__", "__getitems__", "__iter__") or "collate" in unit.name
    return named and not _SENT.isdisjoint(unit.words)


def _numbers_by_rank(unit: Unit, file: File) -> bool:
    """Whether a function gives the rank of a process where a device is wanted."""
    return ".get_rank" in unit.words and _BY_RANK.search(file.text(unit)) is not None


def _asks_an_index(unit: Unit, file: File) -> bool:
    """Whether a function asks for the truth of what is called like the index of a GPU."""
    return not vocabulary.INDEX_WORDS.isdisjoint(unit.words) and _TRUTH_OF_INDEX.search(file.text(unit)) is not None


def _drops_a_device(unit: Unit) -> bool:
    """Whether a function never reads a device that it is given, keeps it, or calls a function of its own name."""
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
            if alike and syntax.last_name(one.func) == unit.name:
                return True
        elif isinstance(one, ast.Name) and one.id in names:
            read.add(one.id)
            if len(read) == len(names) and not alike:
                return False
    return calls and not names <= read
