"""Modules that are built around the weights of others, or kept twice, by their text alone.

new = nn.Linear(8, 2)
new.weight.data[:] = old.weight.data[:2]     worth a look

self.add_module("first", layer)
self.layers.append(layer)                    so is this
"""

from __future__ import annotations

import re

from devlint.source.units import Unit

_TAKES = re.compile(r"\b(\w+)\.\w*weight(?:\.data)?(?:\[[^\n=]*\])?(?: *= *|\.copy_\()[^=\n]*\.\w*weight\b")

_REGISTRARS = frozenset({"self.add_module", "self.register_module", "setattr"})


def rebuilds(unit: Unit, text: str) -> bool:
    """Whether a unit gives a module that it makes the weight of another one."""
    if ".weight" not in unit.words:
        return False
    return any(re.search(rf"\b{name} *= *[\w.]*\b[A-Z]\w*\(", text) for name in set(_TAKES.findall(text)))


def keeps_twice(unit: Unit) -> bool:
    """Whether a constructor registers modules and fills lists."""
    return unit.name == "__init__" and ".append" in unit.words and not _REGISTRARS.isdisjoint(unit.words)
