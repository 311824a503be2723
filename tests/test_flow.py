"""What the evaluator believes: every question in ``fixtures/flow`` gets the answer its comment gives."""

from __future__ import annotations

from pathlib import Path

import pytest

import devlint
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
    for folder in ("flow", "devices"):
        for path in (Path(devlint.__file__).parent / folder).glob("*.py"):
            others = [line for line in path.read_text().split("\n") if line.startswith("from dataclasses import")]
            assert path.stem == "record" or not any("replace" in line for line in others), path
