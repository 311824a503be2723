"""``# noqa`` means here what it means to flake8: the same questions, put to flake8's own classes."""

from __future__ import annotations

import argparse
import io
import linecache

import pytest
from flake8.processor import FileProcessor
from flake8.violation import Violation
from hypothesis import given, settings, strategies as st

from devlint.base.diagnostic import Diagnostic, Span
from devlint.suppression.noqa import without_noqa

CODES = ("DEV101", "DEV201", "DEV301")


def kept_by_us(source: str) -> list[tuple[int, str]]:
    lines = source.count("\n") + 1
    found = [Diagnostic(c, "", "", Span(n, 0, n, 1)) for n in range(1, lines + 1) for c in CODES]
    return [(d.span.line, d.code) for d in without_noqa(found, source)]


def kept_by_flake8(source: str) -> list[tuple[int, str]]:
    options = argparse.Namespace(
        hang_closing=False, indent_size=4, max_line_length=79, max_doc_length=None, verbose=0, disable_noqa=False
    )
    lines = list(io.StringIO(source))
    linecache.cache["t.py"] = (len(source), None, lines, "t.py")  # where flake8 looks if the text has no tokens
    processor = FileProcessor("t.py", options, lines=lines)
    if processor.should_ignore_file():
        return []
    return [
        (n, c)
        for n in range(1, source.count("\n") + 2)
        for c in CODES
        if not Violation(c, "t.py", n, 1, "", processor.noqa_line_for(n)).is_inline_ignored(False)
    ]


@pytest.mark.parametrize(
    "source",
    [
        "x = 1  # noqa\ny = 2\n",
        "x = 1  # noqa: DEV201\ny = 2\n",
        "x = 1  # noqa:DEV2,DEV301\n",
        "x = 1  # NoQA: DEV2 DEV3\n",
        "x = 1  # noqa: dev201\n",
        "x = 1  # noqa : DEV201\n",
        "x = 1  # noqa: bare-cuda\n",
        "x = 1  #noqa\n",
        "x = 1  # comment # noqa: DEV201 and why\n",
        "x = 1  # noqa: DEV201, because DEV301\n",
        "x = (\n    1 +\n    2  # noqa: DEV201\n)\ny = 3\n",
        's = """\na\n# noqa\n"""\nt = 1\n',
        's = """\na\n"""  # noqa\nt = 1\n',
        "x = 1 + \\\n    2  # noqa\ny = 3\n",
        "# flake8: noqa\nx = 1\n",
        "x = 1\n    # flake8: noqa: E501\n",
        "x = 1  # flake8: noqa\ny = 2\n",
        "# FLAKE8=NOQA\nx = 1\n",
        "def f():\n    pass\n\n    # noqa\n\nx = 1  # noqa",
        "x = '\x0c # noqa'\ny = '\u2028 # noqa'\nz = 1\n",
        "if x:\n    y = [  # noqa\n        1,\n        2]\n\n\n",
        "",
        "# noqa",
        "x = 1",
    ],
)
def test_it_agrees_with_flake8(source: str) -> None:
    assert kept_by_us(source) == kept_by_flake8(source)


def test_it_silences_at_all() -> None:
    assert kept_by_us("x = 1  # noqa: DEV201\ny = 2\n")[:3] == [(1, "DEV101"), (1, "DEV301"), (2, "DEV101")]


PIECES = st.sampled_from(
    [
        "x = 1", "y = (", ")", '"""', "'a'", "\\", "\n", "\n", "\n", "    ", "# noqa", "# noqa: DEV201", "# noqa:DEV",
        "# noqa: DEV1, DEV3", "# flake8: noqa", "# flake8: noqa: E1", "# NOQA", ": ", "DEV301", "\t", "\x0c", "if x:",
        "é",
        "f'{x}'", "f'''", "\u2028",
    ]
)  # fmt: skip


# With an end of line: on a last line without one flake8 6 and 7 differ where Python 3.10 finds no NEWLINE token.
@given(st.lists(PIECES, max_size=25).map(lambda pieces: "".join(pieces) + "\n"))
@settings(derandomize=True, max_examples=500, deadline=None)
def test_it_agrees_with_flake8_on_anything(source: str) -> None:
    assert kept_by_us(source) == kept_by_flake8(source)
