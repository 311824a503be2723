"""Plain text tables and the JSON written beside them."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path


def table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Rows under a header: words to the left, columns of numbers and shares to the right, floats with two decimals."""
    numeric = [any(_is_number(row[i]) for row in rows) for i in range(len(header))]
    cells = [list(header), *([_cell(value) for value in row] for row in rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(header))]
    lines = [
        "  ".join(
            text.rjust(width) if right else text.ljust(width)
            for text, width, right in zip(row, widths, numeric, strict=True)
        )
        for row in cells
    ]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(line.rstrip() for line in lines)


def share(part: int, whole: int) -> str:
    """``part`` of ``whole`` in per cent."""
    return f"{100 * part / whole:.1f} %" if whole else "-"


def write_json(path: Path, value: object) -> None:
    """Write dataclasses, paths and plain values as indented JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=1, default=_plain) + "\n")


def _plain(value: object) -> object:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    return str(value)


def _is_number(value: object) -> bool:
    return value.endswith(" %") if isinstance(value, str) else True


def _cell(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)
