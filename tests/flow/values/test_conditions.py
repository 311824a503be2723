"""Conditions, and the guards made of them."""

from __future__ import annotations

from devlint.devices.lattice.conditions import AVAILABLE, accelerated_key, device_given, is_about_places, mentions
from devlint.flow.narrowing.truths import combine, condition
from devlint.flow.values.conditions import All, Asked, Condition, IsNone, IsTrue, parts_of
from devlint.flow.values.guards import ALWAYS, excluding, feasible


def test_kinds_differ() -> None:
    same: set[Condition] = {IsNone("x"), IsTrue("x"), IsNone("x")}
    assert len(same) == 2


def test_arms_exclude_each_other() -> None:
    one = condition(IsNone("x"))
    assert not feasible(one.guards, one.unless)
    assert feasible(one.guards, condition(IsNone("y")).unless)


def test_not_and_or() -> None:
    a, b = condition(IsTrue("a")), condition(IsTrue("b"))
    both, either = combine("and", [a, b]), combine("or", [a, b])
    assert a.guards | b.guards <= both.guards and not feasible(both.unless, a.guards | b.guards)
    assert a.unless | b.unless <= either.unless and feasible(either.guards, a.unless)
    assert not feasible(either.guards, a.unless | b.unless)
    assert both.negated() == combine("or", [a.negated(), b.negated()])


def test_what_is_excluded() -> None:
    guards = frozenset({(IsTrue("a"), True), (IsTrue("b"), False)})
    assert excluding(guards) == frozenset({(All(guards), False)})
    assert excluding(frozenset({(IsTrue("a"), True)})) == frozenset({(IsTrue("a"), False)})
    assert excluding(ALWAYS) == ALWAYS


def test_what_a_condition_is_about() -> None:
    part = (1, 2, None), ".weight"
    asked = frozenset({(All(frozenset({(IsNone(part), True)})), False)})
    assert (1, 2, None) in list(parts_of(IsNone(part)))
    assert mentions(asked, (1, 2, None)) and not mentions(asked, (1, 3, None))


def test_conditions_about_places() -> None:
    about: list[Condition] = [AVAILABLE, accelerated_key("x"), device_given("x"), IsTrue(("self", ".use_cuda"))]
    for key in about:
        assert is_about_places(frozenset({(key, True)})), key
    assert not is_about_places(frozenset({(IsNone("mask"), True), (Asked(("<", "n", ("int", 3))), False)}))
