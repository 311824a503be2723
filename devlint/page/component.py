"""The files of the component that draws lanes: ``lanes.css`` and ``lanes.js``, used wherever a ``Listing`` is shown."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent


def style(name: str = "lanes") -> str:
    """The style of the component, or of the page around it, "report"."""
    return (HERE / f"{name}.css").read_text(encoding="utf-8")


def script() -> str:
    """The script of the component: filters, keys, and an event for the place that is chosen."""
    return (HERE / "lanes.js").read_text(encoding="utf-8")
