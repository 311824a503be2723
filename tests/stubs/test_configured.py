"""What users configure: an entry makes a finding appear, or go, where there was none, or one, without it."""

from __future__ import annotations

import pickle
import textwrap
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings, strategies as st

from devlint.base.errors import BadOption
from devlint.cli import main
from devlint.configuration.entries import CLASSES, MOVES, PLACES
from devlint.configuration.options import Options
from devlint.configuration.reading import configured
from devlint.engine.batch import check_all
from devlint.engine.linter import lint
from devlint.scout.cut import Cut
from devlint.scout.scout import Scouted
from devlint.stubs.configured import split

HEAD = "import numpy as np\nimport torch\nfrom torch import nn\n"


def found(program: str, head: str = HEAD, **options: Any) -> list[str]:
    """The codes of the findings in ``program``, each with the text of its line; the scout must not change them."""
    text = head + textwrap.dedent(program)
    lines = text.splitlines()
    told = [f"{d.code} {lines[d.span.line - 1].strip()}" for d in lint(text, "a.py", Options(**options))]
    with mock.patch("devlint.scout.scout.scout", return_value=Scouted(Cut())):
        whole = [f"{d.code} {lines[d.span.line - 1].strip()}" for d in lint(text, "a.py", Options(**options))]
    assert told == whole
    return told


# Functions that move

MEETS = """
    from utils import to_device

    def f(x, device):
        x = {call}
        print(device)
        return x * torch.ones(3)
"""


@pytest.mark.parametrize(
    ("call", "entry"),
    [
        ("to_device(x, device)", "to_device(x) -> follows argument 2"),
        ("to_device(x, device)", "to_device -> argument 2"),
        ("to_device(x, device)", "to_device(x, device) -> device"),
        ("to_device(x, device=device)", "to_device(x, device) -> device"),
        ("to_device(device=device, x=x)", "to_device(x, device) -> device"),
        ("to_device(x, device)", "utils.to_device(x, device) -> follows device"),
        ("to_device(x)", "to_device -> cuda"),
        ("to_device(x)", "to_device -> cuda:1"),
        ("to_device(x)", "to_device -> accelerator"),
        ("to_device(device, x)", "to_device(device, *x) -> argument 1"),
        ("[to_device(x, device)][0]", "to_device -> argument 2"),
        ("to_device([x], device)[0]", "to_device -> argument 2"),
        ("to_device({'a': x}, device)['a']", "to_device -> argument 2"),
        ("to_device((x, [x]), device)[1][0]", "to_device -> argument 2"),
        ("list(map(to_device, [x]))[0]", "to_device -> cuda"),
    ],
)
def test_what_was_moved_meets_what_was_not(call: str, entry: str) -> None:
    program = MEETS.format(call=call)
    assert found(program) == []
    code = "DEV101" if "cuda" in entry else "DEV102"
    assert found(program, moves=(entry,)) == [f"{code} return x * torch.ones(3)"]
    assert found(program, moves=("another -> cuda", entry)) == [f"{code} return x * torch.ones(3)"]


@pytest.mark.parametrize(
    ("imported", "call"),
    [
        ("import mylib", "mylib.utils.put(x)"),
        ("import mylib.utils as u", "u.put(x)"),
        ("from mylib import utils", "utils.put(x)"),
        ("from mylib.utils import put", "put(x)"),
        ("from mylib.utils import put as p", "p(x)"),
        ("from .utils import put", "put(x)"),
    ],
)
@pytest.mark.parametrize("entry", ["utils.put -> cuda"])
def test_a_function_is_known_by_the_last_parts_of_its_name(imported: str, call: str, entry: str) -> None:
    program = f"{imported}\ndef f(x):\n    return {call} * torch.ones(3)\n"
    assert len(found(program, moves=(entry,))) == 1
    assert found(program, moves=("tils.put -> cuda",)) == []
    assert found(program, moves=("utils.pu -> cuda",)) == []
    assert found(program, moves=("other.put -> cuda",)) == []
    assert found(program, moves=(".put -> cuda",)) == []


