"""The scout keeps what a hazard can reach, and what it keeps stands where it stood."""

from __future__ import annotations

import ast
import random
import subprocess
import sys
import sysconfig
import textwrap
import warnings
from pathlib import Path
from typing import Any

import pytest

from devlint.diagnostic import Diagnostic
from devlint.linter import lint
from devlint.options import Options
from devlint.source.scout import scout
from devlint.source.text import NotAnalysed, decode, lines


def scouted(text: str) -> str | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return scout(text, ast.parse(text))


def kept(text: str) -> set[str]:
    """The names of the functions that the scout keeps, methods with their class."""
    result = scouted(textwrap.dedent(text))
    found: set[str] = set()

    def walk(node: Any, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                walk(child, f"{child.name}.")
            elif isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                if not isinstance(child.body[0], ast.Pass):
                    found.add(prefix + child.name)
            else:
                walk(child, prefix)

    if result is not None:
        walk(ast.parse(result), "")
    return found


def same_where_kept(original: Any, slice_: Any) -> None:
    """Assert that two trees agree, positions too, but for what became ``pass`` and docstrings that became empty."""
    if isinstance(slice_, ast.Pass) and not isinstance(original, ast.Pass):
        assert isinstance(original, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign))
        decorated = [decorator.lineno for decorator in getattr(original, "decorator_list", ())]
        assert (slice_.lineno, slice_.col_offset) == (min([original.lineno, *decorated]), original.col_offset)
        return
    assert type(original) is type(slice_)
    if isinstance(original, list):
        assert len(original) == len(slice_)
        for pair in zip(original, slice_, strict=True):
            same_where_kept(*pair)
    elif isinstance(original, ast.Expr) and isinstance(slice_.value, ast.Constant) and slice_.value.value == "":
        assert isinstance(original.value, ast.Constant) and isinstance(original.value.value, str)
        assert (original.lineno, original.col_offset) == (slice_.lineno, slice_.col_offset)
    elif isinstance(original, ast.AST):
        blank = isinstance(original, (ast.FunctionDef, ast.AsyncFunctionDef)) and isinstance(slice_.body[0], ast.Pass)
        if blank:
            where = (original.body[0].lineno, original.body[0].col_offset)  # type: ignore[attr-defined]
            decorated = getattr(original.body[0], "decorator_list", ())  # type: ignore[attr-defined, arg-type]
            assert decorated or (slice_.body[0].lineno, slice_.body[0].col_offset) == where
        for name in original._fields:
            if not (blank and name == "body"):
                same_where_kept(getattr(original, name), getattr(slice_, name))
        for name in original._attributes:
            if not (hasattr(original, "body") and name.startswith("end_")):
                assert getattr(original, name) == getattr(slice_, name)
    else:
        assert original == slice_


def same_places(text: str) -> bool:
    result = scouted(text)
    if result is None:
        return False
    assert len(lines(text)) - len(lines(result)) in (0, 1)  # an emptied last line without an end vanishes
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        same_where_kept(ast.parse(text), ast.parse(result))
    return result != text


def test_what_is_kept_stays_in_place_on_files() -> None:
    root = Path(sysconfig.get_path("purelib"))
    files = sorted(p for name in ("torch/nn", "torch/distributed", "torch/optim") for p in (root / name).rglob("*.py"))
    if not files:
        pytest.skip("torch is not installed")
    changed = 0
    for path in random.Random(5).sample(files, 60):
        try:
            changed += same_places(decode(path.read_bytes()))
        except (NotAnalysed, SyntaxError):
            continue
    assert changed > 5


SEED = "import torch\ndef seed(): return torch.ones(3)\n"


@pytest.mark.parametrize(
    "text",
    [
        "def f(): return 1; # c\n",
        "def f(a,\n      b=(1,\n         2)): return a\n",
        "def f():\n    '''doc\n  doc'''\n    # c\n    return 1\n    # d\n",
        "def f():\n    @a\n    def g(): pass\n    return g\n",
        "def f(): \\\n  return 1\n",
        "class A:\n\tdef f(self):\n\t\tif a:\n\t\t\treturn 1\n\n\tx = 1\n",
        "if a:\n    def f():\n        b\n    def g(): c\nelse:\n    d\n",
        "try:\n    def f(): a\nexcept B:\n    def f(): b\nfinally:\n    c\n",
        "async def f(é='ä'): return 'é\u2028', '日'\n",
        "def f():\r\n    a\r\n    b\r\nc\r\n",
        "def f():\r    a\r    b\rc\r",
        "def f():\n    a\n\x0c\n    b\n\x0cdef g():\n    c\n",
        "def f():\n    a = '''\n\n'''; b\n\n    c",
    ],
)
def test_blanked_bodies_leave_the_rest_in_place(text: str) -> None:
    end = "\r\n" if "\r\n" in text else "\r" if "\r" in text else "\n"
    assert same_places(SEED.replace("\n", end) + text)


