"""What is compiled is what is interpreted: the methods written out for mypyc are those that a record gets."""

from __future__ import annotations

import ast
import importlib
import inspect
import sys
import types
from pathlib import Path

import pytest

import devlint
from devlint.base import record
from tests.harness import COMPILED

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))

from compiled import chosen, expanded

PACKAGE = Path(devlint.__file__).parent
SOURCES = {str(path): path.read_text(encoding="utf-8") for path in chosen(PACKAGE)}
EXPANDED = expanded(SOURCES)

BASE = """
from __future__ import annotations
from dataclasses import field
from devlint.base.record import dataclass

@dataclass(frozen=True, slots=True)
class Value:
    "Anything."
    id: int

    def double(self) -> int:
        return 2 * self.id
"""
DERIVED = """
from __future__ import annotations
from dataclasses import field
from devlint.base.record import dataclass
from base import Value

@dataclass(frozen=True, slots=True)
class Tensor(Value):
    '''One.'''

    device: str = "cpu"  # where it is
    cause: object = field(default=None, compare=False,
                          repr=False)
    roots: set[int] = field(default_factory=set, compare=False)

@dataclass(slots=True, eq=False)
class Frame:
    names: dict[str, int] = field(default_factory=dict)

@dataclass(slots=True)
class Empty:
    pass
"""


def _load(sources: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> types.ModuleType:
    for name in ("base", "derived"):
        module = types.ModuleType(name)
        monkeypatch.setitem(sys.modules, name, module)
        exec(compile(sources[name], name, "exec"), vars(module))
    return module


def _behaviour(module: types.ModuleType) -> list[object]:
    one, other = module.Tensor(3), module.Tensor(3, "cuda", 7, {1})
    moved = record.replace(one, device="cuda")
    return [
        repr(one), repr(other), one.double(), other.roots, one == module.Tensor(3), one == other, moved == other,
        hash(moved) == hash(other), moved.roots is one.roots, one.roots is module.Tensor(3).roots,
        record.types(module.Tensor), module.Frame().names, module.Frame() == module.Frame(),
        module.Empty() == module.Empty(), module.Empty.__hash__ is None, repr(module.Empty()),
        [str(p) for p in inspect.signature(module.Frame).parameters],
    ]  # fmt: skip


def test_records_written_out_behave_like_records(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = {"base": BASE, "derived": DERIVED}
    interpreted = _behaviour(_load(sources, monkeypatch))
    written = expanded(sources)
    assert "@dataclass" not in "".join(written.values())
    assert _behaviour(_load(written, monkeypatch)) == interpreted


def test_what_is_set_once_is_final() -> None:
    text = (
        "from __future__ import annotations\n"
        "ONCE = 1\n_TYPED: dict[str, int] = {}\nTWICE = 1\nTWICE = 2\nGROWS = set()\nGROWS |= {1}\nCOUNT = 0\n"
        'T = TypeVar("T")\nname = 1\ndef f():\n    global COUNT\n    LOCAL = 1\n'
    )
    lines = expanded({"a.py": text})["a.py"].splitlines()
    assert [line for line in lines if "_Final" in line][1:] == [
        "ONCE: _Final = 1",
        "_TYPED: _Final[dict[str, int]] = {}",
    ]


@pytest.mark.skipif(COMPILED, reason="compares with what is interpreted")
@pytest.mark.parametrize(
    "path", [name for name in SOURCES if "_record: _ClassVar" in EXPANDED[name]], ids=lambda n: Path(n).stem
)
def test_every_record_is_written_out_with_its_fields(path: str) -> None:
    module = importlib.import_module(".".join(Path(path).relative_to(PACKAGE.parent).with_suffix("").parts))
    classes = {node.name: node for node in ast.walk(ast.parse(EXPANDED[path])) if isinstance(node, ast.ClassDef)}
    records = {
        name: kind for name, kind in vars(module).items() if "_record" in vars(kind if isinstance(kind, type) else type)
    }
    own = {name: kind for name, kind in records.items() if kind.__module__ == module.__name__}
    assert own
    for name, kind in own.items():
        written = {part.name: part for part in classes[name].body if isinstance(part, ast.FunctionDef)}
        names = [argument.arg for argument in written["__init__"].args.args]
        assert names == list(inspect.signature(record.complete(kind)["__init__"]).parameters)
        assert ("__eq__" in written) == ("__eq__" in vars(kind))
        assert ("__hash__" in written) == (vars(kind).get("__hash__") is not None)


def test_wheels_are_compiled_for_every_python_that_is_named() -> None:
    tomllib = pytest.importorskip("tomllib")
    project = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8"))
    recipe = project["tool"]["cibuildwheel"]
    named = [one.rpartition(" ")[2] for one in project["project"]["classifiers"] if "Python :: 3." in one]
    assert recipe["environment"] == {"DEVLINT_COMPILE": "1"}
    assert {f"cp{version.replace('.', '')}-*" for version in named} <= set(recipe["build"])
    assert (PACKAGE.parent / recipe["test-command"].split()[1].removeprefix("{project}/")).is_file()
