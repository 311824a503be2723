"""Programs whose values double with each statement: what they cost is bounded by their length."""

from __future__ import annotations

import pytest

from devlint import lint
from devlint.flow.value import MOST_PARTS, Choice, Literal, Sequence, Table, bounded

ROUNDS = 40

GROWING = {
    "sum": ("row = [x, torch.ones(3)]", "row = row + row"),
    "stars": ("row = (x, torch.ones(3))", "row = (*row, *row)"),
    "slices": ("row = (x, torch.ones(3))", "row = row[::-1] + row[:]"),
    "calls": ("row = (x, torch.ones(3))", "row = together(*row, *row)"),
    "nests": ("row = (x, 1)", "row = (row, row) if x.ndim else (row, row)"),
    "tables": ("row = {'x': x}", "row = {'one': row, 'other': row}"),
    "attributes": ("row = torch.ones(3)", "x = x.data[0].mT"),
}


@pytest.mark.parametrize("name", GROWING)
def test_values_that_double_come_to_an_end(name: str) -> None:
    first, again = GROWING[name]
    body = [first, *[again] * ROUNDS, "return x + torch.ones(3)"]
    text = "import torch\n\n\ndef together(*parts):\n    return parts\n\n\ndef grow(x: torch.Tensor):\n    "
    found = lint(text + "\n    ".join(body) + "\n")
    assert [d.code for d in found] == ["DEV102"]


def test_a_condition_of_many_operands_comes_to_an_end() -> None:
    names = [f"c{n}" for n in range(2000)]
    text = f"import torch\n\n\ndef chosen(x: torch.Tensor, {', '.join(names)}):\n    if {' and '.join(names)}:\n"
    found = lint(text + "        return x + torch.ones(3)\n    return x\n")
    assert [d.code for d in found] == ["DEV102"]


def test_a_deep_nest_is_unknown_and_no_error() -> None:
    text = "import torch\n\n\ndef first(x: torch.Tensor):\n    y = x" + "[0]" * 900 + "\n    return x + torch.ones(3)\n"
    assert [d.code for d in lint(text)] == ["DEV102"]


def test_what_is_too_large_is_forgotten() -> None:
    row = Sequence("list", tuple(Literal(n) for n in range(MOST_PARTS)), 1)
    assert bounded(Literal(1)) == Literal(1) and bounded(Sequence("list", row.items[1:-1], 1)).exact  # type: ignore[attr-defined]
    assert bounded(row) == Sequence("list", (), 1, exact=False, open=True)
    table = Table(tuple((n, Literal(n)) for n in range(MOST_PARTS)), 2)
    assert bounded(table) == Table((), 2, open=True)
    choice = bounded(Choice(((frozenset(), row), (frozenset(), Literal(1)))))
    assert isinstance(choice, Choice) and choice.options[1][1] == Literal(1) and choice.options[0][1] == bounded(row)