@pytest.mark.parametrize(
    "text",
    [
        "import os\nx = os.path\n",
        "def zeros(n): return [0] * n\nx = zeros(3)\n",
        "import numpy as np\nx = np.zeros(3)\n",
        "import torch\ndef f(x: torch.Tensor) -> torch.Tensor:\n    return x.t() @ x\n",
        "import torch\ndef f(x):\n    '''Like torch.zeros(3).cuda().'''\n    return x  # torch.ones(3)\n",
        "import torch.nn as nn\nclass A(nn.Module):\n    def __init__(self):\n        self.a = nn.Linear(1, 2)\n"
        "    def forward(self, x): return self.a(x)\n",
        "",
        "# torch.zeros(3)\n",
    ],
)
def test_nothing_to_report(text: str) -> None:
    assert scouted(text) is None


def test_libcst_is_not_imported() -> None:
    program = "import ast, sys, devlint.source.scout as s; s.scout('import torch', ast.parse('')); print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert not {"libcst", "torch"} & loaded


@pytest.mark.parametrize(
    "seed",
    [
        "torch.zeros(3)", "x.cuda()", "x.cpu()", "x.numpy()", "torch.load(p)", "z(3)",
        "torch.Generator()", "torch.hann_window(3)", "torch.device('cuda')", "f(device='cuda:1')",
        "torch.FloatTensor(3)", "torch.set_default_device(d)", "nn.Parameter(x)",
        "map(torch.tensor, x)", "dist.all_reduce(x)", "f'{x.cuda()}'", "torch.nn.Parameter(x)", "eye(3)",
        "torch.from_numpy(x)", "x\\\n        .cuda()", "torch.random.fork_rng()",
    ],
)  # fmt: skip
def test_seeds(seed: str) -> None:
    text = f"import torch\nfrom torch import zeros as z, eye\ndef a(x):\n    y = {seed}\ndef b(x):\n    return x\n"
    assert kept(text) == {"a"}


@pytest.mark.parametrize(
    "statement",
    [
        "x = x.to(d)", "y = torch.zeros(3, device=x.device)", "y = torch.zeros(3).to(x.device)", "y = x.cpu().tolist()",
        "y = x.type(t)", "if x.is_cuda: y = 1", "y = x.detach().cpu().numpy()", "self.head = nn.Linear(1, 2)",
        "self.register_buffer('m', torch.ones(3))", "self.w = nn.Parameter(torch.ones(3)) if x else None",
        "self.layers = nn.ModuleList([nn.Linear(1, 2) for i in x])", "if x.device.type == 'cuda': x = x.t()",
        "layers = []; layers.append(nn.Linear(1, 2)); self.layers = nn.Sequential(*layers)", "y = x.new_zeros(3)",
    ],
)  # fmt: skip
def test_no_seeds(statement: str) -> None:
    head = "import torch\nfrom torch import nn\nclass A(nn.Module):\n    def __init__(self, x):\n        "
    assert scouted(head + statement + "\n    def forward(self, x):\n        return self.head(x)\n") is None


@pytest.mark.parametrize(
    "statement",
    [
        "x.to(d)", "y = torch.zeros(3, device=None)", "y = torch.zeros(3).to(torch.float16)", "y = (x.to(d), x.to(d))",
        "y = [t.to(d) for t in x]", "y = nn.Linear(1, 2)(x)", "self.layers = [nn.Linear(1, 2)]; f(self.layers)",
        "model.head = nn.Linear(1, 2); model.to(d)", "y = map(torch.tensor, x)", "y = x.device == 'cuda'",
        "y = torch.zeros(3, requires_grad=True, device=d)", "y = np.array(x.to(d))", "y = nn.Parameter(x)",
    ],
)  # fmt: skip
def test_seeds_by_what_becomes_of_them(statement: str) -> None:
    text = f"import torch\nimport numpy as np\nfrom torch import nn\ndef a(self, x, d):\n    {statement}\n"
    assert kept(text + "def b(x):\n    return x\n") == {"a"}


def test_what_nothing_kept_mentions_is_left_out() -> None:
    text = """
        import torch
        TABLE = {
            1: 2,
        }
        SIZE = 3
        class Unused(Base):
            def f(self): return 1
        @decorated
        def unused(): return 2
        def f(x):
            \"\"\"Some
            words.\"\"\"
            return x + torch.ones(SIZE)
    """
    result = scouted(textwrap.dedent(text))
    assert result is not None
    assert [line for line in result.split("\n") if line] == [
        "import torch", "pass", "SIZE = 3", "pass", "pass", "def f(x):", '    ""', "    return x + torch.ones(SIZE)",
    ]  # fmt: skip


