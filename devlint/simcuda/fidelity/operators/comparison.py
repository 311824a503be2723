"""The outcomes of one record beside those of another: where they agree, and how they differ.

for difference in differences(here, there):
    difference.kind, difference.operator, difference.key, difference.here, difference.there
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from devlint.simcuda.fidelity.operators.record import Record


class Kind(Enum):
    """In what two outcomes differ; the value is what the table says of it."""

    RUNS_HERE = "runs here, raises there"
    RAISES_HERE = "raises here, runs there"
    TYPE = "another type of error"
    WORDS = "other words"
    RESULT = "another device or dtype of the result"
    GRADIENT = "another outcome of the backward pass"
    SYNCS = "another number of synchronisations"
    VALUES = "other values than on the CPU"


class Difference(NamedTuple):
    """One trial whose outcomes differ."""

    kind: Kind
    operator: str
    key: str
    here: str
    there: str


UNTOLD = ("end", "given up")
_DIES = re.compile(r"ends the process|takes more than|raises AcceleratorError: CUDA error|raises NotSimulated")


def kind_of(key: str, here: str, there: str) -> Kind | None:
    """In what two outcomes of one trial differ; None where they agree."""
    if here == there:
        return None
    here_raises, there_raises = here.startswith("raises "), there.startswith("raises ")
    if key.endswith("/syncs") and not (here_raises or there_raises):
        return Kind.SYNCS
    if here_raises and there_raises:
        same_type = here.split(":")[0] == there.split(":")[0]
        return Kind.WORDS if same_type else Kind.TYPE
    if here_raises != there_raises:
        return Kind.RAISES_HERE if here_raises else Kind.RUNS_HERE
    return Kind.RESULT if here.split(" | ")[0] != there.split(" | ")[0] else Kind.GRADIENT


def shared(here: Record, there: Record) -> Iterator[tuple[str, str, str, str]]:
    """The trials that both records have: operator, key, outcome here, outcome there."""
    for operator, outcomes in there.outcomes.items():
        mine = here.outcomes.get(operator, {})
        for key, outcome in outcomes.items():
            if key in mine and key not in UNTOLD:
                yield operator, key, mine[key], outcome


def undecided(outcome: str) -> bool:
    """True if an outcome says nothing of devices: the process died, the device broke, the simulation refused."""
    return bool(_DIES.match(outcome))


def differences(here: Record, there: Record) -> Iterator[Difference]:
    """The shared trials whose outcomes differ, those that are undecided on a side left out."""
    for operator, key, mine, other in shared(here, there):
        kind = kind_of(key, mine, other)
        if kind is not None and not undecided(mine) and not undecided(other):
            yield Difference(kind, operator, key, mine, other)
