"""The comparison of a stub with a library sees what is wrong: each wrong row brings its sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")

import torch

from devlint.stubs import finding, packages
from tests.stubs.conformance import complaints, misfits
from tests.stubs.sample import CalledBack, Sample
from tests.stubs.test_samples import missing

MODULE = __name__


def add(x: Any, y: Any) -> Any:
    return x + y


def ones(x: Any) -> Any:
    return torch.ones(2)


def total(x: Any) -> Any:
    return x.sum()


def pair(x: Any) -> Any:
    return x, x.cpu()


def listed(x: Any) -> Any:
    return x.tolist()


def array(x: Any) -> Any:
    return x.numpy()


def move(model: Any, device: Any = None) -> Any:
    return model.to(device or "cuda")


def to_a_gpu(model: Any) -> Any:
    return model if next(model.parameters()).is_cuda else model.to("cuda")


class Layer(torch.nn.Module):
    def __init__(self, size: int = 2, device: Any = None) -> None:
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(size, device=device))

    def forward(self, x: Any) -> Any:
        return self.weight * x


class Loop:
    def run(self, x: Any) -> None:
        self.step(x.cuda(0))

    def step(self, batch: Any) -> None: ...


@pytest.fixture
def stub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Path]]:
    """Makes a stub of this module from rows."""
    top = MODULE.partition(".")[0]

    def write(rows: str) -> Path:
        file = tmp_path / f"{top}.pyi"
        inside = "\n".join(f"    {line}" for line in rows.splitlines())
        file.write_text(f'with module("{MODULE}"):\n{inside}\n', encoding="utf-8")
        return file

    monkeypatch.setattr(packages, "FOLDER", tmp_path)
    _forget()
    yield write
    _forget()


def _forget() -> None:
    packages.own_packages.cache_clear()
    finding.forget()


def _x(device: str) -> dict[str, Any]:
    return {"x": torch.ones(2, device=device)}


def _x_y(device: str) -> dict[str, Any]:
    return {"x": torch.ones(2, device=device), "y": torch.ones(2, device=device)}


RIGHT = [
    ("def add(x: Tensor, y: Tensor[x]) -> Tensor[x]: ...", "add", _x_y),
    ("def ones(x) -> Tensor[default]: ...", "ones", _x),
    ("def total(x: Tensor) -> Scalar[x]: ...", "total", _x),
    ("def pair(x: Tensor) -> tuple[Tensor[x], Tensor[cpu]]: ...", "pair", _x),
    ("def listed(x) -> list[Number]: ...", "listed", _x),
    ("def array(x: Array) -> Array: ...", "array", lambda device: {"x": torch.ones(2)}),
    (
        "def move(model: Moved[device], device: Device = accelerator) -> Same[model]: ...",
        "move",
        lambda device: {"model": torch.nn.Linear(2, 2), "device": device},
    ),
    (
        "def to_a_gpu(model: Moved[gpu]) -> Same[model]: ...",
        "to_a_gpu",
        lambda device: {"model": torch.nn.Linear(2, 2).to(device)},
    ),
    (
        "class Layer(Model[device]):\n    def __init__(self, size=2, device: Device = default): ...",
        "Layer",
        lambda device: {"device": device},
    ),
    (
        "class Layer(Model):\n    def __call__(self, x: Tensor[self]) -> Tensor[self]: ...",
        "Layer.__call__",
        lambda device: {"self": Layer(device=device), **_x(device)},
    ),
    (
        "class Layer(Model):\n    weight: Tensor[self]",
        "Layer.weight",
        lambda device: {"self": Layer(device=device)},
    ),
]

WRONG = [
    ("def add(x: Tensor, y: Tensor[x]) -> Tensor[cpu]: ...", "add", _x_y, "the stub says cpu"),
    ("def add(x: Tensor, y: Tensor[x]): ...", "add", lambda d: {**_x(d), "y": torch.tensor(1.0)}, "works on"),
    ("def ones(x: Tensor) -> Tensor[x]: ...", "ones", _x, "the result is on cpu, and the stub says cuda:1"),
    ("def ones(x: Tensor[cpu]) -> Tensor[cpu]: ...", "ones", _x, "works on cuda:1"),
    ("def total(x: Tensor) -> Tensor[x]: ...", "total", _x, "no dimension"),
    ("def ones(x) -> Scalar[cpu]: ...", "ones", _x, "has 1 dimensions"),
    ("def total(x) -> Array: ...", "total", _x, "holds tensors"),
    ("def listed(x) -> Tensor: ...", "listed", _x, "no tensor"),
    ("def array(x) -> Number: ...", "array", lambda device: {"x": torch.ones(2)}, "is an array"),
    ("def pair(x: Tensor) -> tuple[Tensor[x], Tensor[x]]: ...", "pair", _x, r"the result\[1\] is on cpu"),
    ("class Layer(Stateless): ...", "Layer", lambda device: {}, "has parameters"),
    (
        "class Layer(Model[cpu]):\n    def __init__(self, size=2, device=None): ...",
        "Layer",
        lambda device: {"device": device},
        "is on cuda:1, and the stub says cpu",
    ),
    (
        "def move(model: Moved[cpu], device: Device = accelerator): ...",
        "move",
        lambda device: {"model": torch.nn.Linear(2, 2), "device": "cuda:1"},
        "after the call, is on cuda:1",
    ),
    (
        "def move(model: Moved[gpu], device=None): ...",
        "move",
        lambda device: {"model": torch.nn.Linear(2, 2).to(device)},
        "after the call, is on cuda:0, and the stub says cuda:1",
    ),
]


@pytest.mark.parametrize(("rows", "name", "arguments"), RIGHT)
def test_a_right_row_brings_no_complaint(stub: Any, rows: str, name: str, arguments: Any) -> None:
    stub(rows)
    assert not complaints(Sample(f"{MODULE}.{name}", arguments))


@pytest.mark.parametrize(("rows", "name", "arguments", "sentence"), WRONG)
def test_a_wrong_row_brings_its_sentence(stub: Any, rows: str, name: str, arguments: Any, sentence: str) -> None:
    stub(rows)
    said = "\n".join(complaints(Sample(f"{MODULE}.{name}", arguments)))
    with pytest.raises(AssertionError, match=sentence):
        assert not said, said


@pytest.mark.parametrize(("place", "right"), [("cuda", True), ("accelerator", True), ("cpu", False)])
def test_a_method_that_the_library_calls_is_given_its_arguments_there(stub: Any, place: str, right: bool) -> None:
    stub(f"class Loop:\n    @called_back\n    def step(self, batch: Tensor[{place}]): ...")

    def run(device: str, seen: Callable[..., None]) -> None:
        class Mine(Loop):
            def step(self, batch: Any) -> None:
                seen(batch=batch)

        Mine().run(torch.ones(2, device=device))

    assert right is not bool(complaints(CalledBack(f"{MODULE}.Loop.step", run)))


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ("def add(x, y: Tensor): ...", None),
        ("def add(y: Tensor): ...", "`y` is at position 1, and the stub says 0"),
        ("def add(x, *, y: Tensor): ...", "`y` is at position 1, and the stub says None"),
        ("def add(x, z: Tensor): ...", "no parameter `z`"),
        ("def move(model, device='cpu'): ...", "the default of `device` is None"),
        ("def moved(x): ...", "cannot be imported"),
    ],
)
def test_parameters_are_compared(stub: Any, rows: str, sentence: str | None) -> None:
    stub(rows)
    found = finding.stub(MODULE.partition(".")[0])
    assert found is not None
    said = [one for name, function in found.functions.items() for one in misfits(name, function)]
    assert (not said) if sentence is None else (len(said) == 1 and sentence in said[0])


def test_rows_without_a_sample_are_listed_unless_they_say_why(stub: Any) -> None:
    file = stub(
        "def add(x): ...\n# read: it needs a file\ndef ones(x): ...\n"
        "class Layer(Model):\n    weight: Tensor[self]\n    def __call__(self, x): ...  # read: it is slow\n"
    )
    assert [one.rpartition(" ")[2] for one in missing(file)] == ["add", "Layer", "Layer.weight"]
