"""The request ``devlint/lanes``, which is not of the protocol: where the values of a function are, as a table.

    {"textDocument": {"uri": ...}, "position": {"line": 11, "character": 4}}
    {"title": "def forward", "table": "<h3>...", "style": ..., "script": ..., "rows": [{"uri": ..., "line": 9}, ...]}

The table is HTML that runs and loads nothing; its rows are the lines of the function around the position, and ``rows``
says of each where it is. ``table`` is "" where the device of no value is known. The answer is null for a text that is
not open or cannot be analysed.
"""

from __future__ import annotations

from typing import Any

from devlint.server.documents import Snapshot
from devlint.server.questions import Drawn

LANES = "devlint/lanes"


def answer_of(drawn: Drawn, snapshot: Snapshot) -> dict[str, Any] | None:
    """The answer for ``drawn``, which is about ``snapshot``."""
    if not drawn.title:
        return None
    places = [snapshot.part_at(line) for line in range(drawn.first, drawn.last + 1)]
    rows = [{"uri": part.uri, "line": line} for part, line in places]
    return {"title": drawn.title, "table": drawn.table, "style": drawn.style, "script": drawn.script, "rows": rows}
