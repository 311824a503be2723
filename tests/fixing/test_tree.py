"""Remedies in the tree: where nodes are found, and what becomes of the text around them."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path

import pytest

from devlint.base.diagnostic import Remedy, RemedyKind, Span
from devlint.base.errors import NotRepaired
from devlint.fixing.passes import apart
from devlint.fixing.tree import Tree
from devlint.report.edits import edits
from devlint.source.text import lines, span
from tests.harness.marks import fixture_files
from tests.harness.repairs import findings

BAD = [path for path in fixture_files() if path.stem.startswith("bad")]
ARGUMENT, MOVE, REPLACEMENT = RemedyKind.ARGUMENT, RemedyKind.MOVE, RemedyKind.REPLACEMENT


def place(text: str, part: str) -> Span:
    """Where ``part`` stands in ``text`` for the first time."""
    at = text.index(part)
    before, inside = text[:at], text[: at + len(part)]
    starts = [len(lines(one)) if not one.endswith(("\n", "\r")) else len(lines(one)) + 1 for one in (before, inside)]
    columns = [len(one) - 1 - max(one.rfind("\n"), one.rfind("\r")) for one in (before, inside)]
    return Span(max(starts[0], 1), columns[0], starts[1], columns[1])


def changed(text: str, kind: RemedyKind, part: str, code: str) -> str:
    return Tree(text).carried_out([Remedy(kind, place(text, part), code)])


@pytest.mark.parametrize(
    ("text", "part", "after"),
    [
        ("y = ones()\n", "ones()", "y = ones(device=d)\n"),
        ("y = ones(3)\n", "ones(3)", "y = ones(3, device=d)\n"),
        ("y = ones(3,)\n", "ones(3,)", "y = ones(3, device=d,)\n"),
        ("y = ones((3))\n", "ones((3))", "y = ones((3), device=d)\n"),
        ("y = ones(3, device=None)  # c\n", "ones(3, device=None)", "y = ones(3, device=d)  # c\n"),
        ("y = ones(*s, **k)\n", "ones(*s, **k)", "y = ones(*s, **k, device=d)\n"),
        ("y = ones(i for i in s)\n", "ones(i for i in s)", None),
        ("y = ones(\n    3, 4\n)\n", "ones(\n    3, 4\n)", "y = ones(\n    3, 4, device=d\n)\n"),
        ("y = ones(\n    3,\n    4\n)\n", "ones(\n    3,\n    4\n)", "y = ones(\n    3,\n    4,\n    device=d\n)\n"),
        (
            "y = ones(\n    3,  # a\n    4,  # b\n)\n",
            "ones(\n    3,  # a\n    4,  # b\n)",
            "y = ones(\n    3,  # a\n    4,  # b\n    device=d,\n)\n",
        ),
        (
            "y = ones(\n\t3,  # a\n\t4  # b\n)\n",
            "ones(\n\t3,  # a\n\t4  # b\n)",
            "y = ones(\n\t3,  # a\n\t4,  # b\n\tdevice=d\n)\n",
        ),
        (
            "y = ones(  # a\n    3\n    # b\n)\n",
            "ones(  # a\n    3\n    # b\n)",
            "y = ones(  # a\n    3,\n    # b\n    device=d\n)\n",
        ),
        (
            "y = ones(\r\n    3,\r\n)\r\n",
            "ones(\r\n    3,\r\n)",
            "y = ones(\r\n    3,\r\n    device=d,\r\n)\r\n",
        ),
    ],
)
def test_an_argument(text: str, part: str, after: str | None) -> None:
    if after is None:
        result = changed(text, ARGUMENT, part, "d")
        assert "i for i in s" in result
    else:
        assert changed(text, ARGUMENT, part, "d") == after


@pytest.mark.parametrize(
    ("text", "part", "code", "after"),
    [
        ("y = f(x)\n", "x", "d", "y = f(x.to(d))\n"),
        ("y = f(a + b)\n", "a + b", "d", "y = f((a + b).to(d))\n"),
        ("y = z * (a + b)\n", "a + b", "d", "y = z * (a + b).to(d)\n"),
        ("y = f((  # why\n    a\n))\n", "a", "d", "y = f((  # why\n    a\n).to(d))\n"),
        ("y = -x\n", "-x", '"cpu"', "y = (-x).cpu()\n"),
        ("y = 'a', x\n", "x", '"cuda:0"', "y = 'a', x.to('cuda:0')\n"),
        ("y = await x\n", "await x", "d", None),
        ("y = f'{x}'\n", "x", "d", "y = f'{x.to(d)}'\n"),
        ("ä = 'é', x\n", "x", "d", "ä = 'é', x.to(d)\n"),
        ("if a:\n\ty = '\t', x\n", "x", "d", "if a:\n\ty = '\t', x.to(d)\n"),
        ("s = '\x0c'\n\x0c\ny = x\n", "x", "d", "s = '\x0c'\n\x0c\ny = x.to(d)\n"),
        ("\x0cdef f():\n    y = x\n", "x", "d", "\x0cdef f():\n    y = x.to(d)\n"),
        ("def f():\n    y = x\n\n   \n# end", "x", "d", "def f():\n    y = x.to(d)\n\n   \n# end"),
        ("y = x\r\rz = 1\r", "x", "d", "y = x.to(d)\r\rz = 1\r"),
        ("s = '\u2028', '\x85'\ny = x; z = 1\n", "x", "d", "s = '\u2028', '\x85'\ny = x.to(d); z = 1\n"),
        ("y = x", "x", "d", "y = x.to(d)"),
        ("y = [i for i in x if i]\n", "[i for i in x if i]", "d", "y = [i for i in x if i].to(d)\n"),
        ("y = a if b else c\n", "a if b else c", "d", "y = (a if b else c).to(d)\n"),
    ],
)
def test_a_move(text: str, part: str, code: str, after: str | None) -> None:
    if after is None:
        text = f"async def f():\n    {text}"
        after = text.replace("await x", "(await x).to(d)")
    assert changed(text, MOVE, part, code) == after


@pytest.mark.parametrize(
    ("text", "part", "code", "after"),
    [
        ("x.to(d)  # c\n", "x.to(d)", "x = x.to(d)", "x = x.to(d)  # c\n"),
        ("a(); x.to(d); b()\n", "x.to(d)", "x = x.to(d)", "a(); x = x.to(d); b()\n"),
        ("self.w = ones(3)\n", "self.w = ones(3)", 'self.b("w", ones(3))', 'self.b("w", ones(3))\n'),
        ("if g:\n    pass\n", "g", "g is not None", "if g is not None:\n    pass\n"),
        ("y = g + 1\n", "g", "a or b", "y = (a or b) + 1\n"),
        ("y = f(a, g)\n", "g", "a == b", "y = f(a, a == b)\n"),
        ("y = not (a == b)\n", "a == b", "a.type == b", "y = not (a.type == b)\n"),
        (
            "y = f(  # keep\n    a,\n    b,  # too\n).cuda()\n",
            "f(  # keep\n    a,\n    b,  # too\n).cuda()",
            "f( a, b, ).to(d)",
            "y = f(  # keep\n    a,\n    b,  # too\n).to(d)\n",
        ),
    ],
)
def test_a_replacement(text: str, part: str, code: str, after: str) -> None:
    assert changed(text, REPLACEMENT, part, code) == after


def test_several_at_once() -> None:
    text = "y = f(a, b)\nz = ones(3)\n"
    remedies = [Remedy(MOVE, place(text, one), "d") for one in "ab"] + [Remedy(ARGUMENT, place(text, "ones(3)"), "d")]
    assert Tree(text).carried_out(remedies) == "y = f(a.to(d), b.to(d))\nz = ones(3, device=d)\n"


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("a = 1\ng(a)\nb = 2\n", "a = 1\nb = 2\n"),
        ("a = 1\n# x\ng(a)  # y\nb = 2\n", "a = 1\n# x\n# y\nb = 2\n"),
        ("def f(a):\n    g(a)\n", "def f(a):\n    pass\n"),
        ("def f(a):\n    h(a)\n    g(a)  # y\n", "def f(a):\n    h(a)\n    # y\n"),
        ("def f(a):\r\n\th(a)\r\n\tg(a)\r\n", "def f(a):\r\n\th(a)\r\n"),
    ],
)
def test_a_statement_goes_and_its_comments_stay(text: str, after: str) -> None:
    assert changed(text, RemedyKind.REMOVAL, "g(a)", "") == after


@pytest.mark.parametrize("text", ["h(a); g(a)\n", "if a: g(a)\n"])
def test_a_statement_that_shares_its_line_is_left(text: str) -> None:
    with pytest.raises(NotRepaired):
        changed(text, RemedyKind.REMOVAL, "g(a)", "")


def test_a_statement_that_moves_takes_its_comments_along() -> None:
    text = "def f(a):\n    h(a)  # x\n\n    # y\n    g(a)  # z\n    return a\n"
    removed = Remedy(RemedyKind.REMOVAL, place(text, "g(a)"), "")
    remedy = Remedy(RemedyKind.INSERTION, place(text, "h(a)"), "g(a)", also=(removed,))
    assert Tree(text).carried_out([remedy]) == (
        "def f(a):\n    # y\n    g(a)  # z\n    h(a)  # x\n    return a\n"
    )


@pytest.mark.parametrize("kind", [MOVE, ARGUMENT, REPLACEMENT])
def test_what_is_not_there_is_refused(kind: RemedyKind) -> None:
    with pytest.raises(NotRepaired):
        Tree("y = f(x)\n").carried_out([Remedy(kind, Span(1, 5, 1, 7), "d")])


@pytest.mark.parametrize("text", ["x = (\n", "def f(:\n", "match x:\n    case\n"])
def test_a_text_that_libcst_does_not_take_is_refused(text: str) -> None:
    with pytest.raises(NotRepaired):
        Tree(text)


def test_a_line_that_libcst_gives_back_in_another_way_is_refused() -> None:
    text = "y = 1\n\x0cz = x\n"
    with pytest.raises(NotRepaired):
        Tree(text).carried_out([Remedy(MOVE, Span(2, 5, 2, 6), "d")])


@pytest.mark.parametrize("path", fixture_files()[::25], ids=lambda path: f"{path.parent.name}/{path.name}")
def test_libcst_and_ast_agree_on_the_places_of_calls(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    spans = {span(node, lines(text)): node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.expr)}
    wanted = {(at.line, at.column, at.end_line, at.end_column) for at, node in spans.items() if is_code(node)}
    assert wanted <= set(Tree(text).places(wanted)[0])


def is_code(node: ast.expr) -> bool:
    """Whether LibCST has such a node: it joins no strings, and keeps slices, stars and parts of f-strings otherwise."""
    other = (ast.Slice, ast.Starred, ast.GeneratorExp, ast.JoinedStr, ast.FormattedValue, ast.Constant, ast.Tuple)
    return not isinstance(node, other)


@pytest.mark.parametrize("path", BAD, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_nothing_but_what_the_remedy_says_changes(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    left = [d for d in findings(path, text) if d.remedy is not None]
    while left:
        remedies = list(dict.fromkeys(d.remedy for d in apart(left) if d.remedy is not None))
        left = [d for d in left if d.remedy not in remedies]
        changed_tree = Expected(remedies, text).visit(ast.parse(text))
        assert isinstance(changed_tree, ast.Module)
        wanted = ast.unparse(changed_tree)
        assert ast.unparse(ast.parse(Tree(text).carried_out(remedies))) == wanted


class Expected(ast.NodeTransformer):
    """The tree of Python with remedies carried out."""

    def __init__(self, remedies: Sequence[Remedy], text: str) -> None:
        self.remedies = {part.span: part for remedy in remedies for part in remedy.parts}
        self.starts = {place.line for place in self.remedies}
        self.lines = lines(text)

    def visit(self, node: ast.AST) -> ast.AST | list[ast.AST] | None:
        """The node, or what takes its place."""
        remedy = None
        if getattr(node, "lineno", 0) in self.starts:
            remedy = self.remedies.get(span(node, self.lines))
        of_statement = remedy is not None and remedy.kind in (RemedyKind.INSERTION, RemedyKind.REMOVAL)
        if remedy is None or of_statement and not isinstance(node, ast.stmt):
            return self.generic_visit(node)
        if remedy.kind is RemedyKind.REMOVAL:
            return None
        (new,) = ast.parse(remedy.code).body
        if remedy.kind is RemedyKind.INSERTION:
            return [new, self.generic_visit(node)]
        whole = (ast.Assign, ast.AnnAssign, ast.ImportFrom)
        if isinstance(node, whole) or isinstance(node, ast.Expr) and isinstance(new, ast.Assign):
            return new
        if not isinstance(node, ast.expr) or not isinstance(new, ast.Expr):
            return self.generic_visit(node)
        if remedy.kind is not RemedyKind.REPLACEMENT:
            self.generic_visit(node)
        return changed_node(node, new.value, remedy)


def changed_node(node: ast.expr, new: ast.expr, remedy: Remedy) -> ast.AST:
    """What takes the place of the expression that a remedy is about."""
    if remedy.kind is REPLACEMENT:
        return new
    if remedy.kind is MOVE:
        to_host = remedy.code == '"cpu"'
        method = ast.Attribute(node, "cpu" if to_host else "to", ast.Load())
        return ast.Call(method, [] if to_host else [new], [])
    assert isinstance(node, ast.Call)
    given = [one for one in node.keywords if one.arg == "device"]
    for one in given:
        one.value = new
    return node if given else ast.Call(node.func, node.args, [*node.keywords, ast.keyword("device", new)])


MOVING = [path for path in BAD if path.parent.name[3:6] in ("303", "309", "507", "601", "602", "703", "802", "803")]


@pytest.mark.parametrize("path", MOVING, ids=lambda path: path.parent.name)
def test_edits_of_statements_give_the_same_program(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for d in findings(path, text):
        if d.remedy is not None:
            wanted = ast.dump(ast.parse(Tree(text).carried_out([d.remedy])))
            assert ast.dump(ast.parse(edited(text, d.remedy))) == wanted


def edited(text: str, remedy: Remedy) -> str:
    """``text`` after the edits that JSON has for a remedy."""
    there = [*lines(text), ""]
    for edit in sorted(edits(remedy, text), key=lambda edit: edit.span, reverse=True):
        at = edit.span
        before, behind = there[at.line - 1][: at.column], there[at.end_line - 1][at.end_column :]
        there[at.line - 1 : at.end_line] = [before + edit.replacement + behind]
    return "".join(there)
