"""Odd but legal programs, and illegal ones: findings or silence, from both front ends, never a mistake of our own."""

from __future__ import annotations

import ast
import io
import sys
import time
import warnings
from collections.abc import Iterator

import pytest
from hypothesis import given, settings, strategies as st

from devlint.configuration.options import Options
from devlint.engine.batch import check
from devlint.flake8_plugin import Plugin
from devlint.source.files import Document, Unreadable, decode

BAD = """\
import torch


def f():
    weight = torch.ones(3, device="cuda")
    mask = torch.ones(3)
    return weight * mask


"""
SECONDS = {"quick": 20, "slow": 120}

LEGAL = {
    "chain of 160 links": "x = y" + ".a(1)" * 160 + "\n",
    "chain of 160 tensor links": "def g(x):\n    return x" + ".t()" * 160 + "\n",
    "320 elifs": "def g(x):\n    if x == 0:\n        pass\n"
    + "".join(f"    elif x == {n}:\n        y = torch.ones({n})\n" for n in range(320)),
    "sum of 300 terms": "x = " + " + ".join(["torch.ones(3)"] * 300) + "\n",
    "1000 elifs": "def g(x):\n    if x: pass\n" + "    elif x: y = torch.ones(3)\n" * 1000,
    "400 conditionals": "x = " + "a if b else " * 400 + "torch.ones(3)\n",
    "400 minus signs": "x = " + "-" * 400 + "torch.ones(3)\n",
    "1000 generators": "x = [torch.ones(3) " + "for a in b " * 1000 + "]\n",
    "90 nested parentheses": "x = " + "(" * 90 + "torch.ones(3)" + ")" * 90 + "\n",
    "60 nested calls": "x = " + "f(" * 60 + "torch.ones(3)" + ")" * 60 + "\n",
    "18 nested loops": "".join("    " * n + f"for a{n} in b:\n" for n in range(18)) + "    " * 18 + "torch.ones(3)\n",
    "60 nested functions": "".join("    " * n + f"def f{n}(x):\n" for n in range(60)) + "    " * 60 + "return x\n",
    "400 and": "x = " + " and ".join(["torch.ones(3).cuda()"] * 400) + "\n",
    "100 nested lambdas": "x = " + "lambda: " * 60 + "torch.ones(3)\n",
    "long dict": "x = {" + ", ".join(f"'{n}': torch.ones({n})" for n in range(5000)) + "}\n",
    "many branches": "def g(x):\n" + "".join(f"    if x[{n}]:\n        x = x.to('cuda:{n}')\n" for n in range(200)),
    "recursion": "def g(x):\n    return h(x.cuda())\n\n\ndef h(x):\n    return g(x.cpu()) + x\n",
    "class of itself": "class A(A.B if torch else object):\n    A = A\n",
    "self assignment": "def g(x):\n    x.x = x\n    x = [x, x]\n    x.append(x)\n    return x * x[0]\n",
    "form feed": "\x0cx = 1\n\x0c\ndef g():\n\x0c    return 1\n",
    "tabs": "def g():\n\tif x:\n\t\treturn torch.ones(3)\n",
    "U+2028 in a string": "x = '\u2028\u2029\x85\x1c'\ny = x\n",
    "no newline at the end": "x = 1",
    "backslash": "x = 1 + \\\n    2\n",
    "wide characters": "变量 = torch.ones(3)\nß = '🤖'\n",
    "type hints as text": "def g(x: 'torch.Tensor | None' = None) -> 'x.y[z]':\n    return x\n",
    "walrus, star and match": (
        "def g(x):\n    if (n := x.cpu()) is not None:\n        a, *b = n, *x\n    print(*b, **{})\n"
        "    match x:\n        case {'a': [1, *rest], **kw} if rest:\n            pass\n"
        "        case torch.Tensor(shape=(1, _)) | None as t:\n            return t\n"
        "        case _:\n            pass\n"
    ),
    "async": "async def g(x):\n    async with a as b, c:\n        return [await y async for y in x]\n",
    "decorators and globals": "@(lambda f: f)\ndef g():\n    global q\n    q = torch.ones(3)\n    del q\n",
    "try": "try:\n    x = 1\nexcept (A, B) as e:\n    raise X from e\nelse:\n    pass\nfinally:\n    pass\n",
    "strings": "x = rb'\\x00' b'' + f'{x!r:>{w}}' + u'' + R'\\N'\n",
    "numbers": "x = 0x_ff + 1_000.0e-1_0j + 0o17 + 0b1\n",
    "annotated target in parentheses": "if x:\n    (name): int\n    (name): int = 3\n",
    "type comments": "x = []  # type: List[int]\n",
    "print with chevron": "print >> f, x\n",
    "empty bodies": "class A: ...\ndef g(): ...\nwhile 0: ...\n",
    "semicolons": "x = 1; y = 2;\nif x: y = 3; z = 4\n",
    "conditional import": "try:\n    import torch as t\nexcept ImportError:\n    t = None\nx = t.ones(3)\n",
    "star import": "from torch import *\nx = ones(3)\n",
    "slices": "x = y[1:2, ::3, ..., None, *z]\n" if sys.version_info >= (3, 11) else "x = y[1:2, ::3, ..., None]\n",
    "dunder names": "__class__ = __file__\n__builtins__['x'] = 1\n",
    "private names": "class A:\n    def __f(self):\n        self.__x = torch.ones(3)\n        return self.__x.cuda()\n",
    "a list that grows where nobody knows what it holds": """
def g(x, more, a, c):
    xs = []
    xs.append(x)
    for i in more:
        if c:
            if len(xs) > 2:
                xs.append(1)
        else:
            if a:
                xs += [x, x]
    try:
        pass
    except ValueError:
        pass
    return torch.cat(xs) * torch.zeros(3) + x
""",
}
if sys.version_info >= (3, 11):
    LEGAL["exception groups"] = "try:\n    x = 1\nexcept* ValueError as e:\n    pass\n"
