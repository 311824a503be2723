"""The evaluator on generated and installed programs: it neither fails nor runs away, and says the same twice.

    python -m pytest tests/flow/test_flow_generated.py            some hundred programs, a sample of the installed files
    python -m pytest tests/flow/test_flow_generated.py -m slow    every file of torch, mypy and flake8

The files are evaluated whole, without the scout that would leave most of them out.
"""

from __future__ import annotations

import importlib.util
import textwrap
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from devlint.devices.analysis import Program
from devlint.devices.analyzed_file import AnalyzedFile
from devlint.flow.budget import FILE_STEPS
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.state import State
from devlint.flow.values.value import Value
from devlint.forms import form
from devlint.forms.lowering import lower
from devlint.source.text import NotAnalysed, parse
from tests.harness import COMPILED

SECONDS = 20
SAMPLE = 40
BOUNDED = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
pytestmark = pytest.mark.filterwarnings("ignore::SyntaxWarning", "ignore::DeprecationWarning")


class _Counting(Evaluator):
    """An evaluator that counts its own steps, whatever its budget says."""

    count = 0

    def evaluate(self, state: State, expression: form.Expression) -> Value:
        self.count += 1
        return super().evaluate(state, expression)


def evaluate(text: str) -> list[tuple[str, int]]:
    """The kinds and lines of the facts in ``text``; fails where the evaluator runs away."""
    tree = lower(parse(text))
    file = AnalyzedFile(text, tree)
    if not COMPILED:
        file.run = _Counting(file.domain)
    program = Program(file)
    begin = time.process_time()
    facts = program.facts()
    assert getattr(program.run, "count", 0) <= FILE_STEPS
    assert time.process_time() - begin < SECONDS
    return [(type(fact).__name__, file.span(fact.at).line) for fact in facts]


NAMES = st.sampled_from("x y rows batch net self n device f g".split())
ATOMS = NAMES | st.sampled_from(
    "None (0) 'cuda:1' torch.ones(3) torch.tensor(2.0) torch.zeros(3,device='cuda:0') [] {} nn.Linear(3,3) "
    "x.device C(x) torch.cuda.is_available() torch.device('cuda') super()".split()
)
UNARY = (
    "{0}.cuda()", "{0}.cpu()", "{0}.to(device)", "{0}.to('meta')", "{0}.device", "{0}.is_cuda", "{0}[0]", "{0}['k']",
    "{0}[1:]", "{0}.w", "{0}.pop()", "{0}.items()", "{0}.sum(0)", "{0}.requires_grad_()", "(not {0})", "(-{0})",
    "f({0})", "(lambda t: {0})(x)", "[t.cpu() for t in {0}]", "{{k: v for k, v in {0}.items()}}", "tuple({0})",
    "f(*{0}, **{0})",
    "(yield {0})", "list(map(f, {0}))", "nn.Parameter({0})", "nn.ModuleList({0})", "str({0})", "next(iter({0}))",
    "vars({0})", "type({0})", "'cuda:{{}}'.format({0})", "print({0})", "unknown({0})", "C({0}).w",
    "torch.zeros({0}, device={0})",
)  # fmt: skip
BINARY = (
    "({0} + {1})", "({0} @ {1})", "{0}.to({1})", "[{0}, {1}]", "{{'k': {0}, 'j': {1}}}", "({0}, {1})", "({0} and {1})",
    "({0} or {1})", "({0} if x.is_cuda else {1})", "torch.cat([{0}, {1}])", "{0}[{1}]", "({0} is {1})", "({0} == {1})",
    "isinstance({0}, {1})", "{0}.append({1})", "{0}.update({1})", "setattr(self, {0}, {1})", "zip({0}, {1})",
    "f({0}, n={1})",
    "(w := {0}) + {1}", "getattr({0}, 'w', {1})", "torch.where({0}, {1}, x)", "[*{0}, {1}]", "{{**{0}, 'k': {1}}}",
)  # fmt: skip


