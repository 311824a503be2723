"""Hovers and inlay hints: where a value is and why, why nothing is reported, and the pages of rules.

The message of a finding is not in its hover: editors show it beside.

    hover(snapshot, position, revealed, found)      Hover("`x`: tensor, cuda:1 (line 12: `x.to(1)` moves it)")
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lsprotocol import types

from devlint.base.diagnostic import Diagnostic, Span
from devlint.rulebook.explain import UnknownRule, explain
from devlint.server.documents import Snapshot
from devlint.server.questions import Revealed, Shown

_LONGEST = 60  # characters of code


def hover(
    snapshot: Snapshot, uri: str, position: types.Position, revealed: Revealed, found: Sequence[Diagnostic]
) -> types.Hover | None:
    """What is known of the place ``position`` in the part ``uri``; None for nothing."""
    place = snapshot.place(uri, position)
    if place is None:
        return None
    here = [one for one in found if _holds(one.span, place)]
    shown = [one for one in revealed.expressions if _holds(one.span, place)]
    silences = [one for one in revealed.silences if _holds(one.span, place)]
    parts: list[str] = []
    innermost = max(shown, key=lambda one: (one.span.line, one.span.column, -one.span.end_line, -one.span.end_column),
                    default=None)  # fmt: skip
    if innermost is not None:
        parts.append(_beliefs(innermost))
    parts += dict.fromkeys(one.text for one in silences)
    parts += [with_small_headings(rule_page(code)) for code in dict.fromkeys(one.code for one in here)]
    parts = list(filter(None, parts))  # a rule of another place has no page
    if not parts:
        return None
    spans = [one.span for one in here] or ([innermost.span] if innermost is not None else [s.span for s in silences])
    text = "\n\n---\n\n".join(parts)
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), snapshot.location(spans[0]).range)


def rule_page(code: str) -> str:
    """The page of a rule in Markdown, "" where it has none."""
    try:
        return explain(code)
    except UnknownRule:
        return ""


def with_small_headings(page: str) -> str:
    """A page in Markdown with headings in bold, each with a line of its own; code stays."""
    parts = page.split("```")
    parts[::2] = [re.sub(r"^#+ (.+)$", r"**\1**  ", part, flags=re.MULTILINE) for part in parts[::2]]
    return "```".join(parts)


def _beliefs(one: Shown) -> str:
    """An expression and what is believed of it; several beliefs as a list."""
    code = " ".join(one.text.split())
    if len(code) > _LONGEST:
        code = code[: _LONGEST - 4] + " ..."
    head, *alternatives = one.beliefs
    listed = "".join(f"\n- {line}" for line in alternatives)
    return f"`` {code} ``: {head}" + (f"\n{listed}" if listed else "")


def _holds(span: Span, place: tuple[int, int]) -> bool:
    return (span.line, span.column) <= place < (span.end_line, max(span.end_column, span.column + 1))


def inlay_hints(snapshot: Snapshot, uri: str, lines: types.Range, revealed: Revealed) -> list[types.InlayHint]:
    """The devices of what is assigned to on ``lines`` of the part ``uri``."""
    found = []
    for hint in revealed.hints:
        location = snapshot.location(hint.span)
        if location.uri == uri and lines.start.line <= location.range.end.line <= lines.end.line:
            kind = types.InlayHintKind.Type
            found.append(types.InlayHint(location.range.end, f": {hint.device}", kind, padding_left=False))
    return found
