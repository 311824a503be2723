"""Text and positions, checked against what Python itself says of the same text."""

from __future__ import annotations

import ast
import random
import sysconfig
from pathlib import Path

import pytest

from devlint.base.diagnostic import Span
from devlint.forms import form
from devlint.forms.lowering import lower
from devlint.forms.source_file import SourceFile
from devlint.source.deep import run_deep
from devlint.source.syntax_error import _newer, syntax_error
from devlint.source.text import NotAnalysed, column, decode, lines, parse, span


def between(text_lines: list[str], where: Span) -> str:
    """The text that ``where`` speaks of."""
    part = text_lines[where.line - 1 : where.end_line]
    part[-1] = part[-1][: where.end_column]
    part[0] = part[0][where.column :]
    return "".join(part)


def same_positions(text: str, most: int = 1000) -> None:
    """Assert that of (a sample of) the nodes in ``text`` each stands where Python finds its source."""
    tree = parse(text)
    text_lines = lines(text)
    nodes = [n for n in ast.walk(tree) if hasattr(n, "lineno") and not isinstance(n, ast.arg)]
    for node in random.Random(1).sample(nodes, min(most, len(nodes))):
        segment = ast.get_source_segment(text, node)
        assert segment is not None
        assert between(text_lines, span(node, text_lines)).splitlines() == segment.splitlines()


def test_positions_on_files() -> None:
    root = Path(sysconfig.get_path("stdlib"))
    files = [path for path in sorted(root.glob("*.py")) if path.stat().st_size < 40_000]
    for path in random.Random(3).sample(files, 40):
        same_positions(decode(path.read_bytes()), most=15)


@pytest.mark.parametrize(
    "text",
    [
        "x = (a.b(c) + (d))\ny = ((e))[(f)]\n",
        "x = 1\r\ny = f(a,\r\n      b)\r\nif x:\r\n\tz(y)\r\n",
        "x = 1\ry = f(a,\r      b)\r",
        "if a:\n\tb.c(d)\n\tif e:\n\t    f.g\n",
        "x = 'ä' + y.cpu()\nß = 'é'; b = c['日本', d]\n",
        "x = 'a\u2028b'; y = z.cpu()\n# \u2028\nw = v.cuda()\n",
        "x = a.b\n\x0c\ny = c.d\n\x0cdef f():\n    return x . y\n",
        "def f():\n    x = '''a\n  b''' + y\n    return x\n",
        "@a(b)\nclass C(D):\n    @e\n    def f(self): return self.x\n\n\n# end\n",
        "if a: b\nelif c: d\nelse: e\ntry: f\nexcept G as h: i\n",
        "x = a if b else c\ndel x, y\nraise A from b\nassert a, b\n",
        "x = \\\n  a.b \\\n  .c()\n",
        "x = a.b",
    ],
)
def test_positions_of_corners(text: str) -> None:
    same_positions(text)


def test_a_tuple_and_a_generator_own_their_parentheses() -> None:
    text = "x = ((a, b))\ny = (c for c in d)\n"
    forms = lower(parse(text))
    shown = [f for f in form.walk(forms) if isinstance(f, (form.Display, form.Comprehension))]
    code = SourceFile(text, forms)
    assert sorted(code.span(f) for f in shown) == [Span(1, 5, 1, 11), Span(2, 4, 2, 18)]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("def f(x: int = 1): pass\n", Span(1, 6, 1, 7)),
        ("def f(é: int): pass\n", Span(1, 6, 1, 7)),
        ("def ä(*日本): pass\n", Span(1, 7, 1, 9)),
        ("lambda **k: k\n", Span(1, 9, 1, 10)),
    ],
)
def test_a_parameter_stands_where_its_name_does(text: str, place: Span) -> None:
    forms = lower(parse(text))
    (parameter,) = (f for f in form.walk(forms) if isinstance(f, form.Parameter))
    assert SourceFile(text, forms).span(parameter) == place