if sys.version_info >= (3, 12):
    LEGAL["PEP 695"] = "type X[T] = list[T]\ndef g[T: int, *Ts, **P](x: T) -> T:\n    return x\nclass A[T]: ...\n"
    LEGAL["PEP 701"] = "x = f'{f'{y['a']}' + \"b\"}'\ny = f'''{\n    x  # why\n}'''\n"
if sys.version_info >= (3, 13):
    LEGAL["PEP 696"] = "class A[T = int]: ...\n"
if sys.version_info >= (3, 14):
    LEGAL["PEP 758"] = "try:\n    x = 1\nexcept A, B:\n    pass\n"
    LEGAL["PEP 750"] = "x = t'{y}'\n"

ILLEGAL = {
    "null byte": b"x = 1\0\n",
    "syntax error": b"def f(:\n",
    "indentation": b"if x:\npass\n",
    "tabs and blanks": b"if x:\n\ty = 1\n        z = 2\n",
    "unclosed": b"x = (\n",
    "Python 2": b"print 'a'\nexec 'b'\n",
    "PEP 758 before its time": b"try:\n    x = 1\nexcept A, B as e:\n    pass\n",
    "PEP 695 before its time": b"type X[T = int] = list[T]\nclass [: pass\n",
    "101 indents": b"".join(b" " * n + b"if x:\n" for n in range(101)) + b" " * 101 + b"pass\n",
    "1000 parentheses": b"x = " + b"(" * 1000 + b")" * 1000 + b"\n",
    "unknown cookie": b"# coding: no-such-codec\nx = 1\n",
    "codec that is not of text": b"# coding: base64\nx = 1\n",
    "not UTF-8": b"x = '\xff'\n",
    "UTF-16 with a mark": "x = 1\n".encode("utf-16"),
    "cookie and mark disagree": b"\xef\xbb\xbf# coding: latin-1\nx = 1\n",
    "binary": bytes(range(256)),
}

