"""What the evaluator believes: every question in ``fixtures/flow`` gets the answer its comment gives."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import devlint
from devlint.devices.facts.recorder import Recorder
from devlint.devices.semantics.domain import TorchDomain
from devlint.flow.evaluator import Evaluator
from devlint.forms import form
from devlint.forms.lowering import lower
from tests.harness import COMPILED
from tests.harness.marks import FIXTURES
from tests.harness.reveal import complaints, expectations, revealed

pytestmark = pytest.mark.skipif(COMPILED, reason="what asks is derived from the evaluator")

FILES = sorted((FIXTURES / "flow").glob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_beliefs(path: Path) -> None:
    wrong = complaints(path)
    assert not wrong, "\n".join(wrong)
    assert expectations(path.read_text(encoding="utf-8")), "a file that asks nothing"


def test_a_wrong_a_missing_an_extra_and_a_closed_gap_are_complaints(tmp_path: Path) -> None:
    path = tmp_path / "beliefs.py"
    path.write_text(
        "import torch\n"
        "x = torch.ones(3, device='cuda')\n"
        "reveal_device(x)  # revealed: cpu\n"
        "reveal_device(x)\n"
        "x = x.cpu()  # revealed: cpu\n"
        "reveal_device(x)  # revealed: unknown; gap: cpu\n"
        "reveal_device(x)  # revealed: cpu; gap: meta\n"
    )
    assert complaints(path) == [
        "beliefs.py:3: believed is cuda, the comment says cpu",
        "beliefs.py:5: nothing is asked here",
        "beliefs.py:6: the gap is closed: cpu",
        "beliefs.py:4: no comment for cuda",
    ]


def test_a_malformed_mark_is_refused() -> None:
    with pytest.raises(ValueError, match="line 1: not a mark"):
        expectations("reveal_device(x)  # revealed:\n")


def test_what_is_never_reached_is_said() -> None:
    assert revealed("def f(x):\n    return x\n    reveal_device(x)\n") == {3: frozenset({"nothing"})}


def test_values_are_replaced_by_what_knows_them() -> None:
    for folder in ("flow", "devices", "rules"):
        modules = list((Path(devlint.__file__).parent / folder).rglob("*.py"))
        assert modules, folder
        for path in modules:
            others = [line for line in path.read_text().split("\n") if line.startswith("from dataclasses import")]
            assert path.stem == "record" or not any("replace" in line for line in others), path


def test_a_form_that_stands_for_another_is_made_once() -> None:
    """Identities hold the ids of forms: one that is let go of would lend its own to the next."""
    run = Evaluator(TorchDomain(Recorder([]), set()))
    read = lower(ast.parse("a.b")).body[0]
    called = run.once(read, "()", form.Call(read.node, form.Name(read.node, "a"), (), ()))
    again = form.Call(read.node, form.Name(read.node, "a"), (), ())
    assert run.once(read, "()", again) is called
    assert run.once(read, "other", again) is again


def test_what_two_evaluators_make_at_one_form_is_told_apart() -> None:
    """A module that is imported keeps what its own evaluator has made of it."""
    first, second = (Evaluator(TorchDomain(Recorder([]), set())) for _ in range(2))
    at = lower(ast.parse("f()")).body[0]
    assert first.identity(at) == first.identity(at) != second.identity(at)
