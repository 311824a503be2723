"""How the code calls things."""

from __future__ import annotations

from devlint.flow import form


def dotted(at: form.Form | None) -> str:
    """How the code calls something: "self.weight", or "" where it has no simple name."""
    if isinstance(at, form.Name):
        return at.id
    if isinstance(at, form.Attribute):
        inner = dotted(at.value)
        return f"{inner}.{at.name}" if inner else ""
    return ""
