"""Functions that every caller in the file calls with tensors on the CPU."""

from __future__ import annotations

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.facts.operations import Clash, Result, ToHost
from devlint.devices.facts.reason import Reason

CALLERS_ON_CPU = Reason(
    "callers-on-cpu",
    "A helper that is only ever called, or handed over, with tensors on the CPU, or lists of numbers (`x.tolist()`), "
    "unless the file's documentation names it for others, and one that the file only gives modules not yet moved.",
    ("DEV102", "DEV107", "DEV110"),
)


def is_brought_from_cpu(fact: Clash | Result | ToHost, file: AnalyzedFile) -> bool:
    """True if the argument that ``fact`` is about is on the CPU by all the calls of its function."""
    operand = fact.tensor if isinstance(fact, ToHost) else fact.other
    if isinstance(fact, Clash) and file.callers.give_modules_on_host(operand.device):
        return True
    return file.callers.bring_host(operand.device, file)
