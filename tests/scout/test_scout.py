"""The scout keeps what a hazard can reach."""

from __future__ import annotations

import ast
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from devlint.base.diagnostic import Diagnostic
from devlint.configuration.options import Options
from devlint.engine.linter import lint
from devlint.rulebook import Status, rules
from devlint.scout.cut import Cut, place
from devlint.scout.outline import Outline
from devlint.scout.reach import Reach
from devlint.scout.scout import Scouted, scout
from devlint.scout.statements import Statement
from devlint.scout.units import Unit
from devlint.source.text import NotAnalysed, decode, parse

OFF = tuple(rule.meta.code for rule in rules() if rule.meta.status is Status.OFF)


def scouted(text: str) -> Cut | None:
    return scout(text, parse(text)).cut


def read(text: str) -> dict[str, str]:
    """What is read of the definitions and assignments of the module and of its classes: all, the head, or nothing."""
    tree = parse(text)
    cut = scout(text, tree).cut
    assert cut is not None
    found: dict[str, str] = {}

    def walk(node: ast.AST, prefix: str, dropped: bool) -> None:
        for child in ast.iter_child_nodes(node):
            gone = dropped or isinstance(child, ast.stmt) and place(child) in cut.dropped
            if isinstance(child, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
                found[prefix + child.name] = "nothing" if gone else "head" if place(child) in cut.emptied else "all"
            if isinstance(child, ast.ClassDef):
                walk(child, f"{child.name}.", gone)
            elif isinstance(child, ast.Assign):
                found[ast.unparse(child.targets[0])] = "nothing" if gone else "all"
            elif not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                walk(child, prefix, gone)

    walk(tree, "", False)
    return found


def kept(text: str) -> set[str]:
    """The names of the functions that the scout keeps, methods with their class."""
    text = textwrap.dedent(text)
    if scouted(text) is None:
        return set()
    functions = {n.name for n in ast.walk(parse(text)) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))}
    return {name for name, what in read(text).items() if what == "all" and name.rpartition(".")[2] in functions}


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


def test_the_scout_imports_no_evaluator() -> None:
    program = "import ast, sys, devlint.scout.scout as s; s.scout('import torch', ast.parse('')); print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert not {"devlint.flow", "devlint.devices", "devlint.rules.dev101_mixed_devices", "torch"} & loaded


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
        "self.w = nn.Parameter(torch.randn(3, x) / x**0.5)", "y = len(x) - (1 if self.last else 0)",
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
        "self.w = nn.Parameter(torch.randn(3, d) * x)", "y = 0 if self.gpu else -1", "y = int(np.log2(x))",
    ],
)  # fmt: skip
def test_seeds_by_what_becomes_of_them(statement: str) -> None:
    text = f"import torch\nimport numpy as np\nfrom torch import nn\ndef a(self, x, d):\n    {statement}\n"
    assert kept(text + "def b(x):\n    return x\n") == {"a"}


def test_a_parameter_that_is_annotated_as_a_number_is_no_tensor_unless_it_is_set_to_something_else() -> None:
    head = "import numpy as np, torch\ndef a(n: int, m: int, x: torch.Tensor):\n"
    assert kept(head + "    return int(np.log2(n // m)) + x\n") == set()
    assert kept(head + "    n = n * x\n    return int(np.log2(n // m)) + x\n") == {"a"}


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
    assert read(textwrap.dedent(text)) == {
        "TABLE": "nothing", "SIZE": "all", "Unused": "nothing", "Unused.f": "nothing", "unused": "nothing", "f": "all",
    }  # fmt: skip


def test_of_what_is_mentioned_only_the_head_is_read() -> None:
    text = """
        import torch
        class A(B):
            y = 1
            def forward(self, x):
                return self.shape(x) + torch.ones(3)
            def shape(self, x): return x.shape
            def other(self, x): return x
            class Inner:
                def g(self): return 1
        def unused(): return 1
        try:
            def asked(): return 1
        except E:
            print(asked(1))
        a = 2
        c = 3
        print(a)
    """
    assert read(textwrap.dedent(text)) == {
        "A": "all", "y": "all", "A.forward": "all", "A.shape": "all", "A.other": "nothing", "A.Inner": "nothing",
        "Inner.g": "nothing", "unused": "nothing", "asked": "head", "a": "all", "c": "nothing",
    }  # fmt: skip


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
        return [show(found) for found in lint(text, options=Options(extend_select=OFF))]
    except NotAnalysed as refusal:
        return [refusal.reason]