@pytest.mark.parametrize("imported", ["from mylib import put", "from mylib.utils import put", "import mylib as m"])
def test_a_function_of_another_file_that_is_there(imported: str, tmp_path: Path) -> None:
    (tmp_path / "mylib").mkdir()
    (tmp_path / "mylib" / "__init__.py").write_text("from mylib.utils import put\n")
    (tmp_path / "mylib" / "utils.py").write_text("def put(x, device):\n    return send(x, device)\n")
    call = "m.put" if " as m" in imported else "put"
    text = f"import torch\n{imported}\n\n\ndef f(x, device):\n    return {call}(x, device) * torch.ones(3)\n"
    entry = "mylib.utils.put -> argument 2" if "utils" in imported else "mylib.put -> argument 2"
    path = tmp_path / "train.py"
    path.write_text(text)
    assert lint(text, str(path)) == []
    assert [d.code for d in lint(text, str(path), Options(moves=(entry,)))] == ["DEV102"]
    assert [d.code for d in lint(text, str(path), Options(moves=(".put -> argument 2",)))] == []


@pytest.mark.parametrize(
    ("entry", "count"),
    [
        (".put -> cuda", 1),
        ("self.put -> cuda", 1),
        ("A.put -> cuda", 1),
        ("put -> cuda", 0),
        ("B.put -> cuda", 0),
        ("model.put -> cuda", 0),
    ],
)
@pytest.mark.parametrize("body", ["    def put(self, x): return helper(x)\n", ""])
def test_a_method(entry: str, count: int, body: str) -> None:
    program = f"class A(Base):\n{body}    def f(self, x):\n        return self.put(x) * torch.ones(3)\n"
    assert len(found(program, moves=(entry,))) == (0 if entry == "A.put -> cuda" and not body else count)


def test_a_method_of_anything_as_it_is_written() -> None:
    program = """
        def f(fabric, x):
            return fabric.put(x) * torch.ones(3)
    """
    assert found(program) == []
    for entry in (".put -> accelerator", "fabric.put -> accelerator"):
        assert found(program, moves=(entry,)) == ["DEV102 return fabric.put(x) * torch.ones(3)"]


def test_the_object_before_the_dot_moves_where_nothing_else_does() -> None:
    program = """
        def f(batch, device):
            batch = batch.shift(device)
            return batch["x"] * torch.ones(3)
    """
    assert found(program) == []
    assert found(program, moves=(".shift -> argument 1",)) == ['DEV102 return batch["x"] * torch.ones(3)']


def test_a_method_that_moves_to_the_device_of_its_object() -> None:
    program = """
        class Trainer:
            def step(self, batch):
                x = self.put(batch)
                return x + torch.ones(3)
    """
    assert found(program) == []
    assert found(program, moves=("self.put -> self.device",)) == ["DEV102 return x + torch.ones(3)"]


def test_a_function_of_the_file_whose_body_says_too_little() -> None:
    program = """
        def to_device(x, device):
            return apply(x, lambda t: t.to(device))

        def f(x, device):
            return to_device(x, device) * torch.ones(3)
    """
    assert found(program) == []
    assert len(found(program, moves=("to_device(x, device) -> device",))) == 1


def test_a_module_moves_in_place() -> None:
    program = """
        from utils import put

        def f(device):
            model = nn.Linear(3, 3)
            put(model, device)
            model.head = nn.Linear(3, 3)
            return model
    """
    assert found(program) == []
    assert found(program, moves=("put -> argument 2",)) == ["DEV301 model.head = nn.Linear(3, 3)"]


def test_what_is_moved_is_cured() -> None:
    program = """
        from utils import put

        def f(x, device):
            model = nn.Linear(3, 3)
            model = model.to(device)
            mask = torch.ones(3, 3)
            mask = put(mask, like=x)
            return model(x.to(device)) @ mask
    """
    assert found(program, moves=("put(x, like) -> like",)) == []
    assert found(program, moves=("put -> cpu",)) == ["DEV102 mask = torch.ones(3, 3)"]


def test_a_value_is_put_where_another_one_is() -> None:
    program = """
        from utils import align

        def f(model, x, device):
            x = x.to(device)
            y = align(torch.ones(3, 3), x)
            return x @ y

        def g(model, x, device):
            x = x.to(device)
            y = align(torch.ones(3, 3), torch.zeros(3))
            return x @ y
    """
    assert found(program) == []
    assert found(program, moves=("align -> argument 2",)) == ["DEV102 y = align(torch.ones(3, 3), torch.zeros(3))"]