def _deeper(inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    one = st.builds(str.format, st.sampled_from(UNARY), inside)
    return one | st.builds(str.format, st.sampled_from(BINARY), inside, inside)


EXPRESSIONS = st.recursive(ATOMS, _deeper, max_leaves=6)
TARGETS = st.sampled_from(
    "x y rows batch net self.w x.data rows[0] batch['k'] batch[n] rows[n:] x,y x,*y (x,y),n".split()
)
SIMPLE = (
    st.builds("{} = {}".format, TARGETS, EXPRESSIONS)
    | st.builds("{} += {}".format, NAMES, EXPRESSIONS)
    | EXPRESSIONS
    | st.builds("return {}".format, EXPRESSIONS)
    | st.builds("assert {}".format, EXPRESSIONS)
    | st.builds("del {}".format, NAMES)
    | st.sampled_from(["pass", "raise ValueError", "global x", "torch.set_default_device(device)", "import torch as x"])
)
HEADS = (
    "if {0}:", "while {0}:", "for x in {0}:", "for i, (x, y) in enumerate({0}):", "with {0}:", "with {0} as x:",
    "def f(x, y=None, *rows, n=0, **batch):", "def g(self, x: torch.Tensor):", "class C(nn.Module):", "class C:",
    "async def h(x):", "@property\ndef w(self):",
)  # fmt: skip


def _blocks(inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    body = st.lists(inside, min_size=1, max_size=4).map(lambda lines: textwrap.indent("\n".join(lines), "    "))
    head = st.builds(str.format, st.sampled_from(HEADS), EXPRESSIONS)
    block = st.builds("{}\n{}".format, head, body)
    two = st.builds("if {}:\n{}\nelse:\n{}".format, EXPRESSIONS, body, body)
    guarded = st.builds("try:\n{}\nexcept Exception as x:\n{}\nfinally:\n{}".format, body, body, body)
    looped = st.builds("for x in {}:\n{}\n    if x: break\n    continue\nelse:\n{}".format, EXPRESSIONS, body, body)
    return block | two | guarded | looped


STATEMENTS = st.recursive(SIMPLE, _blocks, max_leaves=12)
PRELUDE = """\
import torch
from torch import nn

net = nn.Linear(3, 3)


def run(self, x: torch.Tensor, y: torch.Tensor, device, n=0):
    rows, batch = [x, torch.ones(3)], {"k": y}
"""
PROGRAMS = st.lists(STATEMENTS, min_size=1, max_size=6).map(
    lambda parts: PRELUDE + textwrap.indent("\n".join(parts), "    ") + "\n"
)


@given(PROGRAMS)
@BOUNDED
def test_any_statements(text: str) -> None:
    try:
        found = evaluate(text)
    except NotAnalysed:
        return
    assert evaluate(text) == found


RUNAWAYS = {
    "each function calls the one before twice": "def f0(x):\n    return x\n"
    + "".join(f"def f{n}(x):\n    return f{n - 1}(x) + f{n - 1}(x.cpu())\n" for n in range(1, 30)),
    "12 nested loops": "def f(x):\n"
    + "".join("    " * n + f"for a{n} in x:\n" for n in range(1, 13))
    + "    " * 13
    + "x = x.cuda()\n",
    "8 nested loops over 6 known elements": "def f(x):\n"
    + "".join("    " * n + f"for a{n} in (1, 2, 3, 4, 5, 6):\n" for n in range(1, 9))
    + "    " * 9
    + "x = x.cuda()\n",
    "80 flags in a row": "def f(x, flags):\n"
    + "".join(f"    if flags.a{n}:\n        x = x.to('cuda:{n % 3}')\n" for n in range(80)),
    "40 chained choices": "def f(x, a):\n    y = x.cuda() if a else x\n"
    + "".join(f"    y = y + (y.cpu() if a[{n}] else y)\n" for n in range(40)),
    "functions that call each other": "".join(
        f"def f{n}(x):\n    return f{(n * 7 + 3) % 20}(x) + f{(n * 3 + 1) % 20}(x)\n" for n in range(20)
    ),
    "60 methods that set 60 attributes": "class C:\n"
    + "".join(f"    def m{n}(self, x):\n        self.a{n} = x.cpu() + self.a{(n + 1) % 60}\n" for n in range(60)),
    "a list in a list in a list": "def f(x):\n    rows = [x]\n"
    + "    rows = [rows, rows, rows]\n" * 40
    + "    unknown(rows)\n    return rows[0]\n",
    "20 classes on top of each other": "class C0: pass\n"
    + "".join(
        f"class C{n}(C{n - 1}):\n    def m(self, x):\n        return super().m(x).cpu()\n" for n in range(1, 20)
    ),
    "comprehension of comprehensions": "def f(x):\n    return "
    + "[" * 8 + "x" + "".join(f" for a{n} in (x, x, x, x)]" for n in range(8)) + "\n",
}  # fmt: skip


@pytest.mark.parametrize("text", RUNAWAYS.values(), ids=RUNAWAYS)
def test_programs_that_multiply(text: str) -> None:
    evaluate(text)


def _installed() -> list[Path]:
    """The files of torch, mypy and flake8, in an order in which every part of them is a sample."""
    files: list[Path] = []
    for package in ("torch", "mypy", "flake8"):
        spec = importlib.util.find_spec(package)
        if spec is not None and spec.origin is not None:
            files += Path(spec.origin).parent.rglob("*.py")
    return sorted(files, key=lambda path: (path.name[::-1], path))


def _run_over(files: list[Path]) -> None:
    for path in files:
        try:
            evaluate(path.read_text(encoding="utf-8", errors="replace"))
        except NotAnalysed:
            continue
        except Exception as error:
            raise AssertionError(f"{path}: {error!r}") from error


def test_a_sample_of_the_installed_files() -> None:
    files = _installed()
    _run_over([path for path in files[:: len(files) // SAMPLE] if path.stat().st_size < 30_000])


@pytest.mark.slow
def test_every_installed_file() -> None:
    _run_over(_installed())
