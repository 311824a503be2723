"""Compares what devlint makes of generated notebook cells with what IPython makes of them.

$ pip install ipython && python tools/check_cells.py --cells 5000 --seed 1

A cell that IPython takes has to be taken, and to have the same statements, those of ``%time`` among them. A cell that
IPython refuses and devlint takes is counted, and no fault: it has never run.

A bracket in a shell command that has no other is not tried: IPython's tokenizer pairs it with those of other lines, and
devlint does not.
"""

from __future__ import annotations

import argparse
import ast
import random
import sys
import warnings
from typing import Any

from devlint.source.ipython import LINE_MAGICS, PYTHON_CELL_MAGICS, cell_of

STATEMENTS = (
    "x = 1", "f(x, 2)", "x = [1,\n     2]", 's = """\n%d\n!x\n"""', "y = 7 % 2", "# what?", "z = x  # it's 100%!",
    "y = (7\n % 2)", "s = '%d' % 3", "s = 'a?'", "x = 1 + \\\n    2", "...", "a == b", "d['k=v'] = {1: 'a'}",
    "x: int = 1", "f(')')", "lambda k=1: k", "x += 1; y = x", "g = f'{x=}'", "await f()", "@f\ndef g(): pass", "",
)  # fmt: skip
COMMANDS = (
    "%matplotlib inline", "%pip install torch", "!pip install -q x", "!ls \\\n  -la", "!!ls", "%cd ..", "?f", "??f",
    "f?", "f.x??", "x[0]?", "%time?", "%%time?", "np.*load*?", "x = f?", "f(x).y?", ",f a b", ";f a b", "/f a b",
    "!echo 'it", "!ls | wc", "%env A=1", "%%time", "%time y = f(x)", "%timeit f(x)", "%time", "!", "?", "!ls # a?",
    "%run a.py --b='c d'", "%load_ext autoreload", "%time f(1,\\\n  2)", "% ls",
)  # fmt: skip
VALUES = (
    "%pwd", "!ls", "!!ls", "%timeit -o f()", "% pwd", "\\\n  !ls", "!ls \\\n -l", "%env A", "!", "! ls", "%time f()",
)  # fmt: skip
TARGETS = ("x", "x.y", "x['a=b']", "x[\n 1\n]", "(x, y)", "x: list", "f(a=1); x", "x, *y", "x[k == 1]")
OPENINGS = ("if x:", "for k in y:", "with f() as g:", "try:", "def h(k=1):", "while x: ", "class C(f(k=1)):")
FIRST = ("%%time", "%%timeit -n 1", "%%capture out", "%%bash", "%%html", "%%time\n%%capture")
ALONE = (
    "pip install torch", "ls -la", "cd ..", "time f(x)", "pwd", "cat a.txt", "run a.py", "time = 3", "who", "foo bar",
    "conda install x -y", "ls = 3", "time", "env A=1", "!ls", "%who", "f?", "matplotlib inline", "load x", "pip",
)  # fmt: skip


def cell(chance: random.Random) -> str:
    """A cell: statements and commands, some in blocks, some under a cell magic, with a margin or prompts."""
    if chance.random() < 0.1:
        return chance.choice(ALONE) + chance.choice(("", "", "\n"))
    text = "\n".join(block(chance) for _ in range(chance.randint(1, 5)))
    if chance.random() < 0.15:
        text = f"{chance.choice(FIRST)}\n{text}"
    if chance.random() < 0.2:
        margin = chance.choice(("  ", " ", "\t", "    "))
        text = "\n".join(margin + row if row or chance.random() < 0.5 else row for row in text.split("\n"))
    elif chance.random() < 0.1:
        begin, go_on = chance.choice(((">>> ", "... "), ("In [3]: ", "   ...: "), ("    >>> ", "    ... ")))
        rows = text.split("\n")
        text = "\n".join((begin if not n or row[:1].strip() else go_on) + row for n, row in enumerate(rows))
    return chance.choice(("", "", "", "\n", "  \n\n")) + text + chance.choice(("", "", "\n"))


def block(chance: random.Random, depth: int = 0) -> str:
    """A line, or a block with lines in it."""
    kind = chance.random()
    if kind < 0.2 and depth < 2:
        opening = chance.choice(OPENINGS)
        body = "\n".join(block(chance, depth + 1) for _ in range(chance.randint(1, 3)))
        inner = "\n".join("    " + row for row in body.split("\n"))
        return f"{opening}\n{inner}" + "\nfinally: pass" * (opening == "try:")
    if kind < 0.3:
        return f"{chance.choice(('', '', 'if x: '))}{chance.choice(TARGETS)} = {chance.choice(VALUES)}"
    return chance.choice(COMMANDS if kind < 0.6 else STATEMENTS)


