"""The lattice of ranks."""

from __future__ import annotations

import pytest

from devlint.devices.lattice.rank import after, after_in_place, indexed
from devlint.devices.lattice.tensors import POSITIVE
from devlint.flow.domain import Arguments
from devlint.flow.values.state import State
from devlint.flow.values.value import NONE, Literal, Sequence, Slice, Value


@pytest.mark.parametrize(
    ("name", "rank", "given", "expected"),
    [
        ("sum", 3, (), 0),
        ("sum", 3, (Literal(1),), 2),
        ("sum", None, (Literal(0),), None),
        ("sum", None, (Literal(1),), POSITIVE),
        ("view", None, (Literal(4), Literal(-1)), 2),
        ("unsqueeze", 1, (Literal(0),), 2),
        ("masked_select", 3, (), 1),
        ("sort", 2, (), 2),
    ],
)
def test_after(name: str, rank: int | None, given: tuple[Value, ...], expected: int | None) -> None:
    assert after(name, rank, State(), Arguments(given), 0) == expected


def test_in_place() -> None:
    assert after_in_place("unsqueeze_", 1, State(), Arguments((Literal(0),))) == 2
    assert after_in_place("resize_", 2, State(), Arguments()) is None
    assert after_in_place("add_", 2, State(), Arguments()) == 2


def test_indexed() -> None:
    assert indexed(State(), 2, Literal(0)) == 1
    assert indexed(State(), 2, Sequence("tuple", (Slice(1), NONE), 1)) == 3
    assert indexed(State(), None, Slice(1)) == POSITIVE
    assert indexed(State(), None, Literal(0)) is None
