"""Programs whose values double with each statement: what they cost is bounded by their length."""

from __future__ import annotations

import pytest

from devlint import lint
from devlint.devices.lattice.device import UNKNOWN
from devlint.devices.lattice.tensors import MOST_ROOTS, Tensor
from devlint.flow.values.alternatives import MOST_ROWS, merge
from devlint.flow.values.conditions import IsTrue, OneOf
from devlint.flow.values.guards import MOST_GUARDS, Guard
from devlint.flow.values.parts import MOST_PARTS, bounded, parts_of
from devlint.flow.values.value import MOST_ALTERNATIVES, Choice, Literal, Sequence, Table, Unknown

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


def test_what_depends_on_too_many_conditions_is_unknown() -> None:
    many: list[Guard] = [(IsTrue(n), True) for n in range(MOST_GUARDS)]
    one, other = frozenset({*many, (IsTrue("last"), True)}), frozenset({*many, (IsTrue("last"), False)})
    assert merge([(one, Literal(1)), (other, Literal(2))], "site") == Unknown(("wide", "site"))
    assert merge([(one, Literal(1)), (other, Literal(1))], "site") == Literal(1)
    kept = merge([(one - {many[0]}, Literal(1)), (other - {many[0]}, Literal(2))], "site")
    assert isinstance(kept, Choice) and len(kept.options) == 2


@pytest.mark.parametrize("count", [MOST_ALTERNATIVES + 1, MOST_ROWS + 2, 1000])
def test_too_many_alternatives_are_unknown_and_rows_tell_their_elements(count: int) -> None:
    which = OneOf("site", "paths")
    each = [(frozenset({(which, n)}), Literal(n)) for n in range(count)]
    assert merge(each, "site") == Unknown(("wide", "site"))
    rows = [(guards, Sequence("list", (value,) * (n + 1), n)) for n, (guards, value) in enumerate(each)]
    one = merge(rows, "site")
    if count > MOST_ROWS:
        assert one == Unknown(("wide", "site"))
    else:
        assert isinstance(one, Sequence) and one.open and len(one.items) == MOST_ALTERNATIVES
    assert merge([*rows, (frozenset({(which, count)}), Literal(0))], "site") == Unknown(("wide", "site"))


def test_the_parts_of_a_nest_are_counted_once() -> None:
    nest: Sequence = Sequence("list", (Literal(1),), 0)
    for depth in range(200):
        nest = Sequence("list", (nest, nest), depth)
    assert parts_of(nest) > MOST_PARTS


def test_a_tensor_remembers_so_many_that_it_was_computed_from() -> None:
    tensor = Tensor(UNKNOWN, 0)
    for number in range(1, 3 * MOST_ROOTS):
        tensor = Tensor(UNKNOWN, number, roots=tensor.lineage())
        assert number - 1 in tensor.roots and len(tensor.roots) <= MOST_ROOTS


WIDE = {
    "operands": ("", "y = torch.cat([x, " + "x, torch.ones(3), " * 400 + "])"),
    "conditions": ("n", "y = [x for t in n " + "if t " * 2000 + "]"),
    "modules": ("", "m = torch.nn.Linear(3, 3)\n    " + "m = torch.nn.Sequential(m, m)\n    " * 60 + "m.cuda()"),
    "assignments": ("", "y = x.cuda() if x.ndim else torch.ones(3)\n    " * 300 + "pass"),
}


@pytest.mark.parametrize("name", WIDE)
def test_what_is_wide_comes_to_an_end(name: str) -> None:
    parameters, body = WIDE[name]
    text = f"import torch\n\n\ndef wide(x: torch.Tensor, {parameters}):\n    {body}\n\n\n"
    found = lint(text + "def last(x: torch.Tensor):\n    return x + torch.ones(3)\n")
    assert (found[-1].code, found[-1].span.line) == ("DEV102", text.count("\n") + 2)


HUGE, DIGITS = "0x" + "f" * 5000, "1" * 5000
NUMBERS = {
    "an index": f"y = x.cuda({HUGE})",
    "one below zero": f"y = x.cuda(-{HUGE})",
    "an argument": f"y = torch.ones(3, device={HUGE})",
    "a comparison": f"if x.device.index == {HUGE}: x = x.cuda()",
    "a loop": f"for i in range({HUGE}): x = x.cuda(i)",
    "digits in a string": f"y = x.to('cuda:{DIGITS}')",
    "a place": f"x.rows[{HUGE}].w = torch.ones(3, device=x.device)",
    "a question": f"if x.rows[{HUGE}] is None: x = x.cuda()",
    "a default": f"g = lambda t, i={HUGE}: t.cuda(i); y = g(x)",
}


@pytest.mark.parametrize("what", NUMBERS)
def test_a_number_of_thousands_of_digits_is_no_error(what: str) -> None:
    text = f"import torch\n\n\ndef f(x: torch.Tensor):\n    {NUMBERS[what]}\n\n\n"
    found = lint(text + "def last(x: torch.Tensor):\n    return x + torch.ones(3)\n")
    assert (found[-1].code, found[-1].span.line) == ("DEV102", 9)
