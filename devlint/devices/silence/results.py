"""Results on the CPU that move with the module that keeps them."""

from __future__ import annotations

from devlint.devices.facts.reason import Reason

MADE_FOR_CONSTRUCTORS = Reason(
    "made-for-constructors",
    "A function that only constructors call: what it makes moves with the module that keeps it.",
    ("DEV110",),
)
