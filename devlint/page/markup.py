"""Pieces of a page: text made fit for HTML, a finding, a note and a line of code.

    text("<b>")                          "&lt;b&gt;"
    prose("`x` is moved")                "<code>x</code> is moved"

All that comes from code goes through ``text``.
"""

from __future__ import annotations

import html
import re
from itertools import groupby

from devlint.base.diagnostic import Diagnostic, Span
from devlint.page.lanes import Explanation, Row
from devlint.report.escape import escaped
from devlint.rulebook.documentation import url

LEGEND = (
    '<p class="legend" aria-hidden="true"><span class="c1"><span class="value made">x</span> made or'
    ' moved there</span> <span class="c1"><span class="value used">x</span> used</span> <span class="c1"><span'
    ' class="value used dot">x</span> used again</span> <span class="c1"><span class="value used may">x</span>'
    ' may be there</span> <span class="c1"><span class="sample move"></span> moves</span> <span><span'
    ' class="sample cross"></span> values of two devices meet</span></p>'
)
"""What the signs of the drawing mean, once for all tables of a page."""


def text(words: str) -> str:
    """``words`` as HTML shows them; what is no visible character is written out."""
    return html.escape(escaped(words, inside=True))


def prose(words: str) -> str:
    """A message: what stands in backticks is code."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", text(words))


def rule(code: str, name: str) -> str:
    """The rule of a finding, with a link to its page where there is one."""
    address = url(code, name) if code else None
    shown = f"<code>{text(code)}</code> {text(name)}" if code else text(name)
    return f'<a href="{html.escape(address)}">{shown}</a>' if address else shown


def finding(one: Diagnostic, anchor: str, as_on: str = "") -> str:
    """A finding in words; where the line ``as_on`` has the same, only its rule is shown at once."""
    head = f'<span class="level">{one.level.word}</span> {rule(one.code, one.name)}'
    body = f"<p>{prose(one.line)}</p>"
    if as_on:
        body = f"<details><summary>as on line {as_on}</summary>{body}</details>"
    return (
        f'<article class="finding {one.level.word}" id="{anchor}" tabindex="-1" data-code="{text(one.code)}"'
        f' data-level="{one.level.word}"><p class="rule">{head}</p>{body}</article>'
    )


def note(one: Explanation, anchor: str) -> str:
    """A note in words, with a link to its finding, whose id is ``anchor``."""
    to = f'<a href="#{anchor}">{text(one.of.code)}, line {one.number}</a>'
    return f'<p class="note">{prose(one.note.message)} <span class="of">({to})</span></p>'


def source(row: Row) -> str:
    """A line of code, with what its findings and notes are about underlined."""
    spans = [(one.note.span, "about") for one in row.notes] + [(one.span, one.level.word) for one in row.findings]
    kinds = [""] * len(row.text)
    for span, kind in spans:
        for column in range(*_columns(span, row)):
            kinds[column] = kind
    parts = []
    for kind, together in groupby(range(len(row.text)), key=kinds.__getitem__):
        part = text("".join(row.text[n] for n in together).replace("\t", "    "))
        parts.append(f'<mark class="{kind}">{part}</mark>' if kind else part)
    return "".join(parts)


def _columns(span: Span, row: Row) -> tuple[int, int]:
    end = span.end_column if span.end_line == span.line else len(row.text.rstrip())
    return span.column, min(end, len(row.text))
