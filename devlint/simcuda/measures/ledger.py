"""Where a program waits for the device and copies between host and device, line by line.

ledger = Ledger()
ledger.record("waits in item")                       # by the line of the program that is running
ledger.record("copies host to device", 4096)
ledger.lines()                                       # [LineCost("train.py", 31, "waits in item", count=1), ...]
"""

from __future__ import annotations

from dataclasses import dataclass

import torch

from devlint.simcuda.origins import users_line
from devlint.simcuda.place import is_simulated

NAMES = {"_local_scalar_dense": "item", "_unique2": "unique", "_index_put_impl_": "index_put"}
"""Operators that a program calls by another name."""


@dataclass
class LineCost:
    """How often one line did one thing, and with how many bytes."""

    file: str
    line: int
    what: str
    count: int = 0
    bytes: int = 0


class Ledger:
    """The costs of a run, by file, line and kind."""

    def __init__(self) -> None:
        self._costs: dict[tuple[str, int, str], LineCost] = {}

    def record(self, what: str, size: int = 0) -> None:
        """Count *what* for the line of the program that is running."""
        file, line = users_line() or ("", 0)
        cost = self._costs.setdefault((file, line, what), LineCost(file, line, what))
        cost.count += 1
        cost.bytes += size

    def record_wait(self, operator: str) -> None:
        """Count a synchronisation by an operator."""
        self.record(f"waits in {NAMES.get(operator, operator)}")

    def record_copy(self, source: torch.device, target: torch.device, size: int) -> None:
        """Count a copy between two devices."""
        ends = ["device" if is_simulated(place) else "host" for place in (source, target)]
        self.record(f"copies {ends[0]} to {ends[1]}", size)

    def lines(self) -> list[LineCost]:
        """The costs, most frequent first."""
        return sorted(self._costs.values(), key=lambda cost: (-cost.count, -cost.bytes, cost.file, cost.line))