def test_in_place() -> None:
    program = """
        from utils import send_

        def f(batch, device):
            send_(batch, device)
            return batch["x"] + torch.ones(3)

        def g(x, device):
            batch = {"x": torch.zeros(3), "y": [torch.zeros(3)]}
            send_(batch, device)
            return batch["y"][0] + torch.ones(3)

        def h(device):
            batch = {"x": torch.zeros(3)}
            send_(batch, device)
            return batch["x"] + torch.ones(3, device=device)
    """
    assert found(program) == []
    expected = ['DEV102 return batch["x"] + torch.ones(3)', 'DEV102 return batch["y"][0] + torch.ones(3)']
    assert found(program, moves=("send_ -> argument 2 in place",)) == expected
    assert found(program, moves=("send_ -> argument 2",)) == []


def test_something_made_of_no_tensor_is_on_the_device_too() -> None:
    program = """
        from utils import make_mask

        def f(device):
            return make_mask(5, device) @ torch.ones(3, 3)
    """
    assert found(program) == []
    assert len(found(program, moves=("make_mask(n, device) -> device",))) == 1


def test_a_shared_tensor_moved_twice_is_two() -> None:
    program = """
        from utils import put

        def f(x, device):
            a, b = put((x.detach(), x), device)
            w = torch.ones(3, requires_grad=True)
            c, d = put((w, w), device)
            c.data.add_(1)
            return c, d
    """
    assert "DEV306" not in "".join(found(program))
    assert "DEV306" in "".join(found(program, moves=("put -> argument 2",)))


@pytest.mark.parametrize("call", ["put(x)", "put(x, None)", "put(*xs)", "put(**xs)", "put(x, *xs)", "put()"])
def test_where_a_call_does_not_say_where_to_nothing_is_known(call: str) -> None:
    program = f"from utils import put\ndef f(x, *xs):\n    return {call} @ torch.ones(3, 3)\n"
    assert found(program, moves=("put -> argument 2",)) == []


# Names that are on a device


@pytest.mark.parametrize(
    "statement",
    [
        "return batch + torch.ones(3)",
        "return torch.ones(3, 3) @ batch",
        'return batch["x"] * torch.ones(3)',
        "return batch.x * torch.ones(3)",
        "return batch[0] * torch.ones(3)",
        "return torch.cat([batch, torch.ones(3)])",
        "x, y = batch; return y + torch.ones(3)",
        "return [one + torch.ones(3) for one in batch]",
        "return batch.matmul(torch.ones(3, 3))",
    ],
)
def test_what_is_on_a_device_meets_what_is_not(statement: str) -> None:
    program = f"def f(batch):\n    {statement}\n"
    assert found(program) == [] or "batch + " in statement or "@ batch" in statement or "cat" in statement
    (one,) = found(program, on_device=("batch",))
    assert one.startswith("DEV102")
    (one,) = found(program, on_device=("batch = cuda:1",))
    assert one.startswith("DEV101")
    assert found(program, on_device=("batch = cpu",)) == []
    assert found(program, on_device=("self.batch",)) == found(program)


@pytest.mark.parametrize(
    "statement",
    ["return batch.numpy()", "return np.asarray(batch)", 'return batch["x"].numpy()', "return np.array(batch.x)"],
)
def test_what_is_on_a_device_cannot_be_given_to_numpy(statement: str) -> None:
    program = f"def f(batch):\n    {statement}\n"
    (one,) = found(program, on_device=("batch",), head="import numpy as np\n")
    assert one.startswith("DEV107")
    assert found(program.replace("batch.numpy", "batch.cpu().numpy"), on_device=("another",)) == []


def test_a_loop_variable_and_a_global() -> None:
    program = """
        for batch in prefetch():
            loss = batch["x"] * torch.ones(3)

        def f():
            with context() as batch:
                return batch["x"] * torch.ones(3)
    """
    assert found(program) == []
    assert len(found(program, on_device=("batch",))) == 2


def test_an_attribute() -> None:
    program = """
        class Agent:
            def __init__(self, memory):
                self.memory = memory

            def act(self):
                return self.memory * torch.ones(3)

        def f(agent):
            return agent.memory * torch.ones(3)
    """
    assert found(program) == []
    assert len(found(program, on_device=("self.memory",))) == 1
    assert len(found(program, on_device=("agent.memory = cuda",))) == 1


def test_a_name_on_the_host() -> None:
    program = """
        def f(model, table, device):
            model = nn.Linear(3, 3).to(device)
            return model(table)
    """
    assert found(program) == []
    assert found(program, on_device=("table = cpu",)) == ["DEV101 return model(table)"]


