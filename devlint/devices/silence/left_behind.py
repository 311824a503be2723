"""Clashes with a part of a batch that was itself left behind: the device they are about is that of the other parts.

x, y = batch["x"].to(device), batch["y"]
F.cross_entropy(model(x), y, weight=weight)         `weight` has to be where `x` is: `y` is not there yet
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from devlint.base.record import replace
from devlint.devices.facts.operations import Clash, Fact, LeftBehind, Operand
from devlint.devices.lattice.device import is_of_argument
from devlint.devices.lattice.tensors import Cause, Made


def beside_moved_parts(facts: Iterable[Fact]) -> Iterator[Fact]:
    """``facts``; a clash with a part that is reported to be left behind is one with the part that was moved."""
    every = list(facts)
    left = [one for one in every if isinstance(one, LeftBehind)]
    for fact in every:
        found = None
        if isinstance(fact, Clash) and is_of_argument(fact.other.device):
            found = next((one for one in left if _is_about(one, fact.other)), None)
        if found is None or not isinstance(fact, Clash):
            yield fact
            continue
        there = replace(fact.other.tensor, device=found.device, cause=Cause(Made.MOVE, found.moved))
        yield replace(fact, other=Operand(there, found.moved))


def _is_about(fact: LeftBehind, operand: Operand) -> bool:
    return fact.at is operand.at or fact.part == operand.part
