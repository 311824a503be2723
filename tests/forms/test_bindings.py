"""Places: which mentions of a name are of one object, and which of its bindings each is read with."""

from __future__ import annotations

import ast
import textwrap

import pytest

from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.lowering import lower
from devlint.forms.reaching_definitions import NOWHERE, Place

PROGRAMS = {
    "two objects": ("x = A()\nx.use()\nx = B()\nx.use()", [1, 1, 2, 2]),
    "made of itself": ("x = A()\nx = wrap(x)\nx.use()", [1, 1, 1, 1]),
    "a choice": ("if c:\n    x = A()\nelse:\n    x = B()\nx.use()", [1, 1, 1]),
    "one arm returns": ("x = A()\nif c:\n    x = B()\n    raise x\nx.use()", [1, 2, 2, 1]),
    "what was before": ("x.use()\nx = A()\nx.use()", [0, 1, 1]),
    "perhaps": ("if x is None:\n    x = A()\nx.use()", [0, 0, 0]),
    "a loop": ("x = A()\nfor i in n:\n    x.use()\n    x = B()\nx.use()", [1, 1, 1, 1]),
    "anew in each round": ("for i in n:\n    x = A()\n    x.use()\n    x = B()\n    x.use()", [1, 1, 2, 2]),
    "while": ("x = A()\nwhile x.wait():\n    x = B()\nelse:\n    x.use()", [1, 1, 1, 1]),
    "a handler": ("x = A()\ntry:\n    x = B()\n    go()\nexcept E:\n    x.use()\nx.use()", [1, 1, 1, 1]),
    "finally": ("try:\n    x = A()\nfinally:\n    x = B()\nx.use()", [1, 2, 2]),
    "with": ("with A() as x:\n    x.use()\nwith B() as x:\n    x.use()", [1, 1, 2, 2]),
    "match": ("x = A()\nmatch k:\n    case 1:\n        x = B()\n    case _:\n        x = C()\nx.use()", [1, 2, 2, 2]),
    "a tuple": ("x, y = both()\nx.use()\nx, *y = more()\nx.use()", [1, 1, 2, 2]),
    "a parameter": ("x = A()\ndef f(x):\n    return x.use()\nx.use()", [1, 2, 1]),
    "a closure": ("x = A()\nx.use()\nx = B()\ndef f():\n    return x.use()", [1, 1, 1, 1]),
    "global": ("x = A()\ndef f():\n    global x\n    x = B()\nx.use()", [1, 2, 1]),
    "a lambda": ("x = A()\ny = lambda x: x.use()\nx.use()", [1, 2, 1]),
    "a comprehension": ("x = A()\ny = [x.use() for x in n]\nx.use()", [1, 2, 2, 1]),
    "an import": ("import x\nx.use()\nx = A()\nx.use()", [1, 2, 2]),
    "added to": ("x = A()\nx += B()\nx.use()", [1, 1, 1]),
    "an annotation": ("x: A\nx.use()\nx: A = B()\nx.use()", [0, 0, 1, 1]),
    "walrus": ("x = A()\nif (x := B()):\n    x.use()", [1, 2, 2]),
}


def place(part: form.Form) -> tuple[int, int]:
    """The line and the column of the node that ``part`` stands for."""
    assert isinstance(part.node, ast.expr)
    return part.node.lineno, part.node.col_offset


def mentions(text: str) -> tuple[Bindings, list[form.Name]]:
    """The bindings of a program, and the mentions of ``x`` in the order of the text."""
    tree = lower(ast.parse(textwrap.dedent(text)))
    found = [part for part in form.walk(tree, form.Name) if part.id == "x"]
    return Bindings(tree), sorted(found, key=place)


@pytest.mark.parametrize("name", PROGRAMS)
def test_mentions_of_one_object_have_one_place(name: str) -> None:
    text, numbers = PROGRAMS[name]
    bindings, found = mentions(text)
    read = [bindings.of(part) for part in found]
    assert [place.number for place in read] == numbers
    assert {place.name for place in read} == {"x"}


