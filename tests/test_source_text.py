"""Text and positions, checked against what Python itself says of the same text."""

from __future__ import annotations

import ast
import dataclasses
import random
import sysconfig
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import libcst as cst
import pytest

from devlint.diagnostic import Span
from devlint.flow import form
from devlint.source.deep import run_deep
from devlint.source.lower import lower
from devlint.source.module import parse, spans
from devlint.source.text import NotAnalysed, column, decode, lines, span

# The forms whose position is compared, by the nodes of `ast` they come from.
SAME = {
    "Name": "Name", "Attribute": "Attribute", "Subscript": "Subscript", "Call": "Call", "Binary": "BinOp",
    "Unary": "UnaryOp", "Compare": "Compare", "Boolean": "BoolOp", "Conditional": "IfExp", "Mapping": "Dict",
    "Lambda": "Lambda", "Await": "Await", "Walrus": "NamedExpr", "Slice": "Slice", "Star": "Starred",
    "Evaluate": "Expr", "Assign": "Assign", "Augment": "AugAssign", "Annotate": "AnnAssign", "Return": "Return",
    "Raise": "Raise", "Assert": "Assert", "Delete": "Delete", "If": "If", "While": "While", "Try": "Try",
    "Handler": "ExceptHandler", "Import": "Import", "ImportFrom": "ImportFrom", "Class": "ClassDef",
}  # fmt: skip


def every_form(node: Any) -> Iterator[form.Form]:
    if isinstance(node, tuple):
        for part in node:
            yield from every_form(part)
    elif isinstance(node, (form.Form, form.Parameters)):
        if isinstance(node, form.Form):
            yield node
        for field in dataclasses.fields(node):
            if field.name != "node":
                yield from every_form(getattr(node, field.name))


def same_positions(text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = ast.parse(text)
    text_lines = lines(text)
    wanted = Counter(
        (type(node).__name__, span(node, text_lines))
        for node in ast.walk(tree)
        if type(node).__name__ in SAME.values() and isinstance(node, (ast.expr, ast.stmt, ast.ExceptHandler))
    )
    module = parse(text, tree)
    forms = [node for node in every_form(lower(module)) if type(node).__name__ in SAME]
    found = spans(module, [node.node for node in forms])  # type: ignore[misc]
    assert Counter((SAME[type(node).__name__], found[node.node]) for node in forms) == wanted  # type: ignore[index]


def test_positions_on_files() -> None:
    root = Path(sysconfig.get_path("stdlib"))
    files = [path for path in sorted(root.glob("*.py")) if path.stat().st_size < 40_000]
    for path in random.Random(3).sample(files, 40):
        same_positions(decode(path.read_bytes()))


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
    module = parse("x = ((a, b))\ny = (c for c in d)\n")
    forms = [f for f in every_form(lower(module)) if isinstance(f, (form.Display, form.Comprehension))]
    found = spans(module, [f.node for f in forms])  # type: ignore[misc]
    assert list(found.values()) == [Span(1, 5, 1, 11), Span(2, 4, 2, 18)]


def test_positions_of_deep_code() -> None:
    chain = parse("y = x" + ".f(1)" * 160 + "\nz\n")
    last = lower(chain).body[-1]
    assert spans(chain, [last.node]) == {last.node: Span(2, 0, 2, 1)}  # type: ignore[list-item]
    branches = parse("if a: b\n" + "elif c: d\n" * 320)
    (first,) = lower(branches).body
    assert spans(branches, [first.node]) == {first.node: Span(1, 0, 321, 9)}  # type: ignore[list-item]


@pytest.mark.parametrize(
    "text",
    [
        "(name): int = 1\n",
        "def f(:\n",
        "x = '\0'\n",
        " + ".join(["a"] * 2500) + "\n",
        " and ".join(["a"] * 30_000) + "\n",
        "if a: b\n" + "elif c: d\n" * 20_000,
        "(\n" + " and\n".join(["a"] * 30_000) + ")\n",
        "match a:\n    case " + "[" * 60 + "]" * 60 + ": pass\n",
        "import " + ".".join(["a"] * 10_000) + "\n",
        "x = " + "-" * 20_000 + "1\n",
    ],
    ids=range(10),
)
def test_what_cannot_be_parsed_is_refused_with_a_reason(text: str) -> None:
    with pytest.raises(NotAnalysed) as refusal:
        parse(text)
    assert refusal.value.reason


@pytest.mark.parametrize(
    "text",
    [
        "x" + ".f(1)" * 160,
        "if a: b\n" + "elif c: d\n" * 1000,
        " + ".join(["a"] * 300),
        "(" * 90 + "a" + ")" * 90,
        "x = [" + "1, " * 50_000 + "]",
        "match a:\n    case [[1, [2, *_]], {'k': [3]}]: pass",
    ],
)
def test_what_is_merely_large_is_parsed(text: str) -> None:
    assert len(lower(parse(text + "\n")).body) == 1


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


def test_nodes_of_one_tree_are_told_apart() -> None:
    module = parse("a\na\n")
    first, second = (cst.ensure_type(s, cst.SimpleStatementLine).body[0] for s in module.body)
    assert spans(module, [second, first]) == {first: Span(1, 0, 1, 1), second: Span(2, 0, 2, 1)}
