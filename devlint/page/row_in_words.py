"""A row of lanes as a sentence, for those who hear a page: what its cells draw, and nothing else.

    in_words(row, cells)      "mask: made on CPU. x: may be on CPU, may be on cuda. Values of two devices meet."
"""

from __future__ import annotations

from collections.abc import Sequence

from devlint.page.lanes import Mark, Row
from devlint.page.tracks import Cell

MEETS = "Values of two devices meet."


def in_words(row: Row, cells: Sequence[Cell]) -> str:
    """What the ``cells`` of ``row`` show, value by value; "" where no value stands in them."""
    places: dict[str, list[str]] = {}
    left = {(one.name, one.source) for one in row.moves if one.becomes == one.name and not one.may}
    for cell in cells:
        if cell.mark is not None and (cell.mark.name, cell.mark.lane) not in left:
            places.setdefault(cell.mark.name, []).append(_place(cell.mark, row))
    sentences = [f"{name}: {', '.join(dict.fromkeys(there))}." for name, there in places.items()]
    return " ".join([*sentences, MEETS] if row.is_crossing else sentences)


def _place(mark: Mark, row: Row) -> str:
    """Where a value is, and how it came there: "moved from CPU to cuda"."""
    lane = mark.lane.replace("`", "")
    if mark.how == "moved":
        source = next((one for one in row.moves if (one.becomes, one.target) == (mark.name, mark.lane)), None)
        start = f" from {source.source.replace('`', '')}" if source is not None else ""
        return f"{'may be ' * mark.may}moved{start} to {lane}"
    if mark.how == "made":
        return f"{'may be ' * mark.may}made on {lane}"
    return f"may be on {lane}" if mark.may else f"on {lane}"
