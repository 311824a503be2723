"""What IPython takes in a cell becomes Python with as many lines.

The cells here are taken by IPython 9; ``tools/check_cells.py`` compares generated ones with it.
"""

from __future__ import annotations

import ast

import pytest
from hypothesis import given, settings, strategies as st

from devlint.source.ipython import Cell, cell_of

COMMANDS = [
    ("%matplotlib inline\nx = 1", "pass\nx = 1"),
    ("% pwd", "pass"),
    ("!pip install \\\n    torch\nx = 1", "pass\n\nx = 1"),
    ("!echo 'a \\\\\nb'\nx = 1", "pass\n\nx = 1"),
    ("!!ls", "pass"),
    ("!", "pass"),
    ("!echo it's )\nx = 1", "pass\nx = 1"),
    (",f a b\n;f a b\n/f a b", "pass\npass\npass"),
    ("if colab:\n    !pip install torch\nx = 1", "if colab:\n    pass\nx = 1"),
    ("try:\n\t%pip install x\nfinally:\n\t!ls", "try:\n\tpass\nfinally:\n\tpass"),
    ("# first\n%%bash\nx = 1", "# first\npass\nx = 1"),
    ("x = (7\n  % 2)\n%env A=1", "x = (7\n  % 2)\npass"),
    ('s = """\n%d\n!x\n"""\n%env A=1', 's = """\n%d\n!x\n"""\npass'),
    ("s = '%d' % 3  # it's\n%env A=1", "s = '%d' % 3  # it's\npass"),
    ("x = 1 + \\\n    2\n!ls", "x = 1 + \\\n    2\npass"),
    ("f(')',\n  ']')\n%env A=1", "f(')',\n  ']')\npass"),
]
VALUES = [
    ("files = !ls\nx = 1", "files = get_ipython()\nx = 1"),
    ("t = %timeit -o f()", "t = get_ipython()"),
    ("t = % pwd", "t = get_ipython()"),
    ("x = \\\n  !ls \\\n -l\ny = 1", "x = \\\n  get_ipython()\n\ny = 1"),
    ("x = !!ls", "x = get_ipython()"),
    ("x: list = !ls", "x: list = get_ipython()"),
    ("if x: y = !ls", "if x: y = get_ipython()"),
    ("f(a=1); y = %pwd", "f(a=1); y = get_ipython()"),
    ("a[k == 1]['b='] = !ls", "a[k == 1]['b='] = get_ipython()"),
    ("a[\n 1\n] = !ls\nb = 1", "a[\n 1\n] = get_ipython()\nb = 1"),
    ("(a, b) = !ls", "(a, b) = get_ipython()"),
]
HELP = [
    ("model?", "pass"),
    ("?model", "pass"),
    ("nn.Linear??\nx = 1", "pass\nx = 1"),
    ("??f", "pass"),
    ("?", "pass"),
    ("np.*load*?", "pass"),
    ("x[0].a[-1]?", "pass"),
    ("x = f?", "pass"),
    ("f(x).y?", "pass"),
    ("f(\n  x\n).y?\nz = 1", "pass\n\n\nz = 1"),
    ("%time?\n%%time?", "pass\npass"),
    ("%%time?", "pass"),
    ("if x:\n    x?", "if x:\n    pass"),
]
CELL_MAGICS = [
    ("%%time\nx = 1", "\nx = 1"),
    ("\n%%capture out\nx = 1", "\n\nx = 1"),
    ("  \n  %%time\n  x = 1", "\n\nx = 1"),
    ("%%time\n    x = 1\n    !ls", "\nx = 1\npass"),
    ("%%time\n%%capture\nx = !ls", "\n\nx = get_ipython()"),
    ("%%time\n%%bash\nls x", "\n\n"),
    ("%%bash\nls x", "\n"),
    ("%%writefile a.py\nx = 1\ny = 2", "\n\n"),
    ("%%time", ""),
]
MARGINS = [
    (" x = 1\n print(x)", "x = 1\nprint(x)"),
    ("    x = 1\n\n  \n    if x:\n        y = 2", "x = 1\n\n\nif x:\n    y = 2"),
    ("\tx = 1\n\t!ls", "x = 1\npass"),
    (">>> x = 1\n>>> if x:\n...     y = 2\n...\n>>> %pwd", "x = 1\nif x:\n    y = 2\n\npass"),
    ("    >>> x = 1\n    ... y = 2", "x = 1\ny = 2"),
    ("In [3]: x = 1", "x = 1"),
    ("In [3]: if x:\n   ...:     y = !ls\n   ...: ", "if x:\n    y = get_ipython()\n"),
    ("%time x = f()\ny = 1", "x = f()\ny = 1"),
    ("%time f(1, \\\n  2)", "f(1, \\\n  2)"),
    ("time x = f()", "x = f()"),
]
ONE_LINE = [
    ("pip install torch", "pass"),
    ("cd ..\n", "pass\n"),
    ("\n\n  cat a.txt", "\n\npass"),
]
PYTHON = ["x = 1", "await f()", "...", "s = 'a?'", "x = 7 % \\\n  2", "a == b", "f(a=1, b=2)", "", "\n", "# x?"]
REFUSED = [
    "x = = 2", "print(x)?", "x = 1; !ls", "if x: !ls", "x += !ls", "a = b = !ls", "pip = install torch",
    "  x = 1\ny = 2", "pip install torch\nx = 1", "foo bar", "%time f(1,\n  2)",
]  # fmt: skip


@pytest.mark.parametrize(("cell", "python"), [*COMMANDS, *VALUES, *HELP, *CELL_MAGICS, *MARGINS, *ONE_LINE])
def test_what_is_not_python_is_taken_out(cell: str, python: str) -> None:
    found = cell_of(cell)
    assert (found.python, found.reason) == (python, "")
    ast.parse(python)


@pytest.mark.parametrize(("cell", "python"), MARGINS)
def test_a_line_is_its_margin_and_its_python(cell: str, python: str) -> None:
    margins = cell_of(cell).margins
    for number, (whole, rest) in enumerate(zip(cell.split("\n"), python.split("\n"), strict=True)):
        assert whole == margins.get(number, "") + rest or rest.strip() in ("pass", "y = get_ipython()")
    assert margins


@pytest.mark.parametrize("cell", PYTHON)
def test_python_stays(cell: str) -> None:
    assert cell_of(cell) == Cell(cell)


@pytest.mark.parametrize("cell", REFUSED)
def test_what_ipython_refuses_is_left_out(cell: str) -> None:
    found = cell_of(cell)
    assert found.reason and found.python == "\n" * cell.count("\n")


LINES = st.sampled_from(
    ["x = 1", "if x:", "    y = (1,", "    2)", "%magic", "    !ls \\", "a?", "?b", "c = !ls", 's = """', '"""', "'",
     "(", "%%time", "%%bash", "# it's", "await f()", "x = \\", "", "@", "%d", "é = '漢' % x", "%%", "!", "?", ">>> y",
     "... z", "  In [1]: x", "%time f(", "%time x = 1", "pip", "x =", "\t"]
)  # fmt: skip


@given(st.lists(LINES, max_size=12).map("\n".join))
@settings(derandomize=True, max_examples=500, deadline=None)
def test_any_cell_becomes_python_with_as_many_lines(cell: str) -> None:
    found = cell_of(cell)
    assert found.python.count("\n") == cell.count("\n")
    assert not found.reason or not found.python.strip()
    ast.parse(found.python)
    rows = cell.split("\n")
    assert all(rows[line].startswith(margin) for line, margin in found.margins.items())