ENCODED = {
    "latin-1": b"# -*- coding: latin-1 -*-\n" + (BAD + "x = '\xe9'\n").encode("latin-1"),
    "cp1252": b"#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\n" + (BAD + "x = '\u20ac'\n").encode("cp1252"),
    "byte order mark": b"\xef\xbb\xbf" + BAD.encode(),
    "CRLF": BAD.replace("\n", "\r\n").encode(),
    "CR": BAD.replace("\n", "\r").encode(),
    "mixed line ends": BAD.replace("\n", "\r\n", 3).encode(),
}


def by_plugin(source: str) -> list[str] | None:
    """The codes the flake8 plugin reports; None where flake8 itself gives up before it comes to us."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    return [text[:6] for _, _, text, _ in Plugin(tree, list(io.StringIO(source)), "a.py").run()]


UNTIMED = Options(timeout=3600)


def by_command_line(source: str) -> list[str]:
    return [d.code for d in check(Document("a.py", source), UNTIMED).found]


@pytest.fixture(autouse=True)
def _in_time(request: pytest.FixtureRequest) -> Iterator[None]:
    begin = time.process_time()
    yield
    allowed = SECONDS["slow" if request.node.get_closest_marker("slow") else "quick"]
    assert time.process_time() - begin < allowed


@pytest.mark.parametrize("oddity", LEGAL.values(), ids=LEGAL)
def test_legal_oddities_cost_nobody_a_finding(oddity: str) -> None:
    alone = by_command_line(oddity)
    assert "DEV000" not in alone
    assert by_plugin(oddity) == alone
    found = by_command_line(BAD + oddity)
    assert "DEV000" not in found
    assert "DEV101" in found
    assert by_plugin(BAD + oddity) == found


@pytest.mark.parametrize("raw", ILLEGAL.values(), ids=ILLEGAL)
def test_illegal_files_are_silent(raw: bytes) -> None:
    for text in (raw, BAD.encode() + raw):
        try:
            source = decode(text)
        except Unreadable:
            continue
        if by_plugin(source) is None:
            assert by_command_line(source) == []
            assert check(Document("a.py", source), Options()).error


@pytest.mark.parametrize("raw", ENCODED.values(), ids=ENCODED)
def test_encodings_and_line_ends(raw: bytes) -> None:
    assert by_command_line(decode(raw)) == ["DEV101"]


@pytest.mark.parametrize("source", ["", "\n", "\x0c", "\\\n", "# only a comment", "\ufeff", " ", "'''doc'''"])
def test_files_with_nothing_in_them(source: str) -> None:
    assert by_command_line(source) == []


COOKIES = st.sampled_from(
    [b"", b"\xef\xbb\xbf", b"# coding: latin-1\n", b"# coding: utf-16\n", b"# coding: rot13\n", b"# coding: idna\n",
     b"# coding: undefined\n", b"# coding: punycode\n", b"# coding: utf-7\n", b"# coding: unicode_escape\n",
     b"# coding: \xff\n"]
)  # fmt: skip


@given(COOKIES, st.binary(max_size=60))
@settings(derandomize=True, max_examples=300, deadline=None)
def test_any_bytes_are_a_text_or_unreadable(cookie: bytes, raw: bytes) -> None:
    try:
        source = decode(cookie + raw)
        message = ""
    except Unreadable as error:
        source, message = "", str(error)
    assert "\r" not in source
    assert "\n" not in message


@pytest.mark.slow
def test_a_file_of_100_000_lines() -> None:
    function = BAD.partition("\n\n\n")[2]
    times = 100_000 // (function.count("\n"))
    source = "import torch\n" + "".join(function.replace("f()", f"f{n}()") for n in range(times))
    assert by_command_line(source) == ["DEV101"] * times


def test_100_000_lines_without_a_device() -> None:
    source = "import torch\n" + "x = [1, 2, 3]\n" * 100_000
    assert by_command_line(source) == []