def test_a_device_by_name() -> None:
    program = """
        def act(agent):
            return torch.zeros(3, device=agent.device) + agent.memory
    """
    assert found(program) == []
    assert found(program, on_device=("agent.device", "agent.memory")) == []
    assert found(program, on_device=("agent.device = cuda:0", "agent.memory = cuda:0")) == []
    (one,) = found(program, on_device=("agent.device = cuda:1", "agent.memory = cuda:0"))
    assert one.startswith("DEV101")
    (one,) = found(program, on_device=("agent.device = cpu", "agent.memory"))
    assert one.startswith("DEV101")


def test_what_the_code_says_is_not_overruled() -> None:
    program = """
        def f(batch):
            batch = batch.cpu()
            return batch.numpy() + np.asarray(batch)

        def g():
            batch = torch.ones(3)
            return batch + torch.zeros(3)

        def h(batch):
            if batch.is_cuda:
                batch = batch.cpu()
            return batch.numpy()
    """
    assert found(program, on_device=("batch",)) == []


@pytest.mark.parametrize("number", ["batch.num_graphs", 'batch["size"]', "batch.length", 'batch["n_steps"]'])
def test_what_is_called_a_number_is_not_taken_for_a_tensor(number: str) -> None:
    program = f"def f(batch):\n    return torch.ones(3) * {number}\n"
    assert found(program, on_device=("batch",)) == []


def test_a_method_that_moves_what_its_object_keeps() -> None:
    program = """
        from utils import send_

        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.table = torch.ones(3)

            def prepare(self, device):
                send_(self.table, device)

            def forward(self, x):
                return x.detach() * self.table
    """
    assert [one.split()[0] for one in found(program)] == ["DEV302"]
    assert found(program, moves=("send_ -> argument 2 in place",)) == []


# Modules that a framework moves

MANAGED = """
    class Head(Engine):
        def __init__(self):
            super().__init__()
            self.fc = nn.Linear(3, 3)
            self.scale = torch.ones(3)
            self.layers = [nn.Linear(3, 3)]

        def forward(self, x):
            return self.fc(x) * self.scale

        def repeat(self, x):
            for layer in self.layers:
                x = layer(x)
            return x

        def grow(self, device):
            self.to(device)
            self.head = nn.Linear(3, 3)

    def f(x, device):
        return Head()(x.to(device))
"""


@pytest.mark.parametrize("entry", ["Engine", "mylib.Engine", "mylib.core.Engine", "Head"])
def test_what_a_framework_moves(entry: str) -> None:
    program = "from mylib.core import Engine\n" + textwrap.dedent(MANAGED)
    if entry == "mylib.Engine":
        program = program.replace("mylib.core", "mylib")
    without = {one.split()[0] for one in found(program)}
    assert without == {"DEV301", "DEV302", "DEV303", "DEV310"}
    assert found(program, managed_modules=(entry,)) == []
    assert found(program, managed_modules=("Engin", "ore.Engine")) == found(program)


def test_a_managed_module_is_a_module() -> None:
    program = """
        from mylib import Engine

        class Net(Engine):
            def __init__(self):
                super().__init__()
                self.head = nn.Linear(3, 3)

            def training_step(self, batch):
                return self.head(torch.ones(3))
    """
    assert found(program) == []
    assert found(program, managed_modules=("Engine",)) == ["DEV102 return self.head(torch.ones(3))"]


# The way there


def test_options_with_configured_helpers_travel(tmp_path: Path) -> None:
    options = Options(moves=("put -> argument 2",), on_device=("batch",), managed_modules=("Engine",))
    assert pickle.loads(pickle.dumps(options)) == options
    assert hash(options) == hash(pickle.loads(pickle.dumps(options)))
    assert options.fingerprint() != Options().fingerprint()
    paths = []
    for number in range(4):
        path = tmp_path / f"m{number}.py"
        path.write_text(HEAD + "def f(batch):\n    return batch['x'] * torch.ones(3)\n")
        paths.append(str(path))
    assert [len(outcome.found) for outcome in check_all(paths, options, jobs=2)] == [1, 1, 1, 1]