class _Plain(ast.NodeTransformer):
    """What IPython calls, as devlint writes it."""

    def __init__(self, shell: Any) -> None:
        self.shell = shell

    def visit_Expr(self, node: ast.Expr) -> Any:
        called = _called(node.value)
        if called == "run_line_magic" and isinstance(node.value, ast.Call):
            name, code = (ast.literal_eval(one) for one in node.value.args)
            inner = statements(code) if name == "time" and not code.startswith("-") else None
            return inner.body if inner is not None and inner.body and not node.col_offset else ast.Pass()
        if called == "run_cell_magic" and isinstance(node.value, ast.Call):
            name, _, body = (ast.literal_eval(one) for one in node.value.args)
            inner = statements(self.shell.transform_cell(body)) if name in PYTHON_CELL_MAGICS else None
            return [] if inner is None else self.visit(inner).body
        if called or ast.unparse(node) in ("f('a', 'b')", "f('a b')", "f(a, b)"):
            return ast.Pass()
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        return self._valued(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        return self._valued(node)

    def _valued(self, node: Any) -> ast.AST:
        if node.value is not None and _called(node.value):
            node.value = ast.parse("get_ipython()", mode="eval").body
        return node  # type: ignore[no-any-return]


def _called(node: ast.AST) -> str:
    """The method of ``get_ipython()`` that is called."""
    found = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func
    return found.attr if found and ast.unparse(found.value) == "get_ipython()" else ""


def statements(text: str) -> ast.Module | None:
    """The ``ast`` of ``text``; None where it is not Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError):
        return None


def transformed(source: str, shell: Any) -> ast.Module | None:
    """The ``ast`` of what IPython makes of a cell; None where that is not Python, or the body under a magic is not."""
    try:
        tree = statements(shell.transform_cell(source))
    except SyntaxError:
        return None
    for node in ast.walk(tree or ast.Module([], [])):
        if _called(node) == "run_cell_magic" and isinstance(node, ast.Call):
            name, _, body = (ast.literal_eval(one) for one in node.args)
            if name in PYTHON_CELL_MAGICS and transformed(body, shell) is None:
                return None
    return tree


def differs(source: str, shell: Any) -> str:
    """How devlint and IPython differ about a cell, "" where they do not."""
    ours = cell_of(source)
    if ours.python.strip() == source.strip() and source.split()[:1] in [[one] for one in LINE_MAGICS]:
        return ""  # `ls -la` is Python, or a magic where no variable is called so
    tree = transformed(source, shell)
    if tree is None:
        return "" if ours.reason else "taken, and refused by IPython"
    if ours.reason:
        return f"refused, and taken by IPython: {ours.reason}"
    wanted = ast.dump(_Plain(shell).visit(tree))
    plain = ast.dump(_Plain(shell).visit(ast.parse(ours.python)))
    for line, margin in ours.margins.items():
        if not source.split("\n")[line].startswith(margin):
            return f"line {line} does not begin with its margin {margin!r}"
    return "" if wanted == plain else "other statements"


def main() -> int:
    """Compare, and print how many cells differ in which way."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cells", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=5, help="how many differences of each kind to show")
    args = parser.parse_args()
    from IPython.core.interactiveshell import InteractiveShell  # type: ignore[import-not-found, unused-ignore]

    shell, chance = InteractiveShell.instance(), random.Random(args.seed)
    cells = list(dict.fromkeys(cell(chance) for _ in range(args.cells)))
    kinds: dict[str, list[str]] = {}
    for source in cells:
        kinds.setdefault(differs(source, shell), []).append(source)
    same = kinds.pop("", [])
    taken = sum(not cell_of(one).reason for one in same)
    print(f"{len(cells)} cells: {taken} taken alike, {len(same) - taken} refused by both")
    for kind, found in sorted(kinds.items(), key=lambda one: -len(one[1])):
        print(f"{len(found)} {kind}")
        for source in sorted(found, key=len)[: args.show]:
            print(f"    {source!r}\n        {shell.transform_cell(source)!r}\n        {cell_of(source).python!r}")
    return int(any(not kind.startswith("taken") for kind in kinds))


if __name__ == "__main__":
    sys.exit(main())
