"""What is held, copied or asked for many times is looked at once, or paid for: counts of visits and steps."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable
from itertools import product

import pytest

from devlint import lint
from devlint.base.session import SESSION, Until
from devlint.devices.semantics.modules import application, copies, weights
from devlint.devices.silence.chosen_cuda import ChosenCuda
from devlint.flow.budget import LOOKS_A_STEP
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.conditions import All, Condition, IsTrue, OneOf
from devlint.flow.values.guards import Guard, Guards, feasible
from devlint.flow.values.state import Fields, State
from devlint.flow.values.value import MOST_ALTERNATIVES, Literal, bag
from devlint.source import uses
from devlint.source.uses import MOST_USES, Uses
from tests.harness import COMPILED

pytestmark = pytest.mark.skipif(COMPILED, reason="what is counted is patched in the evaluator")

HEAD = "import copy\nimport torch\nfrom torch import nn\n\n\ndef f(x: torch.Tensor, n):\n"
END = "    return x + torch.ones(3)\n"
LEVELS = 33


def counted(monkeypatch: pytest.MonkeyPatch, room: object, name: str) -> list[object]:
    """A list that gets an entry for each call of a function of ``room``."""
    calls: list[object] = []
    real: Callable[..., object] = getattr(room, name)

    def counting(*given: object, **named: object) -> object:
        calls.append(given)
        return real(*given, **named)

    monkeypatch.setattr(room, name, counting)
    return calls


@pytest.mark.parametrize("layer", ["nn.Linear(3, 3)", "nn.ReLU()"])
def test_a_module_that_is_held_twice_is_visited_once(layer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = counted(monkeypatch, application, "_gives_tensor")
    carried = counted(monkeypatch, weights, "carries")
    text = f"{HEAD}    m = {layer}\n" + "    m = nn.Sequential(m, m)\n" * LEVELS
    found = lint(f"{text}    return m(x) + torch.ones(3)\n")
    assert [d.code for d in found if d.code == "DEV102"] == ["DEV102"]
    assert len(asked) <= 5 * LEVELS  # the types for the repair are found out by a second evaluation
    assert len(carried) <= 4 * (weights.DEEPEST + 2) * 3 * LEVELS


def test_a_copy_of_what_holds_a_copy_is_paid_for(monkeypatch: pytest.MonkeyPatch) -> None:
    made = counted(monkeypatch, copies._Copier, "_another")
    body = "    m = nn.Linear(3, 3)\n" + f"    m = nn.Sequential(m{', copy.deepcopy(m)' * 9})\n" * LEVELS
    text = HEAD + body + END
    lint(text)
    assert len(made) <= 30_001  # the steps that one function has, and not a ninefold number for each line


def test_a_list_that_is_asked_for_as_often_as_it_is_long_costs_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    spent: list[int] = []
    real = Evaluator.looked

    def looked(run: Evaluator, state: State) -> None:
        before = run.steps
        real(run, state)
        spent.append(before - run.steps)

    monkeypatch.setattr(Evaluator, "looked", looked)
    width = 300
    wide = f"{HEAD}    m = nn.Sequential({', '.join(['nn.ReLU()'] * width)})\n"
    lint(f"{wide}    k = nn.Sequential(m)\n{END}")
    once = sum(spent)
    assert once >= width >> LOOKS_A_STEP
    spent.clear()
    lint(wide + "    k = nn.Sequential(m)\n" * 10 + END)
    assert sum(spent) >= 5 * once


def test_all_forks_of_a_state_count_what_is_read_of_them_together() -> None:
    state = State({}, Fields({(1, ".a"): Literal(1), (1, ".b"): Literal(2)}))
    other = state.fork()
    assert len(other.fields_of(1)) == 2 and state.fields.looks == other.fields.looks == [3]


def _sets() -> list[Guards]:
    a, b, n = IsTrue("a"), IsTrue("b"), OneOf("n", "paths")
    pairs: list[Guard] = [(a, True), (a, False), (b, True), (b, False), (n, 0), (n, 1), (n, 2)]
    groups: list[Guards] = [frozenset({(a, True), (b, True)}), frozenset({(n, 1), (b, False)})]
    all_of: list[Guard] = [(All(group), False) for group in groups]
    singles: list[Guards] = [frozenset({one}) for one in (*pairs, *all_of)]
    both = [one | other for one in singles for other in singles]
    return [one for one in dict.fromkeys([*singles, *both]) if len({key for key, _ in one}) == len(one)]


def test_sets_of_guards_exclude_each_other_where_no_assignment_satisfies_both() -> None:
    def holds(guards: Guards, values: dict[Condition, object]) -> bool:
        for key, arm in guards:
            if isinstance(key, All):
                if holds(key.guards, values) is not arm:
                    return False
            elif values[key] != arm:
                return False
        return True

    SESSION.end(Until.PROGRAM)
    both = True, False
    keys = IsTrue("a"), IsTrue("b"), OneOf("n", "paths")
    worlds: list[dict[Condition, object]] = [dict(zip(keys, one, strict=True)) for one in product(both, both, range(4))]
    sets = [one for one in _sets() if any(holds(one, world) for world in worlds)]
    for one, other in product(sets, sets):
        if not feasible(one, other):
            assert not any(holds(one, world) and holds(other, world) for world in worlds), (one, other)
        plain = all(not isinstance(key, All) for key, _ in one | other)
        if plain:
            assert feasible(one, other) == any(holds(one, world) and holds(other, world) for world in worlds)


class _Counted:
    """A condition that counts how often it is hashed."""

    hashed = 0
    kind = "counted"

    def __hash__(self) -> int:
        _Counted.hashed += 1
        return id(self) >> 4


def test_what_two_sets_of_guards_share_is_not_looked_at() -> None:
    shared: list[Guard] = [(_Counted(), True) for _ in range(90)]
    one, other = frozenset({*shared, (IsTrue("a"), True)}), frozenset({*shared, (IsTrue("a"), False)})
    SESSION.end(Until.PROGRAM)
    hash(one), hash(other)
    _Counted.hashed = 0
    assert not feasible(one, other)
    assert _Counted.hashed == 0


def test_a_bag_is_full_after_as_many_as_it_may_hold() -> None:
    items = (Literal(number) for number in range(10**9))
    held = bag("set", items, 1)
    assert len(held.items) == MOST_ALTERNATIVES and held.open


def test_a_name_is_followed_to_its_next_value(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = counted(monkeypatch, uses, "_kind")
    lines = "".join(f"    a = g({n})\n    use(a)\n" for n in range(100))
    tree = ast.parse(f"def f(g, use):\n{lines}")
    scope = Uses(tree.body[0])
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    for statement in function.body[1::2]:
        assert isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
        assert uses.later([tree, function, statement, statement.value, statement.value.args[0]], "a", scope) == ""
    assert len(kinds) <= 3 * 100


def test_of_a_value_with_too_many_uses_something_may_rely_on_where_it_is() -> None:
    def said(count: int) -> str:
        tree = ast.parse("def f(a, g):\n    b = g(a)\n" + "    a + b\n" * count)
        function = tree.body[0]
        assert isinstance(function, ast.FunctionDef)
        statement = function.body[0]
        assert isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call)
        return uses.later([tree, function, statement, statement.value, statement.value.args[0]], "a", Uses(function))

    assert said(MOST_USES - 10) == "needed" and said(MOST_USES + 10) == "kept"


def test_the_calls_of_a_file_are_counted_once() -> None:
    assert isinstance(ChosenCuda.called, type(ChosenCuda.applied)), "both are kept"
    text = "g(1)\ndef g(x): h(x)\nh(h(2))\n"
    made = ChosenCuda.__new__(ChosenCuda)
    made.file = type("File", (), {"content": text})()
    assert made.called == Counter({"h": 3, "g": 1})