def test_every_form_has_a_place() -> None:
    text = "x = [a for b, c in d if e if f for g in h]\nmatch i:\n    case [1, j] if k: pass\n    case None: l\n"
    forms = lower(parse(text))
    code = SourceFile(text, forms)
    every = list(form.walk(forms))
    assert [code.text(f) for f in every if isinstance(f, form.Generator)] == ["g in h", "b, c in d if e if f"]
    assert {code.span(f) for f in every if isinstance(f, form.Case)} == {Span(3, 9, 3, 26), Span(4, 9, 4, 16)}
    assert code.span(forms) == Span(1, 0, 4, 16)
    assert SourceFile("", lower(parse(""))).text(lower(parse(""))) == ""


def test_positions_of_deep_code() -> None:
    text = "y = x" + ".f(1)" * 160 + "\nz\n"
    assert SourceFile(text, lower(parse(text))).span(lower(parse(text)).body[-1]) == Span(2, 0, 2, 1)
    text = "if a: b\n" + "elif c: d\n" * 320
    assert SourceFile(text, lower(parse(text))).span(lower(parse(text)).body[0]) == Span(1, 0, 321, 9)


@pytest.mark.parametrize("text", ["def f(:\n", "x = '\0'\n", "x = " + "(" * 1000 + ")" * 1000 + "\n"], ids=range(3))
def test_what_cannot_be_parsed_is_refused_with_a_reason(text: str) -> None:
    with pytest.raises(NotAnalysed) as refusal:
        parse(text)
    assert refusal.value.reason


def test_lines_end_where_python_ends_them() -> None:
    assert lines("a\x0cb\r\nc\rd\u2028e\x85f\ng") == ["a\x0cb\r\n", "c\r", "d\u2028e\x85f\n", "g"]
    assert lines("") == []
    assert lines("\n\n") == ["\n", "\n"]


def test_column_counts_code_points() -> None:
    assert [column("aä日b", offset) for offset in (0, 1, 3, 6, 7)] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"# -*- coding: latin-1 -*-\nx = '\xe9'\r\n", "# -*- coding: latin-1 -*-\nx = 'é'\r\n"),
        (b"\xef\xbb\xbfx = 1\n", "x = 1\n"),
        ("x = 'é\u2028'\r".encode(), "x = 'é\u2028'\r"),
        (b"", ""),
    ],
)
def test_decode(data: bytes, text: str) -> None:
    assert decode(data) == text


@pytest.mark.parametrize(
    "data",
    [
        "x = 1\n".encode("utf-16"),
        "x = 1\n".encode("utf-16-le"),
        "x = 1\n".encode("utf-32"),
        b"# coding: utf-16\nx = 1\n",
        b"# coding: klingon\nx = 1\n",
        b"# coding: rot13\nx = 1\n",
        b"x = '\xe9'\n",
        b"\xef\xbb\xbf# coding: latin-1\n",
    ],
)
def test_decode_refuses_what_python_refuses(data: bytes) -> None:
    with pytest.raises((NotAnalysed, SyntaxError, ValueError)):
        ast.parse(decode(data))


def test_run_deep_hands_errors_and_results_on() -> None:
    assert run_deep(lambda: 3) == 3
    with pytest.raises(KeyError):
        run_deep(lambda: dict[str, int]()["missing"])


@pytest.mark.parametrize(
    ("line", "version"),
    [
        ("type A = list[int]", "3.12"),
        ("class A[T]: pass", "3.12"),
        ("def f[T](x): pass", "3.12"),
        ("x = f'{d['a']}'", "3.12"),
        ("except ValueError, KeyError:", "3.14"),
        ("x = t'{y}'", "3.14"),
    ],
)
def test_syntax_of_a_newer_python_is_said_to_be_that(line: str, version: str) -> None:
    assert f"syntax of Python {version}, and devlint runs on 3.10" in _newer(f"\n{line}", 2, (3, 10))
    assert _newer(line, 1, (3, 14)) == ""


def test_a_syntax_error_has_its_place() -> None:
    assert syntax_error("x = 1\ndef f(:\n") == ("invalid syntax", 2, 7)
    assert syntax_error("x = 1\n") is None
