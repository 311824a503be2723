"""Queries on guards: which arguments a caller gave, and which it left out."""

from __future__ import annotations

from devlint.devices.lattice.device import DEVICE_GIVEN
from devlint.flow.value import Guards


def was_left_out(guards: Guards) -> bool:
    """Whether an alternative is there only for callers who give no device."""
    return any(isinstance(key, tuple) and key[:1] == (DEVICE_GIVEN,) and not arm for key, arm in guards)
