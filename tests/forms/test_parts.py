"""What stands in a form: names, paths, calls and members."""

from __future__ import annotations

import ast

from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.lowering import lower
from devlint.forms.parts import (
    arguments_of,
    arms_of,
    attributes_named,
    called_in,
    calls_in,
    calls_named,
    choices_in,
    comparisons_in,
    conditions_in,
    constants_in,
    identifiers_in,
    ids_in,
    is_part_of,
    loops_in,
    members_of,
    mentions_of,
    methods_of,
    names_in,
    owners_of,
    paths_in,
    receiver,
    returned_by,
    without_items,
)
from devlint.forms.source_file import SourceFile

TREE = lower(ast.parse("net.to(x.device, copy=y) if x.is_cuda else [make()(i) for i in y]"))


def test_names_and_paths_are_those_that_are_mentioned() -> None:
    assert names_in(TREE) == {"net", "x", "y", "make", "i"}
    assert paths_in(TREE) == names_in(TREE) | {"net.to", "x.device", "x.is_cuda"}
    assert identifiers_in(TREE) == names_in(TREE) | {"to", "device", "copy", "is_cuda"}


def test_calls_and_members_are_known_by_paths() -> None:
    assert sorted(called_in(TREE)) == ["", "make", "net.to"]
    assert called_in(lower(ast.parse("make().net.to(x)"))) == [".net.to", "make"]
    assert [dotted(one.function) for one in calls_named({"to", "cuda"}, TREE)] == ["net.to"]
    assert members_of("x", TREE) == {"device", "is_cuda"}
    assert owners_of({"is_cuda", "to"}, TREE) == {"x", "net"}


def test_the_calls_of_a_whole_function_are_looked_for_once() -> None:
    (function,) = lower(ast.parse("def f(x):\n    return g(x.to(d), y=h(x))")).body
    assert isinstance(function, form.Function)
    calls = calls_in(function)
    assert calls_in(function) is calls and len(calls) == 3
    (outer,) = calls_named({"g"}, function)
    assert [type(one) for one in arguments_of(outer)] == [form.Call, form.Call]
    assert [dotted(receiver(one)) for one in arguments_of(outer)] == ["x", ""]


def test_mentions_and_attributes_are_found_by_their_names() -> None:
    assert len(mentions_of({"y"}, TREE)) == 2
    assert [dotted(one) for one in attributes_named({"device"}, TREE)] == ["x.device"]
    assert ids_in(*mentions_of({"y"}, TREE)) <= ids_in(TREE)


def test_tests_comparisons_loops_and_arms() -> None:
    tree = lower(ast.parse("for i in x:\n    if a == b: f()\n    else: g()\nwhile c: pass\nassert d"))
    assert {dotted(one) for one in conditions_in(tree)} == {"", "c", "d"}
    assert [dotted(one.left) for one in comparisons_in(tree)] == ["a"]
    assert len(loops_in(tree)) == 2
    assert [called_in(*arm) for arm in arms_of(choices_in(tree)[0])] == [["f"], ["g"]]


def test_methods_and_what_items_are_of() -> None:
    (cls,) = lower(ast.parse("class A:\n    x = y[0][1]\n    def f(self): pass\n    def g(self): pass")).body
    assert isinstance(cls, form.Class)
    assert [one.name for one in methods_of(cls)] == ["f", "g"] and len(methods_of(cls, "g")) == 1
    assert isinstance(cls.body[0], form.Assign) and dotted(without_items(cls.body[0].value)) == "y"


def test_a_form_stands_in_itself_and_in_what_holds_it() -> None:
    call = next(form.walk(TREE, form.Call))
    assert is_part_of(call, call) and is_part_of(call, TREE)
    assert not is_part_of(TREE, call) and not is_part_of(None, TREE) and not is_part_of(call)


def test_literals_are_given_by_their_values() -> None:
    assert sorted(map(str, constants_in(lower(ast.parse("f('cuda', 0) if x is None else -1"))))) == [
        *("0", "1", "None", "cuda"),
    ]


def test_what_is_returned_and_chosen() -> None:
    tree = lower(ast.parse("def f():\n    if a:\n        return b if c else d\n    return"))
    choices = choices_in(tree)
    assert [dotted(one.test) for one in choices] == ["a", "c"]
    assert returned_by(tree) == choices[1:]


def test_a_file_knows_what_its_forms_stand_in() -> None:
    text = "y = f(x.to(d, copy=[c]))\n"
    file = SourceFile(text, lower(ast.parse(text)))
    (name,) = (one for one in file.of(form.Name) if one.id == "c")
    kinds = [type(one).__name__ for one in file.around(name)]
    assert kinds == ["Display", "Call", "Call", "Assign", "Module"]
    assert file.statement(name) is file.of(form.Assign)[0]
    assert file.calls_named("to", "cuda") == [one for one in file.of(form.Call) if dotted(one.function) == "x.to"]
    assert file.parent(file.tree) is None