def test_paths_are_bound_like_names() -> None:
    text = "x.net = A()\nx.net.go()\nx.net = B()\nx.net.go()\nx = other()\nx.net.go()\nf()[0].go()"
    tree = lower(ast.parse(text))
    bindings = Bindings(tree)
    found = [part for part in form.walk(tree, form.Attribute) if dotted(part) == "x.net"]
    found.sort(key=place)
    assert [bindings.of(part).number for part in found] == [1, 1, 2, 2, 3]
    calls = [part.function for part in form.walk(tree, form.Call) if not dotted(part.function)]
    assert [bindings.of(part) for part in calls] == [NOWHERE]
    assert bindings.of(None) == Place("", 0)


def test_values_are_what_the_bindings_that_reach_a_name_bind() -> None:
    bindings, found = mentions("x = A()\nif c:\n    x = B()\nx.use()\nfor x in n:\n    x.use()")
    values = [[dotted(getattr(one, "function", None)) for one in bindings.values(part)] for part in found]
    assert values == [["A"], ["B"], ["A", "B"], [""], [""]]


def test_many_names_and_branches_cost_little() -> None:
    """Each branch costs what it binds, and not what is bound around it."""
    lines = "".join(f"a{i} = A()\na{i}.b = B()\nif c:\n    a{i} = a{i}.b\n" for i in range(4000))
    tree = lower(ast.parse(lines + "x = a0\nx.use()"))
    found = [part for part in form.walk(tree, form.Name) if part.id == "x"]
    assert {Bindings(tree).of(part) for part in found} == {Place("x", 1)}


def named(text: str) -> tuple[Bindings, dict[str, form.Call]]:
    """The bindings of a program, and its calls by what they call."""
    tree = lower(ast.parse(textwrap.dedent(text)))
    return Bindings(tree), {dotted(call.function): call for call in form.walk(tree, form.Call)}


def test_the_values_of_a_name_are_those_of_all_its_bindings_in_the_order_of_the_text() -> None:
    bindings, calls = named("""
        x = A()
        def f():
            x, self.y = B(), C()
            for x in D():
                x: int = E()
                x[0] = F()
    """)
    assert bindings.values_of("x") == [calls["A"], calls["B"], calls["E"], None]
    assert bindings.values_of("self.y") == [calls["C"]]
    assert bindings.names == {"x", "f", "self.y"}
    assert bindings.values_of("z") == []


def test_what_is_bound_to_a_value_and_to_what_holds_it() -> None:
    bindings, calls = named("""
        x = A(B())
        y, (z, *rest) = C()
        a, b = D(), A
        for i in A(B()): pass
    """)
    assert bindings.names_of(calls["D"]) == {"a"}
    assert bindings.names_of(calls["C"]) == set()
    assert bindings.names_with(calls["C"]) == {"y", "z", "rest"}
    assert bindings.names_with(calls["D"]) == {"a"}
    assert [one.name for one in bindings.holding(calls["D"])] == ["a"]


def test_unpacked_names_are_made_of_what_they_were() -> None:
    bindings, found = mentions("x, y = A(), B()\nx, y = wrap(x), y\nx.use()\nx, y = both(x)\nx.use()")
    assert [bindings.of(part).number for part in found] == [1, 1, 1, 1, 2, 1, 2]


def test_what_is_made_of_names_is_found_by_way_of_others() -> None:
    bindings, _ = named("""
        z = use(self.y)
        self.y = f(x)
        for a, b in zip(z, w): pass
        c = w
    """)
    assert bindings.made_of({"x"}) == {"x", "self.y", "z", "a", "b"}
    assert bindings.made_of(set()) == set()


def test_targets_are_items_and_what_is_added_to_as_well() -> None:
    bindings, _ = named("x, *y = a\nself.z[0] = a\nn += 1\nfor i in a:\n    w: int = 0\nwith a as b: pass")
    assert {dotted(one) or dotted(getattr(one, "value", None)) for one in bindings.targets} == {
        *("x", "y", "self.z", "n", "i", "w", "b"),
    }


def test_what_is_put_into_items_goes_by_the_name_of_what_holds_them() -> None:
    bindings, calls = named("self.rows[0], x = A(), B()")
    assert [(one.name, one.value) for one in bindings.stored] == [("self.rows", calls["A"])]
    assert bindings.names == {"x"}


def test_several_statements_are_one_scope() -> None:
    tree = lower(ast.parse("x = a\nif c:\n    x = b\ndef f(): pass"))
    assert list(map(dotted, Bindings(*tree.body).values_of("x"))) == ["a", "b"]
    assert Bindings(tree.body[2]).names == set()
