"""How the code calls things."""

from __future__ import annotations

from collections.abc import Hashable

from devlint.flow import form
from devlint.flow.record import names


def spelled(at: object) -> Hashable:
    """What the code says at ``at``, wherever that stands: equal for two forms of the same text."""
    if isinstance(at, tuple):
        return tuple([spelled(one) for one in at])
    if not isinstance(at, form.Form):
        return repr(at)
    return (type(at).__name__, *[spelled(getattr(at, name)) for name in names(type(at)) if name != "node"])