@pytest.mark.parametrize(
    "step", [pytest.param(10, id="sample"), pytest.param(1, id="all", marks=pytest.mark.exhaustive)]
)
def test_scouting_never_changes_a_finding(step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    fixtures = sorted((Path(__file__).parents[2] / "fixtures").glob("dev*/*.py"))[::step]
    assert fixtures
    for path in fixtures:
        text = decode(path.read_bytes())
        sliced = findings(text)
        with monkeypatch.context() as patched:
            patched.setattr("devlint.scout.scout.scout", lambda *_: Scouted(Cut()))
            assert findings(text) == sliced, path


def test_no_detector_finds_anything_in_a_file_without_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    fixtures = sorted((Path(__file__).parent.parent / "fixtures").glob("dev*/*.py"))
    for path in fixtures:
        text = decode(path.read_bytes())
        triggered = findings(text)
        with monkeypatch.context() as patched:
            patched.setattr("devlint.scout.detectors.Detector.is_triggered_by", lambda *_: True)
            assert findings(text) == triggered, path


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


def test_nobody_sends_the_arguments_of_tests_anywhere() -> None:
    source = "import pytest\nimport torch\n\ndef padded(x: torch.Tensor):\n    return x + torch.ones(3)\n"
    assert [found.code for found in lint(source, "padding.py")] == ["DEV102"]
    assert lint(source, "test_padding.py") == lint(source, "tests/conftest.py") == []


def test_what_an_optimizer_keeps_in_its_groups_is_read() -> None:
    text = """
        import torch
        class Descent(torch.optim.Optimizer):
            def __init__(self, params):
                super().__init__(params, {})
                for group in self.param_groups:
                    p = group["params"][0]
                    group["total"] = torch.tensor(
                        0.0, dtype=torch.float32, device=p.device
                    )
            def name(self): return 'a'
    """
    assert kept(text) == {"Descent.__init__"}


def test_a_file_of_another_framework_has_nothing_to_report() -> None:
    text = "import tensorflow as tf\n\ndef numbers(x: tf.Tensor, y):\n    return x.cuda() + y.cpu().numpy()\n"
    assert scout(text, ast.parse(text)).cut is None
    both = "import torch\n" + text
    assert scout(both, ast.parse(both)).cut is not None
    own = "class Tensor:\n    device = 0\n\ndef cat(rows: list[Tensor]):\n    return [t.numpy() for t in rows]\n"
    assert scout(own, ast.parse(own)).cut is None


CHAINS = {
    "functions that give on": ("def f0(x): return x + torch.ones(3)\n", "def f{i}(x): return f{last}(x)\n"),
    "names that give on": ("w0 = torch.ones(3)\n", "w{i} = w{last}\n"),
    "a family that answers": ("class A0: pass\n", "class A{i}(A{last}):\n  def __call__(self, x): return x.cpu()\n"),
    "bases": ("class A0: w = torch.ones(3)\n", "class A{i}(A0): w{i} = torch.ones(3)\n"),
}


@pytest.mark.parametrize("name", CHAINS)
def test_what_a_file_makes_the_scout_do_grows_with_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first, more = CHAINS[name]
    asked: list[str] = []
    spread = Reach._spread

    def counted(self: Reach, unit: Unit, statement: Statement, number: int) -> bool:
        asked.append(statement.text)
        return spread(self, unit, statement, number)

    monkeypatch.setattr(Reach, "_spread", counted)
    costs = []
    for count in (50, 100):
        lines = [more.format(i=i, last=i - 1) for i in range(1, count)]
        found = scout(text := "import torch\n" + first + "".join(lines), parse(text))
        costs.append((len(asked), len(found.outward())))
        asked.clear()
    assert costs[1][0] <= 2.2 * costs[0][0] and costs[1][1] <= 2.3 * costs[0][1]


def test_statements_that_share_a_line_have_their_own_text() -> None:
    text = "import torch\nä = 1; b = [2,\n 3]; c = 'ü'; d = 4\nif ä: e = 5; f = 6  # g\n"
    file = Outline(text, parse(text))
    found = [(statement.text, statement.words) for statement in file.statements(file.units[0])]
    assert [one for one, _ in found] == [
        "import torch\n", "ä = 1; ", "b = [2,\n 3]; ", "c = 'ü'; ", "d = 4\n", "if ä: ", "e = 5; ", "f = 6  # g\n",
    ]  # fmt: skip
    assert found[2][1] == {"b"}


def test_what_only_a_detector_looks_at_is_read_and_not_evaluated() -> None:
    text = textwrap.dedent(
        """\
        from parts import Schedule, load_part
        import torch

        def built(path, device):
            part = load_part(path, device=device)
            return part, Schedule(10)

        def masked(x):
            return x * torch.ones(3)
        """
    )
    cut = scouted(text)
    assert cut is not None
    assert kept(text) == {"built", "masked"}
    assert cut.aside == {(4, 0)}


@pytest.mark.parametrize(
    ("call", "is_kept"),
    [("nms(boxes, scores, 0.5)", False), ("box_area(boxes)", False), ("nms(boxes.cpu(), scores, 0.5)", True)],
)
def test_a_library_that_puts_nothing_in_a_place_of_its_own_wakes_nothing(call: str, is_kept: bool) -> None:
    text = (
        "import torch\nfrom torchvision.ops import box_area, nms\n"
        f"def f(boxes, scores):\n    return {call}\n"
    )
    assert kept(text) == ({"f"} if is_kept else set())
