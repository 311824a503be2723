"""The join of alternatives."""

from __future__ import annotations

from devlint.flow.values.alternatives import joined_of_many, merge, under
from devlint.flow.values.conditions import IsTrue, OneOf
from devlint.flow.values.guards import ALWAYS, Guards, feasible
from devlint.flow.values.value import Choice, Literal, Sequence, Unknown

YES: Guards = frozenset({(IsTrue("c"), True)})
NO: Guards = frozenset({(IsTrue("c"), False)})
ONE, TWO = Literal(1), Literal(2)


def test_what_differs_is_a_choice_under_its_guards() -> None:
    both = merge([(YES, ONE), (NO, TWO)], "site")
    assert both == Choice(((YES, ONE), (NO, TWO)))
    assert under(both, YES) == ONE and under(both, NO) == TWO and under(both, ALWAYS) is both


def test_what_is_alike_is_one() -> None:
    assert merge([(YES, ONE), (NO, ONE)], "site") == ONE
    row = Sequence("list", (ONE,), 1)
    assert merge([(YES, row), (NO, Sequence("list", (ONE,), 1))], "site") == row


def test_alternatives_exclude_each_other() -> None:
    both = merge([(ALWAYS, ONE), (ALWAYS, TWO)], "site")
    assert isinstance(both, Choice)
    (first, _), (second, _) = both.options
    assert not feasible(first, second) and first == {(OneOf("site", "alternatives"), 0)}


def test_a_choice_of_choices_is_flat_and_knows_what_cannot_be() -> None:
    inner = merge([(YES, ONE), (NO, TWO)], "inner")
    assert merge([(YES, inner), (NO, Literal(3))], "outer") == Choice(((YES, ONE), (NO, Literal(3))))


def test_too_many_are_unknown() -> None:
    many = merge([(frozenset({(OneOf("site", "paths"), n)}), Literal(n)) for n in range(9)], "site")
    assert isinstance(many, Unknown) and joined_of_many(many.id) and joined_of_many((many.id, ".x"))
