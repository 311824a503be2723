"""Draws the output of a command in colour as an SVG picture of a terminal.

    picture("\\x1b[1;31mDEV301\\x1b[0m ...", "dark")      the text of an SVG file
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

WIDTH, HEIGHT = 8.0, 19  # of one character and one line, in pixels
MARGIN = 16
COLUMNS = 112  # at which a line is broken
COLORS = {
    "light": {"back": "#ffffff", "edge": "#d0d7de", "": "#1f2328", "31": "#cf222e", "32": "#116329", "33": "#7d4e00",
              "34": "#0550ae", "36": "#1b7c83"},
    "dark": {"back": "#0d1117", "edge": "#30363d", "": "#e6edf3", "31": "#ff7b72", "32": "#7ee787", "33": "#d29922",
             "34": "#79c0ff", "36": "#76e3ea"},
}  # fmt: skip
_STYLE = re.compile(r"\x1b\[([\d;]*)m")


def pieces(line: str) -> Iterator[tuple[str, str, bool]]:
    """The parts of a line of terminal output: each with its colour ("31", "" for none) and whether it is bold."""
    color, bold, end = "", False, 0
    for style in _STYLE.finditer(line):
        if style.start() > end:
            yield line[end : style.start()], color, bold
        codes = style[1].split(";")
        bold = "1" in codes
        color = next((code for code in codes if code.startswith("3") and len(code) == 2), "")
        end = style.end()
    if line[end:]:
        yield line[end:], color, bold


def broken(line: str) -> Iterator[list[tuple[str, str, bool]]]:
    """The pieces of a line in rows of at most ``COLUMNS`` characters."""
    row: list[tuple[str, str, bool]] = []
    left = COLUMNS
    for text, color, bold in pieces(line):
        while len(text) > left:
            cut = text.rfind(" ", 0, left) + 1 or left
            yield [*row, (text[:cut], color, bold)]
            text, row, left = "    " + text[cut:], [], COLUMNS
        row.append((text, color, bold))
        left -= len(text)
    yield row


def picture(text: str, theme: str) -> str:
    """``text``, with ANSI codes for colours, as an SVG file; ``theme`` is "light" or "dark"."""
    colors = COLORS[theme]
    rows = [row for line in text.rstrip().split("\n") for row in broken(line)]
    width, height = round(COLUMNS * WIDTH + 2 * MARGIN), len(rows) * HEIGHT + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
        f'<rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="8" fill="{colors["back"]}" '
        f'stroke="{colors["edge"]}"/>',
        '<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="13">',
    ]
    for number, row in enumerate(rows):
        column = 0
        for piece, color, bold in row:
            x, y = MARGIN + column * WIDTH, MARGIN + number * HEIGHT + HEIGHT - 6
            weight = ' font-weight="bold"' if bold else ""
            parts.append(
                f'<text x="{x:g}" y="{y}" fill="{colors.get(color, colors[""])}"{weight} xml:space="preserve" '
                f'textLength="{len(piece) * WIDTH:g}">{escape(piece)}</text>'
            )
            column += len(piece)
    return "\n".join([*parts, "</g>", "</svg>"]) + "\n"
