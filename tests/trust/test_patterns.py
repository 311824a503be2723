"""No regular expression of devlint takes more than linear time, whatever text it is given."""

from __future__ import annotations

import ast
import builtins
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import devlint
from tests.trust.ambiguity import ambiguities

PACKAGE = Path(devlint.__file__).parent
METHODS = {"search", "sub", "subn", "split", "findall", "finditer", "match", "fullmatch"}
SEARCHES = METHODS - {"match", "fullmatch"}


class Pattern(NamedTuple):
    """A regular expression at a place of devlint, and how it is applied."""

    place: str
    source: str
    flags: int
    anywhere: bool
    whole: bool


class Word(str):
    """A word that stands for whatever is known at run time alone: also for what it is called or asked for."""

    __slots__ = ()

    def __call__(self, *_: object) -> Word:
        return self

    def __getattr__(self, _: str) -> Word:
        return self


class Names(dict[str, Any]):
    """The names of a module; any other, as those that a function binds, stands for a word."""

    def __missing__(self, name: str) -> Any:
        return getattr(builtins, name, Word("name"))


def patterns() -> Iterator[Pattern]:
    """Every regular expression that a call of ``re`` in devlint names."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
    for path, text in texts.items():
        if "re." not in text:
            continue
        module = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
        known: Names | None = None
        assigned: dict[ast.expr, str] = {}
        for node in ast.walk(ast.parse(text)):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as call):
                    assigned[call] = name
                case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=method), args=[first, *rest]) if (
                    method in METHODS or method == "compile"
                ):
                    known = known or Names(vars(importlib.import_module(module)))
                    flags = [keyword.value for keyword in node.keywords if keyword.arg == "flags"]
                    flags += rest[:1] if method == "compile" else []
                    name = assigned.get(node, "")
                    users = [text]
                    if method == "compile" and not name.startswith("_"):
                        users += [one for one in texts.values() if re.search(rf"import [^\n]*\b{name}\b", one)]
                    methods = {method} if method != "compile" else _methods(name, users)
                    yield Pattern(
                        f"{path.relative_to(PACKAGE).as_posix()}:{node.lineno}",
                        _value(first, known),
                        int(_value(flags[0], known)) if flags else 0,
                        anywhere=bool(methods & SEARCHES),
                        whole="fullmatch" in methods,
                    )


def _methods(name: str, users: list[str]) -> set[str]:
    """How the pattern ``name`` is applied; one that is handed on counts as searched for."""
    if not name:
        return {"search"}
    uses = {use for one in users for use in re.findall(rf"(?<![\w`]){name}\b(?:\.(\w+)\b|(?! = ))", one)}
    return {use if use in METHODS else "search" for use in uses - {"pattern"}}


def _value(node: ast.expr, names: Names) -> Any:
    found = eval(compile(ast.Expression(node), "", "eval"), {}, names)
    return found.decode("latin-1") if isinstance(found, bytes) else found


def test_no_pattern_takes_more_than_linear_time() -> None:
    """Each ends in time that grows with its text alone. ``tests.trust.ambiguity`` says what it looks for."""
    found = list(patterns())
    assert len(found) > 200
    slow = {
        f"{one.place} {one.source!r}": why
        for one in found
        if (why := ambiguities(one.source, one.flags, anywhere=one.anywhere, whole=one.whole))
    }
    assert slow == {}


@pytest.mark.parametrize(
    ("pattern", "anywhere", "linear"),
    [
        (r"\w+:", True, False),
        (r"\w+:", False, True),
        (r"\b\w+:", True, True),
        (r"(?<![\w.])[\w.]+\(", True, True),
        (r"\w+", True, True),
        (r"if[^:]*self", True, False),
        (r"if[^:]*", True, True),
        (r"if[^:]{0,99}self", True, True),
        (r"if(?=[^:]*self)", True, False),
        (r"(?m)^ *\w+ =", True, True),
        (r"(?m)^\s*\w+ =", True, False),
        (r"\s*x?\s*=", False, False),
        (r"\s*(?:x\s*)?=", False, True),
        (r"(?:a+)+b", False, False),
        (r"(?:\\.|[^'])*'", False, False),
        (r"(?:\\.|[^'\\])*'", False, True),
        (r"a\w*$", True, False),
    ],
)
def test_ambiguities_are_found(pattern: str, anywhere: bool, linear: bool) -> None:
    """A search that begins again in what it repeats, two repeats that share a text, and nested ones are told."""
    assert (not ambiguities(pattern, anywhere=anywhere)) == linear
