"""Which names are bound at a place."""

from __future__ import annotations

import pytest

from devlint.source.scopes import Scopes

PROGRAM = """
import torch as th
from torch import nn

LIMIT = 3
if LIMIT:
    MAYBE = 1
try:
    import apex
except ImportError:
    apex = None


def function(x, *rest, flag=LIMIT, **others):
    before = x
    if flag:
        on_one_path = 1
        on_both = 1
    else:
        on_both = 2
    if not flag:
        raise ValueError
    else:
        on_all_that_go_on = 1
    with open(x) as file:
        inside_with = 1
    for step in rest:
        in_loop = step  # in the loop
    while (walrus := x.read()):
        pass
    del before
    here = [item for item in rest]  # here
    later = 1

    def inner(y):
        return y  # inner

    after_inner = 1
    return lambda z: z  # lambda


class Model(nn.Module):
    size = 3

    def forward(self, x):
        return x  # method
"""


def bound(name: str, mark: str) -> bool:
    lines = PROGRAM.splitlines()
    number = next(i for i, line in enumerate(lines, 1) if line.endswith(f"# {mark}"))
    text = lines[number - 1]
    return Scopes(PROGRAM).binds(name, number, len(text.partition("  #")[0]) - 1)


@pytest.mark.parametrize(
    ("name", "mark"),
    [
        ("x", "here"),
        ("rest", "here"),
        ("flag", "here"),
        ("others", "here"),
        ("on_both", "here"),
        ("on_all_that_go_on", "here"),
        ("file", "here"),
        ("inside_with", "here"),
        ("step", "in the loop"),
        ("th", "here"),
        ("apex", "here"),
        ("function", "here"),
        ("Model", "here"),
        ("later", "inner"),
        ("y", "inner"),
        ("z", "lambda"),
        ("after_inner", "lambda"),
        ("self", "method"),
        ("LIMIT", "method"),
    ],
)
def test_bound(name: str, mark: str) -> None:
    assert bound(name, mark)


@pytest.mark.parametrize(
    ("name", "mark"),
    [
        ("before", "here"),
        ("later", "here"),
        ("on_one_path", "here"),
        ("step", "here"),
        ("in_loop", "here"),
        ("MAYBE", "here"),
        ("y", "here"),
        ("after_inner", "inner"),
        ("size", "method"),
        ("missing", "method"),
    ],
)
def test_not_bound(name: str, mark: str) -> None:
    assert not bound(name, mark)


def test_a_target_of_a_comprehension() -> None:
    scopes = Scopes("rows = [row for row in table if row]\n")
    assert scopes.binds("row", 1, 8)
    assert scopes.binds("row", 1, 32)
    assert not scopes.binds("row", 1, 23)


def test_columns_count_code_points() -> None:
    assert Scopes("def f(x): return ('漢字', x)\n").binds("x", 1, 25)


def test_what_is_stored_between_two_places() -> None:
    scopes = Scopes("a = x\nx = 1\nself.y = 2\nb = x\n")
    assert scopes.changes.stored_between("x", (1, 4), (4, 4))
    assert scopes.changes.stored_between("self.y", (1, 4), (4, 4))
    assert not scopes.changes.stored_between("x", (2, 4), (4, 4))
    assert not scopes.changes.stored_between("y", (1, 4), (4, 4))


def test_the_nearest_assignments_around_a_place() -> None:
    changes = Scopes("x = 1\né, self.y = f(x)\nprint(self.y)\nself = 2\n").changes
    assert changes.last_stored_before("self.y", 3, 6) == (2, 3)
    assert changes.next_stored_after("self.y", 3, 6) == (4, 0)
    assert changes.last_stored_before("x", 1, 0) == (0, 0)
    assert changes.next_stored_after("x", 1, 0) > (10**6, 0)
