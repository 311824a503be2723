"""Results on the CPU of which too little says that they are wanted elsewhere."""

from __future__ import annotations

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.facts.operations import Result
from devlint.devices.facts.reason import Reason
from devlint.devices.lattice.device import is_of_argument

DOCUMENTED_ONLY = Reason(
    "documented-only",
    "A result that only has the size of an argument, or is returned beside it, where a docstring alone says that the "
    "argument is a tensor.",
    ("DEV110",),
)
MADE_FOR_CONSTRUCTORS = Reason(
    "made-for-constructors",
    "A function that only constructors call: what it makes moves with the module that keeps it.",
    ("DEV110",),
)


def is_documented_only(fact: Result, file: AnalyzedFile) -> bool:
    """True if a docstring alone says that the argument is a tensor: too little where nothing goes wrong."""
    device = fact.other.device
    weak = fact.how in ("sized", "beside")
    return weak and is_of_argument(device) and device.symbol.key in file.sink.knowledge.documented
