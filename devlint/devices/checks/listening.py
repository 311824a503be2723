"""Who listens: the functions of checks, by the events that they are called with. No list of them is kept by hand."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from devlint.devices import checks
from devlint.devices.facts.events import Event, Listener
from devlint.devices.facts.recorder import Listeners


@cache
def listeners() -> Listeners:
    """The functions that the modules of this package declare in ``LISTENS``, by the kind of event."""
    found: dict[type, tuple[Listener, ...]] = {}
    for info in pkgutil.walk_packages(checks.__path__, f"{checks.__name__}."):
        declared: tuple[tuple[type[Event], Listener], ...] = getattr(importlib.import_module(info.name), "LISTENS", ())
        for kind, heard in declared:
            found[kind] = (*found.get(kind, ()), heard)
    return found
