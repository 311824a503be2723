"""Every device stub of a library: it can be read, fits the library's signatures, and each row does what it says."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from devlint.stubs import finding
from devlint.stubs.reading import Stub, read
from devlint.stubs.vocabulary import Class, Function

pytest.importorskip("torch")

from devlint.stubs.types import BadStub
from tests.stubs.conformance import complaints, misfits
from tests.stubs.sample import CalledBack, Sample

STUBS = sorted((Path(finding.__file__).parent / "libraries").glob("*.pyi"))
SAMPLES = Path(__file__).parent / "samples"
READ = "# read:"
"""The mark of a row that cannot be run, with the reason."""


def samples_of(stub: Path) -> Path:
    return SAMPLES / f"{stub.stem.replace('.', '_')}.py"


def _samples() -> Iterator[Any]:
    for file in sorted(SAMPLES.glob("[a-z]*.py")):
        try:
            found: list[Sample | CalledBack] = importlib.import_module(f"tests.stubs.samples.{file.stem}").SAMPLES
        except ModuleNotFoundError as error:
            reason = f"{error.name} is not installed"
            yield pytest.param(None, id=file.stem, marks=pytest.mark.skip(reason=reason))
            continue
        for number, sample in enumerate(found):
            yield pytest.param(sample, id=f"{sample.name}-{number}")


@contextmanager
def skipping_what_is_missing() -> Iterator[None]:
    """Skip a test of a library, or a part of one, that is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        pytest.skip(f"{error.name} is not installed")


@pytest.mark.parametrize("sample", list(_samples()))
def test_the_library_does_what_the_stub_says(sample: Sample | CalledBack) -> None:
    with skipping_what_is_missing():
        assert not complaints(sample)


@pytest.mark.parametrize("file", STUBS, ids=lambda file: file.stem)
def test_each_row_has_a_sample_or_says_why_it_has_none(file: Path) -> None:
    assert not missing(file)


@pytest.mark.parametrize("file", STUBS, ids=lambda file: file.stem)
def test_the_parameters_are_those_of_the_library(file: Path) -> None:
    stub = read(file.read_text(encoding="utf-8"), file.name)
    pytest.importorskip(file.stem)
    for forward in stub.forwards:
        pytest.importorskip(forward)
    with skipping_what_is_missing():
        assert not list(_all_misfits(stub))


def _all_misfits(stub: Stub) -> Iterator[str]:
    patterned = {row.name for _, _, row in stub.patterns if isinstance(row, Class)}
    for name, function in stub.functions.items():
        yield from misfits(name, function)
    for name, one in stub.classes.items():
        if one.name in patterned or name.rpartition(".")[2].startswith("_"):
            continue
        for key, method in one.methods:
            if not method.called_back:
                yield from misfits(name if key == "__init__" else f"{name}.{key}", method)


@pytest.mark.parametrize(
    ("row", "line"),
    [
        ("def f(x: Tensor) -> Tenser[x]: ...", 2),
        ("def f(x: Tensor) -> Tensor[y]: ...", 2),
        ("def f(x: Tensor['gpu']): ...", 2),
        ("def f(x) -> Same[y]: ...", 2),
        ("def f(x) -> Tensor if y else Array: ...", 2),
        ("@cached\n    def f(x): ...", 3),
        ("class A(Modle): ...", 2),
        ("class A:\n        x = 1", 3),
        ("x = 1", 2),
        ("def f(x) -> dict[...]: ...", 2),
        ("def f(x) -> " + "list[" * 40 + "Tensor" + "]" * 40 + ": ...", 2),
        ("def f(x=" + "-" * 400 + "y): ...", 2),
    ],
)
def test_a_word_that_is_unknown_is_an_error_with_its_line(row: str, line: int) -> None:
    with pytest.raises(BadStub, match=rf"^odd\.pyi:{line}: "):
        read(f'with module("odd"):\n    {row}\n', "odd.pyi")


# Rows without a sample


def missing(file: Path) -> list[str]:
    """The rows of the stub ``file`` that have neither a sample nor a comment that says why."""
    text = file.read_text(encoding="utf-8")
    stub, lines = finding.stub(file.stem), text.splitlines()
    assert stub is not None
    sampled = _sampled(samples_of(file))
    found: list[str] = []
    for block in ast.parse(text).body:
        if not isinstance(block, ast.With) or _is_read(block, lines, block.lineno):
            continue
        home = _text(block.items[0].context_expr.args[0])  # type: ignore[attr-defined]
        for node in block.body:
            if not isinstance(node, (ast.FunctionDef, ast.ClassDef)) or _is_read(node, lines, node.body[0].lineno):
                continue
            if isinstance(node, ast.FunctionDef):
                if id(_function(stub, home, node.name)) not in sampled:
                    found.append(f"{file.name}:{node.lineno}: {node.name}")
                continue
            one = stub.classes[f"{home.removesuffix('.*')}.{node.name}"]
            found += [f"{file.name}:{line}: {name}" for name, line in _unsampled(one, node, lines, sampled)]
    return found


def _unsampled(one: Class, node: ast.ClassDef, lines: list[str], sampled: set[object]) -> Iterator[tuple[str, int]]:
    if (one.model is not None or one.place is not None or one.method("__init__")) and id(one) not in sampled:
        yield node.name, node.lineno
    methods = iter(one.methods)
    for inner in node.body:
        if isinstance(inner, ast.FunctionDef):
            key, method = next(methods)
            for _ in range(_names(inner) - 1):  # one row for several names
                next(methods)
            if key != "__init__" and id(method) not in sampled and not _is_read(inner, lines, inner.lineno):
                yield f"{node.name}.{key}", inner.lineno
        elif isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Name):
            key = inner.target.id
            if f"{one.name}.{key}" not in sampled and not _is_read(inner, lines, inner.lineno):
                yield f"{node.name}.{key}", inner.lineno


def _names(node: ast.FunctionDef) -> int:
    """For how many names a row stands."""
    calls = [one for one in node.decorator_list if isinstance(one, ast.Call)]
    return max([1, *(len(one.args) for one in calls)])


def _function(stub: Stub, home: str, name: str) -> Function | None:
    exact = stub.functions.get(f"{home}.{name}")
    patterns = (row for module, _, row in stub.patterns if module == home and row.name == name)
    return exact or next((row for row in patterns if isinstance(row, Function)), None)


def _sampled(file: Path) -> set[object]:
    """The rows that the texts of a file of samples name, by identity; and the attributes, by name."""
    found: set[object] = set()
    texts = ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if file.exists() else ()
    for node in texts:
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or "." not in node.value:
            continue
        known = finding.row(node.value)
        if known is not None:
            found |= {id(one) for one in (finding.lineage(known.row) if isinstance(known.row, Class) else (known.row,))}
            continue
        owner, _, last = node.value.rpartition(".")
        owned = finding.class_called(owner)
        found |= {f"{one.name}.{last}" for one in (finding.lineage(owned) if owned is not None else ())}
    return found


def _is_read(node: ast.With | ast.FunctionDef | ast.ClassDef | ast.AnnAssign, lines: list[str], end: int) -> bool:
    """Whether a comment above ``node``, or within its lines up to ``end``, says that it was only read."""
    first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
    start = first - 1
    while start > 0 and lines[start - 1].lstrip().startswith("#"):
        start -= 1
    return any(READ in line for line in lines[start : max(first, end)])


def _text(node: ast.expr) -> str:
    assert isinstance(node, ast.Constant) and isinstance(node.value, str)
    return node.value