def test_callers_and_callees_are_kept() -> None:
    text = """
        import torch
        def make(): return torch.ones(3)
        def caller(x): return x + make()
        def callers_caller(x): return caller(x)
        def callee(x): return x.t()
        def uses_callee(x): return callee(x)
        def seed(x): return callee(x.cpu())
        def other(x): return x
    """
    # Another caller of what is given a hazard is kept: it speaks for what the function is given in general.
    assert kept(text) == {"make", "caller", "callers_caller", "callee", "uses_callee", "seed"}


def test_attributes_carry_hazards_between_methods() -> None:
    text = """
        import torch
        class A(B):
            def __init__(self, n):
                self.n = n
            def build(self):
                mask = torch.ones(3)
                self.mask = mask
            def late(self, x):
                return x
            def writes(self, x):
                self.x = x
            def reads(self, x):
                return x * self.mask
            def calls(self, x):
                return self.reads(x)
        class C(A):
            def reads_too(self, x):
                return self.mask
            def not_this(self):
                return 1
        class D:
            def __init__(self):
                self.a = 1
    """
    assert kept(text) == {"A.__init__", "A.build", "A.writes", "A.reads", "A.calls", "C.reads_too"}


def test_containers_carry_hazards() -> None:
    text = """
        import torch
        class A:
            def __init__(self): self.cache = []
            def fill(self): self.cache.append(torch.ones(3))
            def read(self, x): return x + self.cache[0]
            def other(self, x): return x
    """
    assert kept(text) == {"A.__init__", "A.fill", "A.read"}


def test_arguments_carry_hazards() -> None:
    text = """
        import torch
        class A:
            def put(self, mask): self.mask = mask
            def build(self): self.put(torch.ones(3))
            def read(self, x): return x * self.mask
            def other(self, x): return x
        class B:
            def __init__(self, scale): self.scale = scale
            def read_too(self, x): return x * self.scale
        def make():
            scale = torch.ones(3)
            return B(scale)
    """
    assert kept(text) == {"A.put", "A.build", "A.read", "B.__init__", "B.read_too", "make"}


def test_forward_is_called_through_the_class() -> None:
    text = """
        import torch
        from torch import nn
        class Positions(nn.Module):
            def forward(self, n): return torch.arange(n)
        class Model(nn.Module):
            def __init__(self):
                self.positions = Positions()
            def forward(self, x): return x + self.positions(3)
            def size(self): return 3
    """
    assert kept(text) == {"Positions.forward", "Model.__init__", "Model.forward"}


def test_base_classes_of_the_file_are_kept() -> None:
    text = """
        import torch
        class Base:
            def __init__(self): self.a = 1
            def f(self): return 1
        class A(Base):
            def f(self): return torch.ones(3)
    """
    assert {"Base.__init__", "A.f"} <= kept(text)


def test_variables_of_the_module_carry_hazards() -> None:
    text = """
        import torch
        MASK = torch.ones(3)
        def reads(x): return x * MASK
        def other(x): return x
    """
    assert kept(text) == {"reads"}


def test_a_registered_parameter_carries_none() -> None:
    text = """
        import torch
        from torch import nn
        class A(nn.Module):
            def __init__(self):
                self.weight = nn.Parameter(torch.empty(3))
            def forward(self, x): return x @ self.weight
        class B(nn.Module):
            def __init__(self):
                self.scale = nn.Parameter(torch.ones(3)) if self.x else torch.ones(3)
            def forward(self, x): return x * self.scale
    """
    assert kept(text) == {"B.__init__", "B.forward"}


def test_a_module_held_by_something_else_is_followed() -> None:
    text = """
        from torch import nn
        class Filter:
            def __init__(self): self.layer = nn.Linear(1, 2)
            def __call__(self, x): return self.layer(x)
            def name(self): return 'a'
        def uses(x):
            return Filter()(x)
        def builds(x):
            layer = nn.Linear(1, 2)
            return layer(x)
    """
    assert kept(text) == {"Filter.__init__", "Filter.__call__", "uses", "builds"}


def findings(text: str) -> list[str]:
    def show(found: Diagnostic) -> str:
        return f"{found.code} {found.span} {[note.span for note in found.notes]}"

    try:
        return [show(found) for found in lint(text, options=Options(extend_select=("DEV7", "DEV701")))]
    except NotAnalysed as refusal:
        return [refusal.reason]


def test_scouting_never_changes_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    fixtures = sorted((Path(__file__).parent.parent / "fixtures").glob("dev*/*.py"))
    assert fixtures
    for path in fixtures:
        text = decode(path.read_bytes())
        sliced = findings(text)
        with monkeypatch.context() as patched:
            patched.setattr("devlint.source.scout.scout", lambda text, tree: text)
            assert findings(text) == sliced, path


def test_modules_in_plain_lists_are_followed() -> None:
    text = """
        from torch import nn
        class A(nn.Module):
            def __init__(self):
                self.layers = [nn.Linear(1, 2)]
            def forward(self, x): return self.layers[0](x)
            def name(self): return 'a'
    """
    assert kept(text) == {"A.__init__", "A.forward"}