def test_entries_are_separated_by_commas_and_lines() -> None:
    text = "to(x, device) -> device, f -> cuda\n.g(a,\n b) -> b,,\n"
    assert split(text) == ["to(x, device) -> device", "f -> cuda", ".g(a,", "b) -> b"]
    assert split("a, b = cuda\n\n c") == ["a", "b = cuda", "c"]


@given(st.text(alphabet="f(x, y)->.=: \n\targument1selfinplcudé0", max_size=40))
@settings(derandomize=True, max_examples=1000, deadline=None)
def test_any_entry_is_read_or_refused(text: str) -> None:
    for kind, field in ((MOVES, "moves"), (PLACES, "on_device"), (CLASSES, "managed_modules")):
        try:
            value = kind.from_text("tox.ini: devlint.x", text)
        except BadOption as error:
            assert str(error).isprintable()  # noqa: PT017
        else:
            assert Options(**{field: value}).configured == Options(**{field: value}).configured


FILES = {
    "pyproject.toml": """
        [tool.devlint]
        moves = ["to_device(x, device) -> device"]
        on-device = ["batch", "self.memory = cuda:0"]
        managed-modules = ["mylib.Engine"]
        """,
    "setup.cfg": """
        [devlint]
        moves = to_device(x, device) -> device
        on-device = batch, self.memory = cuda:0
        managed-modules = mylib.Engine
        """,
    "tox.ini": """
        [devlint]
        moves =
            to_device(x, device) -> device
        on-device =
            batch
            self.memory = cuda:0
        managed-modules =
            mylib.Engine
        """,
}


@pytest.mark.parametrize("name", FILES)
def test_every_kind_of_file_configures(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(textwrap.dedent(FILES[name]))
    options = configured()
    assert options.moves == ("to_device(x, device) -> device",)
    assert options.on_device == ("batch", "self.memory = cuda:0")
    assert options.managed_modules == ("mylib.Engine",)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "moves = ['to_device']",
            "moves: 'to_device' is not like 'to_device(x, device) -> device' or 'to_gpu -> cuda'",
        ),
        ("moves = ['f(x) -> device']", "moves: 'f(x) -> device': 'device' is none of its arguments and no device"),
        (
            "moves = ['f -> argument 0']",
            "moves: 'f -> argument 0': 'argument 0' is none of its arguments and no device",
        ),
        ("moves = ['f -> coda']", "moves: 'f -> coda': 'coda' is none of its arguments and no device"),
        ("moves = ['f(x -> cuda']", "moves: 'f(x -> cuda' is not like "),
        ("moves = ['']", "moves: '' is not like "),
        ("moves = 'f -> cuda'", "moves: must be a list of strings, not a string"),
        ("on-device = ['batch = coda']", "on-device: 'batch = coda': 'coda' is no device"),
        ("on-device = ['batch cuda']", "on-device: 'batch cuda' is not like 'batch' or 'self.memory = cuda:0'"),
        ("on-device = ['x[0]']", "on-device: 'x[0]' is not like "),
        ("managed-modules = ['my lib']", "managed-modules: 'my lib' is no name of a class"),
        ("managed-module = ['Engine']", 'managed-module: unknown key, did you mean "managed-modules"?'),
        ("on_device = ['batch']", 'on_device: unknown key, did you mean "on-device"?'),
        ("move = ['f -> cuda']", 'move: unknown key, did you mean "moves"?'),
    ],
)
def test_a_mistake_is_told(line: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pyproject.toml").write_text(f"[tool.devlint]\n{line}\n")
    with pytest.raises(BadOption) as told:
        configured()
    assert str(told.value).startswith(f"pyproject.toml: tool.devlint.{said}")


def test_flags(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.py").write_text(HEAD + textwrap.dedent(MEETS.format(call="to_device(x, device)")))
    assert main(["check", "a.py"]) == 0
    assert main(["check", "--moves", "to_device(x, device) -> device", "a.py"]) == 1
    assert main(["check", "--moves", "to_gpu -> cuda, to_device(x, device) -> device", "a.py"]) == 1
    Path("pyproject.toml").write_text('[tool.devlint]\nmoves = ["to_device -> argument 2"]\n')
    assert main(["check", "a.py"]) == 1
    assert main(["check", "--moves", "to_device -> cpu", "a.py"]) == 0
    capsys.readouterr()
    assert main(["check", "--moves", "to_device", "a.py"]) == 2
    assert capsys.readouterr().err.startswith("devlint: error: --moves: 'to_device' is not like ")
